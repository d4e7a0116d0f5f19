/// A kind of index key that is computed from a request's URL.
enum URLProbe: Sendable, Hashable {
  /// One key for the whole readable path, which is decoded except `%2F` and `%25`.
  case path
  /// One key for the segments that are literal in a URI template.
  case segments(SegmentMask)
  /// One key for the start of the readable path, with this number of bytes.
  case prefix(Int)
  /// One key for each section (window) of a text, with this number of bytes.
  case window(Int, StubKey.SearchedText, WindowStart)
}

/// The positions of the path segments that are literal in a URI template.
struct SegmentMask: Sendable, Hashable {
  let count: Int
  /// Whether the path ends after these segments.
  let isComplete: Bool
  /// The literal segments: bit n is set if segment n, from 0, is literal.
  let literals: UInt64

  /// The largest number of segments in a key; later segments are ignored.
  static let limit = UInt64.bitWidth

  /// Returns the key of a path from the hashes of its segments; `nil` if the path has another
  /// shape.
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
  /// The kinds of URL keys by which requests are looked up, each with the hash of this key.
  ///
  /// There are none if the key is too short, or is for a part other than the URL.
  var urlKeys: [(probe: URLProbe, hash: UInt64)] {
    switch form {
    case .path(let path): return [(.path, Self.hash(ofPath: path))]
    case .segments(let shape): return Self.urlKey(of: shape).map { [$0] } ?? []
    case .pathPrefix(let start):
      let bytes = start.utf8.prefix(Self.longest)
      guard bytes.count > 1 else { return [] }
      return [(.prefix(bytes.count), ByteHash(bytes).value(Self.prefixKind))]
    case .literal(let literal, let text):
      return Self.windows(of: literal).map { bytes, start in
        (.window(bytes.count, text, start), ByteHash(bytes).value(Self.windowKind(text)))
      }
    case .value, .text: return []
    }
  }

