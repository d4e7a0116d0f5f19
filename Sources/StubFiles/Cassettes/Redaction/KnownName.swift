/// What a name says of its value, before a filter is asked.
struct KnownName {
  let text: String
  /// In lower case, only letters and digits.
  let folded: String
  /// Whether secrets usually have it.
  let isUsual: Bool
  /// Whether secrets usually have it as a key of JSON or a name in XML.
  let isUsualInDocuments: Bool
  /// Whether credentials stand behind a scheme, as in `Authorization`.
  let isAuthorization: Bool
  /// Whether its value names what another member contains.
  let isOwner: Bool
  /// Whether it may be that other member.
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

/// The names that a search has met, as bodies have the same ones again and again.
struct KnownNames {
  /// More are forgotten: they may be keys that are different each time.
  private static let most = 4_096

  private var known: [String: KnownName] = [:]

  subscript(name: String) -> KnownName {
    mutating get {
      if let known = known[name] { return known }
      if known.count == Self.most { known = [:] }
      let new = KnownName(name)
      known[name] = new
      return new
    }
  }
}

/// Some characters of ASCII, to be found among bytes.
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
