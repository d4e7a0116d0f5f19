/// Gathers the members of a mapping in order and reports keys that come twice.
struct DocumentMembers {
  private(set) var list: [DocumentMember] = []
  private var places: [String: Int] = [:]

  /// Adds a member; one whose key is there already is reported and replaces it.
  mutating func add(_ member: DocumentMember, reportingTo diagnostics: inout DiagnosticList) {
    guard let place = places[member.key] else { return append(member) }
    let first = diagnostics.isFull ? "" : ", first written \(list[place].position.inWords)"
    diagnostics.append(
      FileDiagnostic(
        at: member.position,
        found: "duplicate key \(Quotation.of(member.key))\(first)",
        expected: "every key once",
        remedy: "try removing or renaming one of the two"))
    list[place] = member
  }

  /// Adds a member that came through a merge key, unless its key is there already.
  mutating func merge(_ member: DocumentMember) {
    if places[member.key] == nil { append(member) }
  }

  private mutating func append(_ member: DocumentMember) {
    places[member.key] = list.count
    list.append(member)
  }
}
