/// The line of a pattern that holds an error, with a caret below the offending character.
struct CaretExcerpt: CustomStringConvertible {
  /// Characters shown on each side of the error; what lies further out becomes `…`.
  private static let reach = 40

  let description: String

  /// The offset counts UTF-8 bytes from 0; one past the end is allowed.
  init(_ text: String, offset: Int) {
    let bytes = Array(text.utf8)
    let position = min(max(offset, 0), bytes.count)
    let lineEnd = UInt8(ascii: "\n")
    let start = bytes[..<position].lastIndex(of: lineEnd).map { $0 + 1 } ?? 0
    let end = bytes[position...].firstIndex(of: lineEnd) ?? bytes.count
    let before = Array(String(decoding: bytes[start..<position], as: UTF8.self))
    let after = Array(String(decoding: bytes[position..<end], as: UTF8.self))
    var left = String(before.suffix(Self.reach))
    if before.count > Self.reach { left = "…" + left }
    var right = String(after.prefix(Self.reach))
    if after.count > Self.reach { right += "…" }
    let padding = String(left.map { $0 == "\t" ? "\t" : " " })
    description = "  \(left)\(right)\n  \(padding)^"
  }
}
