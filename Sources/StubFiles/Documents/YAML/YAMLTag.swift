/// A YAML tag in its full form, such as `tag:yaml.org,2002:str` for `!!str`.
struct YAMLTag: RawRepresentable, Hashable, Sendable {
  let rawValue: String

  static let text = standard("str")
  static let null = standard("null")
  static let bool = standard("bool")
  static let integer = standard("int")
  static let real = standard("float")
  static let binary = standard("binary")
  static let timestamp = standard("timestamp")
  static let sequence = standard("seq")
  static let mapping = standard("map")

  private static let prefix = "tag:yaml.org,2002:"
  private static let known = [
    text, null, bool, integer, real, binary, timestamp, sequence, mapping,
  ]

  private static func standard(_ name: String) -> YAMLTag { YAMLTag(rawValue: prefix + name) }

  /// Whether the tag is one of YAML's own.
  var isKnown: Bool { Self.known.contains(self) }

  /// Whether Ruby or Python wrote the tag.
  var isOfOtherLanguage: Bool {
    rawValue.hasPrefix(Self.prefix + "python/") || rawValue.hasPrefix("!ruby/")
      || rawValue == "!binary"
  }

  /// Whether the tag stands for base64 in what Ruby or Python wrote.
  var isForeignBinary: Bool {
    rawValue == "!binary" || rawValue == Self.prefix + "python/bytes"
  }

  /// Whether the tag stands for nothing in what Python wrote.
  var isForeignNull: Bool { rawValue == Self.prefix + "python/none" }

  /// The tag as people write it: `!!str`, `!local`, `!<tag:example.com,2026:x>`.
  var shorthand: String {
    if rawValue.hasPrefix(Self.prefix) { return "!!\(rawValue.dropFirst(Self.prefix.count))" }
    return rawValue.hasPrefix("!") ? rawValue : "!<\(rawValue)>"
  }

  /// The complaint about a tag that means nothing here, or nothing for this kind of value.
  var unknown: YAMLScalarResolver.Mismatch {
    YAMLScalarResolver.Mismatch(
      found: Self.known.contains(self)
        ? "the tag \(shorthand) on a value of another kind" : "the unknown tag \(shorthand)",
      expected: "no tag, or one of \(Self.known.map(\.shorthand).joined(separator: ", "))",
      remedy: "try leaving the tag out")
  }
}
