/// The names of fields, items and keys whose values are secrets.
struct SecretNames: Sendable, Hashable {
  /// In lower case, without what is neither letter nor digit.
  private var headers: Set<String> = []
  private var queryItems: Set<String> = []
  private var formKeys: Set<String> = []
  private var jsonKeys: Set<String> = []
  private var cookies: Set<String> = []
  /// Whether the names count that secrets usually have.
  private var includesUsual = false

  /// No names.
  static let none = SecretNames()

  /// The names that secrets usually have, of all cookies among them.
  static let usual: SecretNames = {
    var names = SecretNames()
    names.includesUsual = true
    return names
  }()

  init(
    headers: [String] = [], queryItems: [String] = [], formKeys: [String] = [],
    jsonKeys: [String] = [], cookies: [String] = []
  ) {
    self.headers = Set(headers.map(Self.folded))
    self.queryItems = Set(queryItems.map(Self.folded))
    self.formKeys = Set(formKeys.map(Self.folded))
    self.jsonKeys = Set(jsonKeys.map(Self.folded))
    self.cookies = Set(cookies.map(Self.folded))
  }

  mutating func formUnion(_ other: SecretNames) {
    headers.formUnion(other.headers)
    queryItems.formUnion(other.queryItems)
    formKeys.formUnion(other.formKeys)
    jsonKeys.formUnion(other.jsonKeys)
    cookies.formUnion(other.cookies)
    includesUsual = includesUsual || other.includesUsual
  }

  func holdsHeader(_ name: String) -> Bool {
    let name = Self.folded(name)
    return headers.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsQueryItem(_ name: String) -> Bool {
    let name = Self.folded(name)
    return queryItems.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsFormKey(_ name: String) -> Bool {
    let name = Self.folded(name)
    return formKeys.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsJSONKey(_ name: String) -> Bool {
    let name = Self.folded(name)
    return jsonKeys.contains(name) || (includesUsual && Self.isUsual(name))
  }

  func holdsCookie(_ name: String) -> Bool {
    includesUsual || cookies.contains(Self.folded(name))
  }

  /// Whether shapes of tokens and credentials of URLs count, too.
  var includesShapes: Bool { includesUsual }

  /// What names of secrets end with, whatever stands before it, by its last byte.
  private static let endings = Dictionary(
    grouping: [
      "password", "passwd", "passphrase", "token", "secret", "apikey", "accesskey", "secretkey",
      "privatekey", "authkey", "signature", "credential", "credentials", "sessionid",
    ], by: { $0.utf8.last })
  private static let wholeNames: Set = [
    "authorization", "proxyauthorization", "auth", "pwd", "pass", "sig", "sid", "jwt", "otp", "pin",
    "clientassertion",
  ]

  private static func isUsual(_ name: String) -> Bool {
    wholeNames.contains(name) || endings[name.utf8.last]?.contains { name.hasSuffix($0) } ?? false
  }

  static func folded(_ name: String) -> String {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      return name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return String(unsafeUninitializedCapacity: name.utf8.count) { folded in
      var count = 0
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          folded[count] = byte
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded[count] = byte | 0x20
        default: continue
        }
        count += 1
      }
      return count
    }
  }
}
