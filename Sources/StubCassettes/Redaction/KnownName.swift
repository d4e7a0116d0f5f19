import StubCore

/// The properties of a value that follow from its name, before filters are applied.
struct KnownName {
  let text: String
  /// The name in lower case, with only its letters and digits.
  let folded: String
  /// Whether secrets often have this name.
  let isUsual: Bool
  /// Whether secrets often have this name as a JSON key or an XML name.
  let isUsualInDocuments: Bool
  /// Whether the value consists of a scheme and credentials, as in `Authorization`.
  let isAuthorization: Bool
  /// Whether the value is the name of a secret beside it, as in `{"name": "token", "value": …}`.
  let isOwner: Bool
  /// Whether the value may be the secret that another member names.
  let isValue: Bool

  init(_ name: String) {
    text = name
    folded = SecretNames.folded(name)
    isUsual = SecretNames.isUsual(folded, .queryItem)
    isUsualInDocuments = isUsual && SecretNames.isUsual(folded, .jsonKey)
    isAuthorization = SecretNames.isAuthorization(folded: folded)
    isOwner = SecretNames.isOwner(folded: folded)
    isValue = SecretNames.isValue(folded: folded)
  }
}

/// A cache of the names that a search has found, because bodies repeat the same names.
package struct KnownNames {
  /// The largest number of cached names.
  ///
  /// A full cache is cleared, because the names may be different each time.
  private static let most = 4_096

  private var known: [ScalarText: KnownName] = [:]

  subscript(name: String) -> KnownName {
    mutating get {
      let key = ScalarText(name)
      if let known = known[key] { return known }
      if known.count == Self.most { known = [:] }
      let new = KnownName(name)
      known[key] = new
      return new
    }
  }
}

/// A set of ASCII characters, for fast searches in bytes.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: StaticString) {
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }
}
