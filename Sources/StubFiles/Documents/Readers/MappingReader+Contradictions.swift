extension MappingReader {
  /// Reports each member that contradicts one before it, with both places.
  mutating func reportContradictions(
    among members: [DocumentMember], _ contradict: (String, String) -> Bool
  ) {
    for (place, member) in members.enumerated() {
      guard let earlier = members[..<place].first(where: { contradict($0.key, member.key) })
      else { continue }
      report(
        key: member,
        found: "\(Quotation.of(member.key)) beside \(Quotation.of(earlier.key)) "
          + earlier.position.inWords,
        expected: "only one of the two", remedy: "try removing one of them")
    }
  }

  /// Reports each member but the first of those with the given keys.
  mutating func reportAllButOne(of keys: some Collection<String>, among members: [DocumentMember]) {
    reportContradictions(among: members) { keys.contains($0) && keys.contains($1) }
  }
}
