/// As many pairs as possible, where each member of one side accepts some members of the other.
///
/// Kuhn's algorithm: each member in turn takes a partner, for which earlier ones may have to move
/// on to another they accept.
struct BipartiteMatching {
  private let edges: [[Int]]
  private var ownerOfPartner: [Int?]
  /// The first member for whom no partner could be freed.
  private(set) var firstAlone: Int?

  /// - Parameters:
  ///   - edges: For each member the partners it accepts.
  ///   - partners: The number of partners.
  init(edges: [[Int]], partners: Int) {
    self.edges = edges
    ownerOfPartner = Array(repeating: nil, count: partners)
    for member in edges.indices {
      var asked = Array(repeating: false, count: partners)
      if !findPartner(for: member, asked: &asked) {
        firstAlone = member
        return
      }
    }
  }

  /// The partners that are taken.
  var taken: [Int] { ownerOfPartner.indices.filter { ownerOfPartner[$0] != nil } }

  private mutating func findPartner(for member: Int, asked: inout [Bool]) -> Bool {
    for partner in edges[member] where !asked[partner] {
      asked[partner] = true
      guard let owner = ownerOfPartner[partner] else {
        ownerOfPartner[partner] = member
        return true
      }
      if findPartner(for: owner, asked: &asked) {
        ownerOfPartner[partner] = member
        return true
      }
    }
    return false
  }
}
