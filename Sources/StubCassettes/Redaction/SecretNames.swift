package import StubCore
import StubLanguages

/// A kind of values that have names.
package enum NamedPart: String, Sendable, Hashable, Codable {
  case header
  case cookie
  case queryItem = "query item"
  /// A field of a URL-encoded or multipart form.
  case formKey = "form key"
  case jsonKey = "JSON key"
  /// An element or an attribute.
  case xmlName = "XML name"
  /// The name before a value in plain text, as in `name=value`.
  case textName = "text"
}

/// The treatment of a value because of its name.
package enum ValueTreatment: Sendable, Hashable, Codable {
  /// The value is kept, even if it looks like a secret.
  case kept
  /// A placeholder replaces the value.
  case hidden
  /// This text replaces the value, both in recordings and in requests on replay.
  case replaced(String)
}

/// The names of fields, items and keys whose values are secrets.
package struct SecretNames: Sendable, Hashable, Codable {
  private struct Name: Sendable, Hashable, Codable {
    /// The kind of value to which the name applies; `nil` for all kinds.
    let part: NamedPart?
    /// The name in lower case, with only its letters and digits.
    let folded: ScalarText

    init(_ part: NamedPart?, folded: String) {
      (self.part, self.folded) = (part, ScalarText(folded))
    }
  }

  private var treatments: [Name: ValueTreatment] = [:]
  /// Whether the usual secrets are included, which are values with usual names, and tokens of known
  /// shapes.
  private(set) var includesUsual = false
  /// The texts that are secrets wherever they occur, each with its treatment.
  package private(set) var texts: [ScalarText: ValueTreatment] = [:]

  /// No names.
  package static let none = SecretNames()

  /// The usual names of secrets, and all cookies except settings such as `theme`.
  package static let usual: SecretNames = {
    var names = SecretNames()
    names.includesUsual = true
    return names
  }()

  package init() {}

  /// Gives several names the same treatment, for one kind of value or, if `part` is `nil`, for all
  /// kinds.
  package init(_ names: [String], of part: NamedPart?, _ treatment: ValueTreatment) {
    for name in names {
      treatments[Name(part, folded: Self.folded(name))] = treatment
    }
  }

  package init(texts: [String], _ treatment: ValueTreatment) {
    for text in texts where !text.isEmpty { self.texts[ScalarText(text)] = treatment }
  }

  /// Adds other names; if both have a treatment for a name, that of `other` is used.
  package mutating func formUnion(_ other: SecretNames) {
    treatments.merge(other.treatments) { $1 }
    texts.merge(other.texts) { $1 }
    includesUsual = includesUsual || other.includesUsual
  }

  /// The names and texts that are replaced by a user's texts, for use on replay.
  package var fixed: SecretNames {
    var fixed = SecretNames()
    fixed.treatments = treatments.filter { if case .replaced = $0.value { true } else { false } }
    fixed.texts = texts.filter { if case .replaced = $0.value { true } else { false } }
    return fixed
  }

  /// Returns the treatment of a value named `name`; `nil` if the name has none.
  func treatment(of name: String, _ part: NamedPart, value: String) -> ValueTreatment? {
    saysNothing ? nil : treatment(of: KnownName(name), part, value: value)
  }

  /// Whether no name has a treatment.
  var saysNothing: Bool { treatments.isEmpty && !includesUsual }

  /// Returns the treatment of a value named `name`; `nil` if the name has none.
  func treatment(of name: KnownName, _ part: NamedPart, value: String) -> ValueTreatment? {
    let folded = name.folded
    if !treatments.isEmpty,
      let treatment = treatments[Name(part, folded: folded)]
        ?? treatments[Name(nil, folded: folded)]
    {
      return treatment
    }
    guard includesUsual else { return nil }
    if part == .cookie { return Self.harmlessCookies.contains(folded) ? nil : .hidden }
    let isInDocument = part == .jsonKey || part == .xmlName
    if isInDocument ? name.isUsualInDocuments : name.isUsual {
      let isPiece =
        part == .jsonKey && Self.tokenNames.contains(folded) && CommonWords.isPieceOfText(value)
      return isPiece ? nil : .hidden
    }
    let isDoubtful = !isInDocument && Self.doubtfulNames.contains(folded)
    return isDoubtful && SecretStrength.isOpaque(value) ? .hidden : nil
  }

  /// Returns whether a filter names the value; a number with such a name is always hidden.
  func isNamed(_ name: String, _ part: NamedPart) -> Bool {
    treatments[Name(part, folded: Self.folded(name))] != nil
  }
}

