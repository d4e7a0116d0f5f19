/// The sketches of the stubs of a piece, in their order.
struct URLSketches: Sendable {
  private var sketches: [URLSketch] = []
  /// Their parents once more, side by side: most stubs are told from a request by these alone.
  private var parents: [UInt16] = []

  /// So many parents are looked at in one go.
  private typealias Block = SIMD16<UInt16>

  var isEmpty: Bool { sketches.isEmpty }

  mutating func insert(_ sketch: URLSketch, at place: Int) {
    sketches.insert(sketch, at: place)
    parents.insert(sketch.parent, at: place)
  }

  mutating func remove(at place: Int) {
    sketches.remove(at: place)
    parents.remove(at: place)
  }

  /// Takes those away that stand at a place or behind it.
  mutating func split(at place: Int) -> URLSketches {
    var rest = URLSketches()
    rest.sketches = Array(sketches[place...])
    rest.parents = Array(parents[place...])
    sketches.removeSubrange(place...)
    parents.removeSubrange(place...)
    return rest
  }

  /// Calls `body` with the places that are at least so alike to a sketch, the last place first, and
  /// with their likeness; what it returns is the least likeness from then on.
  @inline(__always)
  func search(
    for sketch: URLSketch, atLeast least: Int, _ body: (_ place: Int, _ likeness: Int) -> Int
  ) {
    var least = least
    var end = sketches.count
    while end > 0 {
      let start = max(0, end - Block.scalarCount)
      if !URLSketch.needsParent(for: least) || hasParent(of: sketch, in: start..<end) {
        for place in (start..<end).reversed() {
          let likeness = sketch.likeness(to: sketches[place])
          if likeness >= least { least = body(place, likeness) }
        }
      }
      end = start
    }
  }

  /// Whether one of a block has the same parent, or leaves it open; that of fewer may always be.
  private func hasParent(of sketch: URLSketch, in places: Range<Int>) -> Bool {
    guard places.count == Block.scalarCount else { return true }
    let block = parents.withUnsafeBytes {
      $0.loadUnaligned(
        fromByteOffset: places.lowerBound * MemoryLayout<UInt16>.stride, as: Block.self)
    }
    let hits = block .== Block(repeating: sketch.parent) .| block .== .zero
    return unsafeBitCast(hits, to: SIMD4<UInt64>.self) != .zero
  }
}
