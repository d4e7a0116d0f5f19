/// A few hundred stubs by rank.
struct RankedPiece: Sendable {
  private(set) var stubs: [RankedStub] = []
  /// What the stubs ask of the URL, in their order; empty where the nearest are not looked for.
  private(set) var sketches = URLSketches()

  static let capacity = 512

  var isFull: Bool { stubs.count == Self.capacity }

  mutating func insert(_ stub: RankedStub, sketch: URLSketch?) {
    let place = stubs.place(of: stub.rank)
    stubs.insert(stub, at: place)
    if let sketch { sketches.insert(sketch, at: place) }
  }

  mutating func remove(at place: Int) -> RankedStub {
    if !sketches.isEmpty { sketches.remove(at: place) }
    return stubs.remove(at: place)
  }

  /// Takes the half away that is asked first.
  mutating func split() -> RankedPiece {
    var rest = RankedPiece()
    rest.stubs = Array(stubs[(Self.capacity / 2)...])
    stubs.removeSubrange((Self.capacity / 2)...)
    if !sketches.isEmpty { rest.sketches = sketches.split(at: Self.capacity / 2) }
    return rest
  }
}
