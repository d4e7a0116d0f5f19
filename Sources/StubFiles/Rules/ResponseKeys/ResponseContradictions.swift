import StubCore

/// Which keys of a response rule each other out.
enum ResponseContradictions {
  /// Of these a response has at most one: what it consists of.
  private static let contents = [
    "text", "json", "base64", "bodyFile", "message", "redirect", "echo", "error", "chunks",
    "events",
  ]

  /// Of these a response has at most one: how its body spreads over time.
  private static let paces = ["speed", "over", "dribble", "chunks", "events"]

  /// The keys that may stand beside a key which says almost everything.
  private static let company: KeyValuePairs<String, Set<String>> = [
    "error": ["delay", "hold"],
    "echo": ["delay", "speed", "over", "dribble", "hold", "fault"],
    "message": [
      "delay", "speed", "over", "dribble", "hold", "fault", "ranges", "cachePolicy",
    ],
    "redirect": ["delay", "hold", "fault", "reason", "headers", "cachePolicy", "template"],
    "ranges": Set(RuleKeys.response.names).subtracting(["chunks", "events"]),
  ]

  /// All pairs of keys that contradict each other.
  static let pairs: [(String, String)] = {
    let names = RuleKeys.response.names
    return names.enumerated().flatMap { place, name in
      names[(place + 1)...].filter { contradict(name, $0) }.map { (name, $0) }
    }
  }()

  /// For each key those that it contradicts.
  private static let opponents: [String: Set<String>] = pairs.reduce(into: [:]) { opponents, pair in
    opponents[pair.0, default: []].insert(pair.1)
    opponents[pair.1, default: []].insert(pair.0)
  }

  private static func contradict(_ first: String, _ second: String) -> Bool {
    if contents.contains(first), contents.contains(second) { return true }
    if paces.contains(first), paces.contains(second) { return true }
    return company.contains { key, others in
      (key == first && !others.contains(second)) || (key == second && !others.contains(first))
    }
  }

  /// Reports each key that contradicts one before it, with both places.
  static func report(_ members: [DocumentMember], to reader: inout MappingReader) {
    reader.reportContradictions(among: members) { opponents[$0]?.contains($1) ?? false }
  }

  /// The header fields that keys set, which are not to be given twice.
  private static let fields: KeyValuePairs<String, HTTPHeaderName> = [
    "contentType": .contentType, "redirect": .location,
  ]

  /// Reports header fields that a key of the response sets as well, with both places.
  static func reportFields(_ members: [DocumentMember], to reader: inout MappingReader) {
    guard let headers = members.place(of: "headers"),
      fields.contains(where: { members.place(of: $0.key) != nil })
    else { return }
    for field in members[headers].value.members ?? [] {
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
