/// The ways in which the URL of a request is looked up: those that some stub is filed under.
struct URLProbes: Sendable {
  private var counts: [URLProbe: Int] = [:]
  private var hasPaths = false
  private var masks: [SegmentMask] = []
  private var prefixes = LengthSet()
  private var windows: [Windows] = []

  fileprivate struct Windows: Sendable {
    let text: StubKey.SearchedText
    let start: URLProbe.WindowStart
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
    of text: StubKey.SearchedText, _ start: URLProbe.WindowStart
  ) -> Int {
    if let place = windows.firstIndex(where: { $0.text == text && $0.start == start }) {
      return place
    }
    windows.append(Windows(text: text, start: start))
    return windows.count - 1
  }

  /// Calls `body` with each key under which a stub may be filed that accepts such a URL.
  ///
  /// The result is handed on to it, as one that a closure holds is copied in the end.
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
    if !prefixes.isEmpty { Self.prefixKeys(of: target.readablePath, prefixes, body) }
    for windows in windows {
      switch windows.text {
      case .path: windows.keys(in: target.readablePath, body)
      case .url:
        let urls = target.candidateStrings
        // They differ in the scheme, which has no delimiter.
        for url in windows.start == .atDelimiters ? urls[..<1] : urls[...] {
          windows.keys(in: url, body)
        }
      }
    }
  }

  private static func prefixKeys(
    of path: String, _ lengths: LengthSet, _ body: (UInt64) -> Void
  ) {
    var hash = ByteHash()
    for (place, byte) in path.utf8.enumerated() {
      if place >= lengths.max { return }
      hash.add(byte)
      if lengths.contains(place + 1) { body(hash.value(StubKey.prefixKind)) }
    }
  }
}

extension URLProbes.Windows {
  fileprivate func keys(in text: String, _ body: (UInt64) -> Void) {
    var text = text
    let kind = StubKey.windowKind(self.text)
    text.withUTF8 { bytes in
      for first in bytes.indices where start == .anywhere || StubKey.isDelimiter(bytes[first]) {
        var hash = ByteHash()
        for place in first..<Swift.min(bytes.count, first + lengths.max) {
          hash.add(bytes[place])
          if lengths.contains(place - first + 1) { body(hash.value(kind)) }
        }
      }
    }
  }
}

/// Lengths from 1 to `StubKey.longest`.
private struct LengthSet: Sendable {
  private var bits: UInt64 = 0

  mutating func insert(_ length: Int) { bits |= 1 << UInt64(length) }
  mutating func remove(_ length: Int) { bits &= ~(1 << UInt64(length)) }

  func contains(_ length: Int) -> Bool { bits & 1 << UInt64(length) != 0 }
  var isEmpty: Bool { bits == 0 }
  /// The greatest length; −1 when there is none.
  var max: Int { 63 - bits.leadingZeroBitCount }
}

extension RequestURL {
  /// The hashes of the decoded segments of the path, each as templates have them.
  fileprivate var segmentHashes: [UInt64] {
    var hashes: [UInt64] = []
    // Few paths have more segments.
    hashes.reserveCapacity(8)
    var path = path
    path.withUTF8 { bytes in
      guard var place = bytes.firstIndex(of: UInt8(ascii: "/")) else { return }
      while place < bytes.count {
        place += 1
        var hash = ByteHash()
        while place < bytes.count, bytes[place] != UInt8(ascii: "/") {
          var byte = bytes[place]
          if byte == UInt8(ascii: "%"), place + 2 < bytes.count,
            let high = PercentEncoding.hexValue(bytes[place + 1]),
            let low = PercentEncoding.hexValue(bytes[place + 2])
          {
            byte = high << 4 | low
            place += 2
          }
          hash.add(byte)
          place += 1
        }
        hashes.append(hash.value(0))
      }
    }
    return hashes
  }
}
