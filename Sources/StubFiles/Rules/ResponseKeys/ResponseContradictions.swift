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

  /// For each key of a response, by its place, those that it contradicts.
  private static let opponents: [KeyPlaces] = {
    let keys = RuleKeys.response
    let all = keys.places(of: keys.names)
    var opponents = [KeyPlaces](repeating: [], count: keys.list.count)
    /// Lets keys of one set contradict all of another but themselves.
    func part(_ some: KeyPlaces, from others: KeyPlaces) {
      for place in opponents.indices where some.contains(KeyPlaces(place)) {
        opponents[place].formUnion(others.subtracting(KeyPlaces(place)))
      }
    }
    for exclusive in [contents, paces].map(keys.places) { part(exclusive, from: exclusive) }
    for (name, company) in company {
      let (key, others) = (keys.places(of: [name]), all.subtracting(keys.places(of: company)))
      part(key, from: others)
      part(others, from: key)
    }
    return opponents
  }()

  /// All pairs of keys that contradict each other.
  static var pairs: [(String, String)] {
    let names = RuleKeys.response.names
    return names.enumerated().flatMap { place, name in
      names[(place + 1)...].filter { contradict(name, $0) }.map { (name, $0) }
    }
  }

  private static func contradict(_ first: String, _ second: String) -> Bool {
    guard let first = RuleKeys.response.place(of: first),
      let second = RuleKeys.response.place(of: second)
    else { return false }
    return opponents[first].contains(KeyPlaces(second))
  }

  /// Reports each key that contradicts one before it, with both places; `keys` are those of the
  /// members that are keys of a response.
  static func report(
    _ members: [DocumentMember], with keys: KeyPlaces, to reader: inout MappingReader
  ) {
    let isDivided = opponents.indices.contains {
      keys.contains(KeyPlaces($0)) && !opponents[$0].isDisjoint(with: keys)
    }
    if isDivided { reader.reportContradictions(among: members, contradict) }
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
