import StubCore
package import StubPlatform

extension Data {
  /// Returns whether the bytes contain `byte`.
  package func hasByte(_ byte: UInt8) -> Bool {
    withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      return ByteSearch.first(byte, in: bytes, 0..<bytes.count) != nil
    }
  }
}

extension [UInt8] {
  /// Returns the first index of the byte at or after `start`.
  package func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
    withUnsafeBufferPointer { ByteSearch.first(byte, in: $0, start..<$0.count) }
  }

  /// Returns whether the range contains `byte`.
  package func hasByte(_ byte: UInt8, in range: Range<Int>) -> Bool {
    withUnsafeBufferPointer { ByteSearch.first(byte, in: $0, range) != nil }
  }
}

/// The replacement of ranges of bytes, which must be done in their order.
struct ByteEdits {
  private let old: [UInt8]
  private var new: [UInt8] = []
  /// The number of old bytes that have been copied or replaced.
  private var copied = 0

  init(_ old: [UInt8]) { self.old = old }

  /// Replaces a range that begins at or after the end of the previous one.
  mutating func replace(_ range: Range<Int>, with bytes: some Sequence<UInt8>) {
    guard range.lowerBound >= copied else { return }
    new += old[copied..<range.lowerBound]
    new += bytes
    copied = range.upperBound
  }

  var result: [UInt8] { copied == 0 ? old : new + old[copied...] }
}

/// The replacement of several texts in one pass over bytes; of several matching texts, the longest
/// is used.
struct ByteReplacements: Sendable {
  struct Pair: Sendable {
    let text: [UInt8]
    let replacement: [UInt8]
    /// Whether the text is kept where a path segment begins with it, after a `/`.
    let keepsPathSegments: Bool

    init(_ text: String, _ replacement: String, keepsPathSegments: Bool) {
      self.text = Array(text.utf8)
      self.replacement = Array(replacement.utf8)
      self.keepsPathSegments = keepsPathSegments
    }
  }

  /// The pairs, grouped by the first four bytes of the text, or by its first byte if it is shorter.
  ///
  /// In a group, longer texts come first.
  private var pairs: [UInt32: [Pair]] = [:]
  private var isFirst = [Bool](repeating: false, count: 256)
  private var hasShort = false
  var isEmpty: Bool { pairs.isEmpty }

  init(_ pairs: [Pair]) {
    for pair in pairs where !pair.text.isEmpty {
      isFirst[Int(pair.text[0])] = true
      hasShort = hasShort || pair.text.count < 4
      self.pairs[Self.start(of: pair.text[...], whole: pair.text.count >= 4), default: []]
        .append(pair)
    }
    for start in self.pairs.keys { self.pairs[start]?.sort { $0.text.count > $1.text.count } }
  }

  private static func start(of bytes: ArraySlice<UInt8>, whole: Bool) -> UInt32 {
    guard whole else { return UInt32(bytes[bytes.startIndex]) }
    return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the bytes with the replacements, and the number of replacements; `nil` if there are
  /// none.
  func applied(to bytes: [UInt8]) -> (bytes: [UInt8], count: Int)? {
    if isEmpty { return nil }
    var edits = ByteEdits(bytes)
    var count = 0
    var index = 0
    while index < bytes.count {
      guard isFirst[Int(bytes[index])], let pair = pair(at: index, in: bytes) else {
        index += 1
        continue
      }
      edits.replace(index..<index + pair.text.count, with: pair.replacement)
      index += pair.text.count
      count += 1
    }
    return count == 0 ? nil : (edits.result, count)
  }

  private func pair(at index: Int, in bytes: [UInt8]) -> Pair? {
    let rest = bytes[index...]
    var found: Pair?
    if rest.count >= 4 {
      found = pairs[Self.start(of: rest, whole: true)]?.first { fits($0, rest) }
    }
    if found == nil, hasShort {
      found = pairs[Self.start(of: rest, whole: false)]?.first { fits($0, rest) }
    }
    guard let found, found.keepsPathSegments, index > 0 else { return found }
    let isPath =
      bytes[index - 1] == UInt8(ascii: "/")
      || bytes[..<index].suffix(3).elementsEqual("%2F".utf8)
    return isPath ? nil : found
  }

  private func fits(_ pair: Pair, _ rest: ArraySlice<UInt8>) -> Bool {
    rest.count >= pair.text.count && rest.starts(with: pair.text)
  }
}
