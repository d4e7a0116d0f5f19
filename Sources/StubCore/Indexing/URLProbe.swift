/// One way to make a key of a request's URL.
enum URLProbe: Sendable, Hashable {
  /// Of the whole readable path.
  case path
  /// Of some segments of a path of such a shape.
  case segments(SegmentMask)
  /// Of that many bytes at the start of the readable path.
  case prefix(Int)
  /// Of that many bytes from each place of a text on where such a window may start.
  case window(Int, StubKey.SearchedText, WindowStart)

  /// Where the windows start that are looked up.
  ///
  /// URLs have few delimiters, so a literal is cut to start with one where it can be.
  enum WindowStart: Sendable, Hashable {
    case atDelimiters
    case anywhere
  }
}

/// Which segments of a path are literal in a template.
struct SegmentMask: Sendable, Hashable {
  let count: Int
  /// Whether the path ends with the last of them.
  let isComplete: Bool
  /// Bit n stands for segment n.
  let literals: UInt64

  /// What most segments can be told apart; those behind them count no more.
  static let limit = UInt64.bitWidth

  /// The key of a path with these hashes of its segments; `nil` for a path of another shape.
  func key(of segments: [UInt64]) -> UInt64? {
    guard isComplete ? segments.count == count : segments.count >= count else { return nil }
    var hash = ByteHash()
    hash.add(UInt64(count) << 1 | (isComplete ? 1 : 0))
    hash.add(literals)
    var rest = literals
    while rest != 0 {
      hash.add(segments[rest.trailingZeroBitCount])
      rest &= rest - 1
    }
    return hash.value(2)
  }
}

extension StubKey {
  /// What is looked up in a request to find this key, and the hash it is found by.
  ///
  /// `nil` for keys that say too little, and for those of other parts than the URL.
  var urlKey: (probe: URLProbe, hash: UInt64)? {
    switch self {
    case .path(let path): return (.path, Self.hash(ofPath: path))
    case .segments(let shape): return Self.urlKey(of: shape)
    case .pathPrefix(let start):
      let bytes = start.utf8.prefix(Self.longest)
      guard bytes.count > 1 else { return nil }
      return (.prefix(bytes.count), ByteHash(bytes).value(Self.prefixKind))
    case .literal(let literal, let text):
      let start = literal.utf8.firstIndex(where: Self.isDelimiter)
      if let start, literal.utf8[start...].count >= Self.shortestWindow {
        return Self.urlKey(literal.utf8[start...], text, .atDelimiters)
      }
      return Self.urlKey(literal.utf8[...], text, .anywhere)
    case .value: return nil
    }
  }

  private static func urlKey(
    of shape: URITemplate.PathShape
  ) -> (probe: URLProbe, hash: UInt64)? {
    let segments = shape.segments.prefix(SegmentMask.limit)
    var literals: UInt64 = 0
    for (place, segment) in segments.enumerated() {
      // A byte that is no UTF-8 has become U+FFFD in the literal, and may be another in a path.
      if let segment, !segment.unicodeScalars.contains("\u{FFFD}") {
        literals |= 1 << UInt64(place)
      }
    }
    let mask = SegmentMask(
      count: segments.count, isComplete: shape.isComplete && segments.count == shape.segments.count,
      literals: literals)
    guard literals != 0 || mask.isComplete else { return nil }
    let hashes = segments.map { ByteHash(($0 ?? "").utf8).value(0) }
    return mask.key(of: hashes).map { (.segments(mask), $0) }
  }

  private static func urlKey(
    _ bytes: Substring.UTF8View, _ text: SearchedText, _ start: URLProbe.WindowStart
  ) -> (probe: URLProbe, hash: UInt64)? {
    let window = bytes.prefix(longest)
    guard window.count >= shortestWindow else { return nil }
    return (.window(window.count, text, start), ByteHash(window).value(windowKind(text)))
  }

  /// The most bytes of a text that a key is made of.
  static let longest = 63
  private static let shortestWindow = 3
  static let prefixKind: UInt64 = 3
  private static let pathKind: UInt64 = 6
  static func windowKind(_ text: SearchedText) -> UInt64 { text == .url ? 4 : 5 }

  /// Agrees with the equality of texts, as Swift has it.
  static func hash(ofPath path: String) -> UInt64 {
    if let hash = path.utf8.withContiguousStorageIfAvailable(ByteHash.init(ascii:)) ?? nil {
      return hash.value(pathKind)
    }
    // Two of these texts can be equal without having the same bytes.
    var hasher = Hasher()
    hasher.combine(path)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      false
    default: true
    }
  }
}
