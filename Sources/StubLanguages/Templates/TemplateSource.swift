/// The source of a template, addressed by byte offset.
struct TemplateSource: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var end: Int { bytes.count }

  subscript(offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func starts(with prefix: StaticString, at offset: Int) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard offset + length <= bytes.count else { return false }
    return prefix.withUTF8Buffer { bytes[offset..<offset + length].elementsEqual($0) }
  }

  /// The first place of `text` at or after `offset`.
  func find(_ text: StaticString, from offset: Int) -> Int? {
    guard text.utf8CodeUnitCount > 0, offset <= bytes.count else { return nil }
    let first = text.utf8Start.pointee
    var place = offset
    while let next = bytes[place...].firstIndex(of: first) {
      if starts(with: text, at: next) { return next }
      place = next + 1
    }
    return nil
  }

  /// The character at `offset`, for messages.
  func character(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the template" }
    let some = text(offset..<min(offset + 32, bytes.count))
    guard let character = some.first else { return "the end of the template" }
    return character.isNewline ? "a line end" : "`\(character)`"
  }

  /// From 1.
  func line(of offset: Int) -> Int { bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1 }

  func error(
    at offset: Int, expected: String, found: String, remedy: String
  ) -> TemplateError {
    let place = min(offset, bytes.count)
    let newline = UInt8(ascii: "\n")
    let start = bytes[..<place].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let lineEnd = bytes[place...].firstIndex(of: newline) ?? bytes.count
    let before = text(start..<place)
    let after = text(place..<lineEnd)
    return TemplateError(
      expected: expected, found: found, remedy: remedy,
      line: line(of: place), column: before.count + 1,
      excerpt: Self.excerpt(before: before, after: after))
  }

  /// A line with a caret; a long line is cut around the place.
  private static func excerpt(before: String, after: String) -> String {
    let head = before.count > 60 ? "…" + before.suffix(59) : before
    let tail = after.count > 40 ? after.prefix(39) + "…" : after[...]
    let shown = (head + tail).map { $0 == "\t" || $0.isNewline ? " " : $0 }
    return String(shown) + "\n" + String(repeating: " ", count: head.count) + "^"
  }
}
