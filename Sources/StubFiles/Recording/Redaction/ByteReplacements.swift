/// Replaces several texts in one pass over bytes, the longest of those that fit at a place.
struct ByteReplacements: Sendable {
  private struct Pair: Sendable {
    let text: [UInt8]
    let replacement: [UInt8]
  }

  private var pairs = [[Pair]](repeating: [], count: 256)
  private(set) var isEmpty = true

  init(_ pairs: [String: String]) {
    for (text, replacement) in pairs {
      guard let first = text.utf8.first else { continue }
      isEmpty = false
      self.pairs[Int(first)].append(
        Pair(text: Array(text.utf8), replacement: Array(replacement.utf8)))
    }
    for index in self.pairs.indices {
      self.pairs[index].sort { $0.text.count > $1.text.count }
    }
  }

  /// The bytes with the replacements, and how many there were; `nil` when there were none.
  func applied(to bytes: [UInt8]) -> (bytes: [UInt8], count: Int)? {
    if isEmpty { return nil }
    var result: [UInt8] = []
    var count = 0
    var copied = 0
    var index = 0
    while index < bytes.count {
      let candidates = pairs[Int(bytes[index])]
      guard !candidates.isEmpty, let pair = candidates.first(where: { fits($0, bytes, index) })
      else {
        index += 1
        continue
      }
      result += bytes[copied..<index]
      result += pair.replacement
      index += pair.text.count
      copied = index
      count += 1
    }
    if count == 0 { return nil }
    return (result + bytes[copied...], count)
  }

  func applied(to text: String) -> String? {
    applied(to: Array(text.utf8)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private func fits(_ pair: Pair, _ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes.count - index >= pair.text.count else { return false }
    for offset in pair.text.indices where bytes[index + offset] != pair.text[offset] {
      return false
    }
    return true
  }
}
