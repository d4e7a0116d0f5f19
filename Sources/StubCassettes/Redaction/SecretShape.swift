import StubCore

/// The form of a kind of token: its beginning, and the characters after it.
package struct SecretShape: Sendable {
  /// The part after the beginning.
  package enum Rest: Sendable {
    /// Characters of the alphabet; the number is the least count of them.
    case characters(TokenAlphabet, Int)
    /// Two to four further parts, each after a dot.
    case parts
    /// The lines up to and including the line `-----END …-----`.
    case block
  }

  /// The name of the kind, which completes "this looks like …".
  package let name: String
  private let start: [UInt8]
  private let rest: Rest
  /// The number of bytes at the beginning that are not secret, and are kept.
  private let keptCount: Int
  /// The characters that must come before `start`, and their number; `nil` if the token begins with
  /// `start`.
  private let lead: (alphabet: TokenAlphabet, count: Int)?

  package init(
    _ name: String, _ start: String, _ rest: Rest, behind lead: TokenAlphabet? = nil,
    _ leadCount: Int = 0
  ) {
    self.name = name
    self.start = Array(start.utf8)
    self.rest = rest
    keptCount = 0
    self.lead = lead.map { ($0, leadCount) }
  }

  /// Creates the shape of a token whose beginning is not secret and is kept.
  package init(_ name: String, kept start: String, _ alphabet: TokenAlphabet, _ count: Int) {
    self.name = name
    self.start = Array(start.utf8)
    rest = .characters(alphabet, count)
    keptCount = start.utf8.count
    lead = nil
  }

  /// The shapes, grouped by the first byte of their beginning, and then by the second.
  ///
  /// Longer beginnings come first.
  private static let byFirstBytes: [[[SecretShape]]] = {
    var shapes = [[[SecretShape]]](repeating: [], count: 256)
    for shape in all.sorted(by: { $0.start.count > $1.start.count }) {
      let first = Int(shape.start[0])
      if shapes[first].isEmpty { shapes[first] = Array(repeating: [], count: 256) }
      shapes[first][Int(shape.start[1])].append(shape)
    }
    return shapes
  }()

  /// The meaning of two successive bytes in the search.
  private enum Beginning {
    case none
    /// The bytes begin a token, unless another character of the same word comes before them.
    case ofToken
    /// The bytes begin the text after a lead, so that the token starts before them.
    case behindLead
  }

  /// The meaning of each pair of bytes.
  private static let beginnings: [Beginning] = {
    var beginnings = [Beginning](repeating: .none, count: 1 << 16)
    for shape in all {
      let bytes = Int(shape.start[0]) << 8 | Int(shape.start[1])
      if beginnings[bytes] != .behindLead {
        beginnings[bytes] = shape.lead == nil ? .ofToken : .behindLead
      }
    }
    return beginnings
  }()

  private static let shortest = 20
  private static let fewestCharacters = 10

  /// Returns the ranges of tokens, in order, with their shapes.
  ///
  /// Short texts, texts with few different characters, and common words are ignored.
  static func tokens(in bytes: [UInt8]) -> [(range: Range<Int>, shape: SecretShape)] {
    var found: [(range: Range<Int>, shape: SecretShape)] = []
    if bytes.count < shortest { return found }
    bytes.withUnsafeBufferPointer { bytes in
      beginnings.withUnsafeBufferPointer { beginnings in
        var (place, free) = (0, 0)
        while place + 1 < bytes.count {
          let beginning = beginnings[Int(bytes[place]) << 8 | Int(bytes[place + 1])]
          guard beginning != .none, beginning == .behindLead || isBoundary(place, in: bytes),
            let token = token(at: place, in: bytes, from: free)
          else {
            place += 1
            continue
          }
          if token.isLikely(in: bytes) { found.append((token.range, token.shape)) }
          place = token.range.upperBound
          free = place
        }
      }
    }
    return found
  }

  /// A recognized token: its shape, and its range without a beginning that is kept.
  private struct Token {
    let range: Range<Int>
    let shape: SecretShape

    func isLikely(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard Set(bytes[range]).count >= SecretShape.fewestCharacters else { return false }
      // The text after a word such as "Bearer" may be another ordinary word.
      return shape.keptCount == 0
        ? range.count >= SecretShape.shortest
        : !CommonWords.make(up: String(decoding: bytes[range], as: UTF8.self))
    }
  }

  /// Returns the token whose beginning is at `place`, which must not be the last byte.
  ///
  /// No part of the token may be before `free`.
  private static func token(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>, from free: Int
  ) -> Token? {
    let shapes = byFirstBytes[Int(bytes[place])][Int(bytes[place + 1])]
    for index in shapes.indices {
      guard let end = shapes[index].end(at: place, in: bytes),
        let start = shapes[index].leadStart(at: place, in: bytes, from: free)
      else { continue }
      return Token(range: start + shapes[index].keptCount..<end, shape: shapes[index])
    }
    return nil
  }

  /// Returns the start of the token, which is the start of its lead or, without a lead, of its
  /// beginning.
  ///
  /// The result is `nil` if the lead is missing, or if the beginning is inside a word.
  private func leadStart(
    at place: Int, in bytes: UnsafeBufferPointer<UInt8>, from free: Int
  ) -> Int? {
    guard let lead else { return Self.isBoundary(place, in: bytes) ? place : nil }
    var start = place
    while start > free, place - start <= 64, lead.alphabet.contains(bytes[start - 1]) { start -= 1 }
    let count = place - start
    return count == lead.count || (lead.alphabet == .digits && count > lead.count) ? start : nil
  }

  /// Returns the shape of the first token in the text.
  package static func first(in text: String) -> SecretShape? {
    tokens(in: Array(text.utf8)).first?.shape
  }

  /// Returns whether the text consists only of a token.
  package static func isWhole(_ text: String) -> Bool {
    tokens(in: Array(text.utf8)).first?.range == 0..<text.utf8.count
  }

  /// Returns whether a token can begin at `place`.
  ///
  /// It can if the byte before is not a letter, a digit or `_`, or if that byte belongs to an
  /// escape such as `\n` or `%20`.
  private static func isBoundary(_ place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard place > 0, TokenAlphabet.plain.contains(bytes[place]) else { return true }
    let before = bytes[place - 1]
    if !TokenAlphabet.plain.contains(before), before != UInt8(ascii: "_") { return true }
    if place > 1, bytes[place - 2] == UInt8(ascii: "\\") { return true }
    return place > 2 && bytes[place - 3] == UInt8(ascii: "%")
  }

  /// Returns the end of a token whose beginning is at `place`; `nil` if the bytes do not have this
  /// shape.
  private func end(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let next = place + start.count
    guard next <= bytes.count else { return nil }
    for offset in 1..<start.count where bytes[place + offset] != start[offset] { return nil }
    switch rest {
    case .characters(let alphabet, let count):
      let end = Self.end(of: alphabet, from: next, in: bytes)
      return end - next >= count ? end : nil
    case .parts:
      // The parts are a header, a payload and a signature, which may be empty (RFC 7519 §3), or the
      // five parts of RFC 7516 §3, of which the second may be empty.
      var end = Self.end(of: .word, from: next, in: bytes)
      guard end - next >= 8 else { return nil }
      var lengths: [Int] = []
      while lengths.count < 4, end < bytes.count, bytes[end] == UInt8(ascii: ".") {
        let part = end + 1
        end = Self.end(of: .word, from: part, in: bytes)
        lengths.append(end - part)
      }
      return lengths.count >= 2 && lengths.contains { $0 >= 8 } ? end : nil
    case .block: return Self.endOfBlock(from: next, in: bytes)
    }
  }

  private static func end(
    of alphabet: TokenAlphabet, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var end = start
    while end < bytes.count, alphabet.contains(bytes[end]) { end += 1 }
    // A dot at the end belongs to the sentence.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return end
  }

  /// Returns the end of the line `-----END …-----`.
  ///
  /// If there is no such line, this is the end of the characters that can belong to the block.
  private static func endOfBlock(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let dashes = "-----"
    guard let title = firstPlace(of: dashes, from: start, in: bytes), title - start <= 40,
      String(decoding: bytes[start..<title], as: UTF8.self).hasSuffix("PRIVATE KEY")
    else { return nil }
    let body = title + dashes.utf8.count
    if let ending = firstPlace(of: "-----END ", from: body, in: bytes),
      let end = firstPlace(of: dashes, from: ending + 9, in: bytes), end - ending <= 60
    {
      return end + dashes.utf8.count
    }
    var end = body
    while end < bytes.count,
      TokenAlphabet.base64.contains(bytes[end]) || "\r\n\\:,- ".utf8.contains(bytes[end])
    {
      end += 1
    }
    return end
  }

  private static func firstPlace(
    of text: String, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    let text = Array(text.utf8)
    var place = start
    while let found = ByteSearch.first(text[0], in: bytes, place..<max(place, bytes.count)) {
      if bytes[found...].starts(with: text) { return found }
      place = found + 1
    }
    return nil
  }
}

/// The characters that may occur in a part of a token.
package enum TokenAlphabet: Sendable {
  case digits
  case upper
  case hex
  case plain
  case word
  case dotted
  case base64
  /// The characters of ``word``, and `=`, the padding of Base64.
  case base64url
  /// The characters of ``dotted``, and `/` and `@`.
  case path

  package func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self != .digits
    case UInt8(ascii: "G")...UInt8(ascii: "Z"): self != .digits && self != .hex
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self != .digits && self != .upper
    case UInt8(ascii: "g")...UInt8(ascii: "z"): ![.digits, .upper, .hex].contains(self)
    case UInt8(ascii: "_"), UInt8(ascii: "-"): [.word, .dotted, .base64url, .path].contains(self)
    case UInt8(ascii: "."): self == .dotted || self == .path
    case UInt8(ascii: "="): self == .base64 || self == .base64url
    case UInt8(ascii: "+"): self == .base64
    case UInt8(ascii: "/"): self == .base64 || self == .path
    case UInt8(ascii: "@"): self == .path
    default: false
    }
  }
}
