/// Few enough stubs by rank that their places fit into a set of bits.
struct RankedPiece: Sendable {
  private(set) var stubs: [RankedStub] = []
  /// What the stubs ask of the URL, in their order; empty where the nearest are not looked for.
  private(set) var sketches = URLSketches()
  /// What the stubs ask of the text; `nil` while no stub says.
  private var url: ShapeFilter?
  private var path: ShapeFilter?

  var isFull: Bool { stubs.count == StubBits.capacity }

  mutating func insert(_ stub: RankedStub, shapes: TextShapes, sketch: URLSketch?) {
    if shapes.url != nil { url = url ?? ShapeFilter(allPlaces) }
    if shapes.path != nil { path = path ?? ShapeFilter(allPlaces) }
    let place = stubs.place(of: stub.rank)
    stubs.insert(stub, at: place)
    if let sketch { sketches.insert(sketch, at: place) }
    url?.insert(shapes.url, at: place)
    path?.insert(shapes.path, at: place)
  }

  mutating func remove(at place: Int) -> RankedStub {
    url?.remove(at: place)
    path?.remove(at: place)
    if !sketches.isEmpty { sketches.remove(at: place) }
    return stubs.remove(at: place)
  }

  /// Takes the half away that is asked first.
  mutating func split() -> RankedPiece {
    var rest = RankedPiece()
    rest.stubs = Array(stubs[(StubBits.capacity / 2)...])
    stubs.removeSubrange((StubBits.capacity / 2)...)
    if !sketches.isEmpty { rest.sketches = sketches.split(at: StubBits.capacity / 2) }
    rest.url = url?.split()
    rest.path = path?.split()
    return rest
  }

  /// The places of all stubs.
  var allPlaces: StubBits { StubBits(first: stubs.count) }

  /// The places of the stubs that may accept a request, as far as is known of their texts.
  func places(for request: ReceivedRequest) -> StubBits {
    var places = allPlaces
    if let path { places.formIntersection(path.places(for: request.target.readablePath)) }
    if let url {
      var any = StubBits()
      for text in request.target.candidateStrings { any.formUnion(url.places(for: text)) }
      places.formIntersection(any)
    }
    return places
  }
}
