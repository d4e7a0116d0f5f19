/// What a URL looks like, in eight bytes: by them the nearest of very many stubs are found.
struct URLSketch: Sendable {
  /// Hashes of the path's first segment, of all but its last, of its last, and of the host; 0 for
  /// what a stub does not say.
  private var marks: SIMD4<UInt16> = .zero

  private enum Mark: Int {
    case first
    case parent
    case last
    case host
  }

  init(_ target: RequestURL) {
    add(path: target.readablePath)
    if let host = target.host { self[.host] = Self.mark(host.utf8) }
  }

  /// What a stub with these keys asks of the URL.
  init(_ keys: [StubKey]) {
    for key in keys {
      switch key {
      case .path(let path): add(path: path)
      case .segments(let shape): add(shape)
      case .pathPrefix(let start): add(start: start)
      case .literal(let literal, in: .path): add(start: literal)
      case .literal, .value: break
      }
    }
  }

  /// The greater, the more alike they are; what a stub leaves open counts a little.
  @inline(__always)
  func likeness(to stub: URLSketch) -> Int {
    let open = SIMD4<UInt16>.zero.replacing(with: 1, where: stub.marks .== .zero)
    return Int(open.replacing(with: Self.weights, where: marks .== stub.marks).wrappedSum())
  }

  /// The parent, which says most; 0 for one that is left open.
  var parent: UInt16 { self[.parent] }

  /// Whether nothing is so alike that neither has the same parent nor leaves it open.
  static func needsParent(for likeness: Int) -> Bool {
    likeness > greatestLikeness - Int(weights[Mark.parent.rawValue])
  }

  /// No likeness is greater.
  static let greatestLikeness = 10
  private static var weights: SIMD4<UInt16> { SIMD4(2, 4, 3, 1) }

  private subscript(mark: Mark) -> UInt16 {
    get { marks[mark.rawValue] }
    set { marks[mark.rawValue] = newValue }
  }

  private mutating func add(path: String) {
    var path = path
    path.withUTF8 { path in
      guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
      add(start: path)
      self[.parent] = Self.mark(path[..<slash])
      self[.last] = Self.mark(path[(slash + 1)...])
      if slash == 0 { self[.first] = self[.last] }
    }
  }

  private mutating func add(start: String) {
    var start = start
    start.withUTF8 { add(start: $0) }
  }

  /// Only a segment that has ended is known.
  private mutating func add(start: UnsafeBufferPointer<UInt8>) {
    guard start.first == UInt8(ascii: "/") else { return }
    let rest = start.dropFirst()
    guard let end = rest.firstIndex(of: UInt8(ascii: "/")) else { return }
    self[.first] = Self.mark(rest[..<end])
  }

  private mutating func add(_ shape: URITemplate.PathShape) {
    if let first = shape.segments.first ?? nil { self[.first] = Self.mark(first.utf8) }
    guard shape.isComplete, !shape.segments.isEmpty else { return }
    if let last = shape.segments.last ?? nil { self[.last] = Self.mark(last.utf8) }
    let parent = shape.segments.dropLast()
    guard !parent.contains(nil) else { return }
    self[.parent] = Self.mark(parent.map { "/" + ($0 ?? "") }.joined().utf8)
  }

  /// Not 0, and rarely the same for two texts.
  private static func mark(_ text: some Sequence<UInt8>) -> UInt16 {
    UInt16(truncatingIfNeeded: ByteHash(text).value(6)) | 1
  }
}