/// The tables of known names.
extension SecretNames {
  /// The usual endings of names of secrets, grouped by their last byte.
  private static let endings = Dictionary(
    grouping: """
      password passwords passwd pwd passphrase passphrases passcode token secret secrets credential
      credentials authorization sessionid sessid connectionstring
      accesstokens apitokens authtokens refreshtokens sessiontokens
      apikey apikeys accesskey accesskeys secretkey secretkeys privatekey privatekeys authkey sharedkey
      signingkey encryptionkey masterkey sessionkey subscriptionkey functionskey applicationkey appkey
      clientkey consumerkey deploykey hmackey ingestionkey integrationkey licensekey
      serialkey servicekey serverkey sshkey storagekey writekey webhookkey
      securitycode authcode authorizationcode devicecode verificationcode recoverycode recoverycodes
      backupcode backupcodes onetimecode otpcode mfacode codeverifier
      ssn socialsecuritynumber cardnumber creditcard seedphrase recoveryphrase mnemonic
      hubsignature amzsignature googsignature slacksignature stripesignature twiliosignature
      shopifyhmac
      """.split(whereSeparator: \.isWhitespace).map(String.init), by: { $0.utf8.last })
  private static let wholeNames: Set = [
    "auth", "pass", "sid", "jwt", "otp", "totp", "pin", "pw", "cvv", "cvc", "clientassertion",
    "assertion", "samlresponse", "signedrequest", "cookie", "setcookie", "tokens", "pass1", "pass2",
    "cvv2", "cvc2", "bearer",
  ]
  /// The endings of the names of fields that repeat a secret, such as `passwordConfirmation`.
  private static let repeats = ["confirmation", "confirm", "repeat", "again", "verify"]
  /// The endings of names that tell the hash function, such as `signatureSHA256`.
  private static let methods = ["sha1", "sha256", "sha512"]
  /// The endings of names of signatures.
  ///
  /// Signatures give access in URLs and header fields, but not in JSON and XML.
  private static let signatureEndings = ["signature", "sig", "hmac"]
  /// The names that secrets share with other values; such a value is hidden only if it looks like a
  /// token.
  private static let doubtfulNames: Set = ["key", "code", "accountkey", "sas"]
  /// The names of secrets that JSON may also use for pieces of text, such as the tokens of language
  /// models.
  private static let tokenNames: Set = ["token", "tokens"]
  /// The words before `token` in names of other things than secrets, such as `nextToken` for a
  /// position in a list.
  private static let harmlessTokens = [
    "page", "next", "prev", "previous", "continuation", "continue", "sync", "skip", "cursor",
    "pagination", "start", "time", "resume", "position", "change", "eos", "bos", "pad", "unk",
    "stop",
  ]
  private static let harmlessCookies: Set = [
    "theme", "lang", "language", "locale", "country", "currency", "timezone", "tz", "darkmode",
    "colorscheme", "consent", "cookieconsent",
  ]
  /// The names of members that describe the secret, in an object that is secret as a whole.
  private static let describingNames: Set = [
    "type", "tokentype", "kind", "scope", "scopes", "alg", "algorithm", "name", "title", "format",
    "description", "username", "user", "url", "href", "status", "state", "method", "region", "in",
    "host", "id",
  ]
  /// The parts of names of cookies that contain credentials.
  private static let sessionWords = [
    "sess", "sid", "auth", "token", "jwt", "csrf", "xsrf", "login", "remember", "secret", "apikey",
  ]

  /// Returns whether a folded name is a usual name of secrets.
  package static func isUsual(_ name: String, _ part: NamedPart) -> Bool {
    if wholeNames.contains(name) { return true }
    let name = stem(name)
    if part != .jsonKey, part != .xmlName, signatureEndings.contains(where: name.ends(with:)) {
      return true
    }
    guard let ending = endings[name.utf8.last]?.first(where: name.ends(with:)) else {
      return false
    }
    return ending != "token"
      || !harmlessTokens.contains { name.dropLast(ending.count).hasSuffix($0) }
  }

  /// Returns the name without endings that distinguish fields for the same secret, as in
  /// `password2`.
  private static func stem(_ name: String) -> Substring {
    func numbered(_ name: Substring) -> Substring {
      guard let end = name.utf8.lastIndex(where: { !(0x30...0x39).contains($0) }) else { return "" }
      return name[...end]
    }
    var stem = name[...]
    if let method = methods.first(where: name.ends(with:)) { stem = stem.dropLast(method.count) }
    stem = numbered(stem)
    guard let word = repeats.first(where: stem.ends(with:)) else { return stem }
    return numbered(stem.dropLast(word.count))
  }

  /// Returns whether numbers with this name are secrets, such as a PIN.
  static func holdsNumbers(_ name: String) -> Bool {
    let name = stem(folded(name))
    return [
      "password", "passwd", "pwd", "passcode", "pin", "otp", "cvv", "cvc", "secret", "ssn", "code",
      "cardnumber",
    ].contains { name == $0 || ($0.utf8.count > 3 && name.hasSuffix($0)) }
  }

  /// Returns whether values with this name consist of a scheme and credentials, as in
  /// `Authorization`.
  static func isAuthorization(folded name: String) -> Bool { name.ends(with: "authorization") }

  /// Returns whether the value of a member with this name is the name of a secret in another
  /// member.
  static func isOwner(folded name: String) -> Bool { ownerNames.contains(name) }

  /// Returns whether the value of a member with this name may be a secret that another member
  /// names.
  static func isValue(folded name: String) -> Bool {
    name.ends(with: "value") || name == "val" || name == "content"
  }

  /// Returns whether the text could itself be a name, because it has only letters and `_`.
  static func isName(_ text: String) -> Bool { text.allSatisfy { $0.isLetter || $0 == "_" } }

  private static let ownerNames: Set = [
    "name", "key", "field", "header", "parameter", "parameterkey", "parametername", "variable",
    "property",
  ]

  /// Returns whether a member with this name describes the secret beside it, for example its type.
  static func describes(_ name: String) -> Bool {
    let name = folded(name)
    return describingNames.contains(name) || name.hasSuffix("at") || name.hasPrefix("expires")
      || name.hasPrefix("created") || name.hasPrefix("issued")
  }

  /// Returns whether a cookie probably gives access, and is not just a setting.
  static func isOfSession(cookie name: String) -> Bool {
    let name = folded(name)
    return sessionWords.contains { name.contains($0) }
  }

  package static func folded(_ name: String) -> String {
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
