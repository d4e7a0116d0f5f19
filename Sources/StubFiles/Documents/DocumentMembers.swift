/// Gathers the members of a mapping in order and reports keys that come twice.
struct DocumentMembers {
  private(set) var list: [DocumentMember] = []
  /// How many members there is room for from the first on.
  let room: Int
  /// The places of the keys, once there are many.
  private var places: [String: Int] = [:]
  /// Up to so many keys, comparing them all costs less than a table.
  private static let few = 16

  init(room: Int = 0) { self.room = room }

  /// Adds a member; one whose key is there already is reported and replaces it.
  mutating func add(_ member: DocumentMember, reportingTo diagnostics: inout DiagnosticList) {
    guard let place = place(of: member.key) else { return append(member) }
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
    if place(of: member.key) == nil { append(member) }
  }

  private func place(of key: String) -> Int? {
    list.count > Self.few ? places[key] : list.place(of: key)
  }

  private mutating func append(_ member: DocumentMember) {
    if list.isEmpty, room > 0 { list.reserveCapacity(room) }
    list.append(member)
    if list.count == Self.few + 1 {
      for (place, member) in list.enumerated() { places[member.key] = place }
    } else if list.count > Self.few {
      places[member.key] = list.count - 1
    }
  }
}