  private static func urlKey(
    of shape: URITemplate.PathShape
  ) -> (probe: URLProbe, hash: UInt64)? {
    let segments = shape.segments.prefix(SegmentMask.limit)
    var literals: UInt64 = 0
    for (place, segment) in segments.enumerated() {
      // U+FFFD stands for any invalid UTF-8 in the literal, so the path may have other bytes there.
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

  /// Returns the windows (pieces) of `literal` by which texts with this literal are found, and
  /// where they start.
  ///
  /// A window that starts at a delimiter comes first, because a text has fewer of these windows.
  /// The result is empty if the literal is too short.
  static func windows(
    of literal: String, shortest: Int = 3
  ) -> [(bytes: Substring.UTF8View, start: WindowStart)] {
    let bytes = literal.utf8[...]
    guard bytes.count >= shortest else { return [] }
    var windows = [(bytes.prefix(longest), WindowStart.anywhere)]
    if let start = bytes.firstIndex(where: isDelimiter), bytes[start...].count >= shortest {
      // A delimiter at the start makes both windows the same bytes.
      if start == bytes.startIndex { windows = [] }
      windows.insert((bytes[start...].prefix(longest), .atDelimiters), at: 0)
    }
    return windows
  }

  /// The largest number of bytes that a key for a prefix or a window uses.
  static let longest = 63
  static let prefixKind: UInt64 = 3
  static func windowKind(_ text: SearchedText) -> UInt64 { text == .url ? 4 : 5 }

  /// Returns the hash of a path; texts that are equal in Swift have equal hashes.
  static func hash(ofPath path: String) -> UInt64 {
    UInt64(bitPattern: Int64(path.hashValue))
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

/// The kinds of URL keys under which at least one stub is indexed.
struct URLProbes: Sendable {
  private var counts: [URLProbe: Int] = [:]
  private var hasPaths = false
  private var masks: [SegmentMask] = []
  private var prefixes = LengthSet()
  private var windows: [Windows] = []

  fileprivate struct Windows: Sendable {
    let text: StubKey.SearchedText
    let start: WindowStart
    var lengths = LengthSet()
  }

  mutating func add(_ probe: URLProbe) {
    let count = counts[probe, default: 0] + 1
    counts[probe] = count
    guard count == 1 else { return }
    switch probe {
    case .path: hasPaths = true
    case .segments(let mask): masks.append(mask)
    case .prefix(let length): prefixes.insert(length)
    case .window(let length, let text, let start):
      windows[place(of: text, start)].lengths.insert(length)
    }
  }

  mutating func remove(_ probe: URLProbe) {
    let count = counts[probe, default: 1] - 1
    counts[probe] = count == 0 ? nil : count
    guard count == 0 else { return }
    switch probe {
    case .path: hasPaths = false
    case .segments(let mask): masks.removeAll { $0 == mask }
    case .prefix(let length): prefixes.remove(length)
    case .window(let length, let text, let start):
      let place = place(of: text, start)
      windows[place].lengths.remove(length)
      if windows[place].lengths.isEmpty { windows.remove(at: place) }
    }
  }

  private mutating func place(
    of text: StubKey.SearchedText, _ start: WindowStart
  ) -> Int {
    if let place = windows.firstIndex(where: { $0.text == text && $0.start == start }) {
      return place
    }
    windows.append(Windows(text: text, start: start))
    return windows.count - 1
  }

  /// Calls `body` with each key under which stubs for the URL may be indexed.
  ///
  /// The result is passed `inout`, because a result that a closure captures would be copied at the
  /// end.
  func forEachKey<Result>(
    of target: RequestURL, into result: inout Result, _ body: (inout Result, UInt64) -> Void
  ) {
    if hasPaths { body(&result, StubKey.hash(ofPath: target.readablePath)) }
    if masks.isEmpty, prefixes.isEmpty, windows.isEmpty { return }
    forEachOtherKey(of: target) { body(&result, $0) }
  }

  private func forEachOtherKey(of target: RequestURL, _ body: (UInt64) -> Void) {
    if !masks.isEmpty {
      let segments = target.segmentHashes
      for mask in masks {
        if let key = mask.key(of: segments) { body(key) }
      }
    }
    if !prefixes.isEmpty {
      prefixes.forEachHash(of: target.readablePath.utf8) { body($0.value(StubKey.prefixKind)) }
    }
    for windows in windows {
      switch windows.text {
      case .path: windows.keys(in: target.readablePath, body)
      case .url:
        let urls = target.candidateStrings
        // Schemes have no delimiters, so these keys are the same for `http` and `https`.
        let count = target.isListenerPort ? 2 : 1
        for url in windows.start == .atDelimiters ? urls.prefix(count) : urls[...] {
          windows.keys(in: url, body)
        }
      }
    }
  }
}

extension URLProbes.Windows {
  fileprivate func keys(in text: String, _ body: (UInt64) -> Void) {
    var text = text
    let kind = StubKey.windowKind(self.text)
    text.withUTF8 { lengths.forEachWindow(of: $0, start) { body($0.value(kind)) } }
  }
}

extension RequestURL {
  /// The hashes of the path's percent-decoded segments, which keys of templates also use.
  fileprivate var segmentHashes: [UInt64] {
    var hashes: [UInt64] = []
    // Few paths have more than 8 segments.
    hashes.reserveCapacity(8)
    var path = path
    path.withUTF8 { bytes in
      guard var place = bytes.firstIndex(of: UInt8(ascii: "/")) else { return }
      while place < bytes.count {
        place += 1
        var hash = ByteHash()
        while place < bytes.count, bytes[place] != UInt8(ascii: "/") {
          // Most bytes are not encoded, so the call is usually avoided.
          let encoded =
            bytes[place] == UInt8(ascii: "%")
            ? PercentEncoding.byte(encodedAt: place, in: bytes) : nil
          hash.add(encoded ?? bytes[place])
          place += encoded == nil ? 1 : 3
        }
        hashes.append(hash.value(0))
      }
    }
    return hashes
  }
}
