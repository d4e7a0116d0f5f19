/// The piece of a line that a diagnostic is about, and a caret below it.
public struct SourceExcerpt: Sendable, Hashable {
  /// The text; a long line is cut around the place, cuts are shown as `…`.
  public let line: String
  /// Blanks and a `^` that stands below the place.
  public let caret: String

  private static let charactersEachSide = 60
  private static let bytesEachSide = 240

  /// The line around the place; `nil` when it is empty.
  init?(at position: SourcePosition) {
    let bytes = position.source.bytes
    let range = position.source.lineRange(at: position.offset)
    guard !range.isEmpty else { return nil }
    let offset = min(max(position.offset, range.lowerBound), range.upperBound)
    let start = Self.boundary(bytes, max(range.lowerBound, offset - Self.bytesEachSide))
    let end = Self.boundary(bytes, min(range.upperBound, offset + Self.bytesEachSide))
    let before = Self.printable(bytes[start..<offset])
    let after = Self.printable(bytes[offset..<max(offset, end)])
    var left = String(before.suffix(Self.charactersEachSide))
    var right = String(after.prefix(Self.charactersEachSide))
    if start > range.lowerBound || left.count < before.count { left = "…" + left }
    if end < range.upperBound || right.count < after.count { right += "…" }
    line = left + right
    caret = String(left.map { $0 == "\t" ? "\t" : " " }) + "^"
  }

  /// The offset moved back to the start of a character's encoding.
  private static func boundary(_ bytes: [UInt8], _ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }

  /// The text with control characters replaced, so that a file cannot drive a terminal.
  private static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
      text.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(text)
  }
}
