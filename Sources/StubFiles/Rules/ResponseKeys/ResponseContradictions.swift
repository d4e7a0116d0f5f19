import StubCore

/// Which keys of a response rule each other out.
enum ResponseContradictions {
  /// Of these a response has at most one: what it consists of.
  private static let contents = [
    "text", "json", "base64", "bodyFile", "message", "redirect", "echo", "error",
  ]

  /// The keys that may stand beside a key which says almost everything.
  private static let company: KeyValuePairs<String, Set<String>> = [
    "error": ["delay"],
    "echo": ["delay", "speed", "over"],
    "message": ["delay", "speed", "over", "ranges", "cachePolicy"],
    "redirect": ["delay", "reason", "headers", "cachePolicy", "template"],
    "over": Set(RuleKeys.response.names).subtracting(["speed"]),
  ]

  /// All pairs of keys that contradict each other.
  static let pairs: [(String, String)] = {
    let names = RuleKeys.response.names
    return names.enumerated().flatMap { place, name in
      names[(place + 1)...].filter { contradict(name, $0) }.map { (name, $0) }
    }
  }()

  private static func contradict(_ first: String, _ second: String) -> Bool {
    if contents.contains(first), contents.contains(second) { return true }
    return company.contains { key, others in
      (key == first && !others.contains(second)) || (key == second && !others.contains(first))
    }
  }

  /// Reports each key that contradicts one before it, with both places.
  static func report(_ members: [DocumentMember], to reader: inout MappingReader) {
    for (place, member) in members.enumerated() where RuleKeys.response[member.key] != nil {
      let earlier = members[..<place].first {
        RuleKeys.response[$0.key] != nil && contradict($0.key, member.key)
      }
      guard let earlier else { continue }
      reader.report(
        key: member,
        found: "\(Quotation.of(member.key)) beside \(Quotation.of(earlier.key)) "
          + earlier.position.inWords,
        expected: "only one of the two", remedy: "try removing one of them")
    }
  }

  /// The header fields that keys set, which are not to be given twice.
  private static let fields: KeyValuePairs<String, HTTPHeaderName> = [
    "contentType": .contentType, "redirect": .location,
  ]

  /// Reports header fields that a key of the response sets as well, with both places.
  static func reportFields(_ members: [DocumentMember], to reader: inout MappingReader) {
    let headers = members.first { $0.key == "headers" }
    for field in headers?.value.members ?? [] {
      let name = HTTPHeaderName(field.key)
      guard let key = fields.first(where: { $0.value == name })?.key,
        let member = members.first(where: { $0.key == key })
      else { continue }
      reader.report(
        key: field,
        found: "the header field \(Quotation.of(field.key)) beside \(Quotation.of(key)) "
          + member.position.inWords,
        expected: "only one of the two", remedy: "try removing one of them")
    }
  }
}
