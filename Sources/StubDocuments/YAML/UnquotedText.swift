import StubCore

/// A text without quotes that has special characters of YAML, such as `/orders/{id}` in
/// `{ path: /orders/{id} }`.
struct UnquotedText {
  let text: String

  /// Finds the unquoted value in which YAML's parser stopped; `nil` if it stopped elsewhere.
  init?(around place: Int, in bytes: [UInt8]) {
    let line = (bytes[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    let start: Int
    switch place < bytes.count ? bytes[place] : 0 {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"):
      guard let found = Self.start(in: bytes[line..<place], after: "{[,") else { return nil }
      start = found
    case 0x21...0x7E where place > line && "]}".utf8.contains(bytes[place - 1]):
      // A text such as `[a-z]+` looks like a list.
      guard let found = Self.start(in: bytes[line..<place], after: "") else { return nil }
      start = found
    default: return nil
    }
    guard start < place, !"\"'|>&*!".utf8.contains(bytes[start]) else { return nil }
    let end = Self.end(from: start, in: bytes)
    guard end > place else { return nil }
    text = String(decoding: bytes[start..<end], as: UTF8.self).trimmingWhitespace()
    guard text.utf8.count <= 200 else { return nil }
  }

  /// The text in the kind of quotes that needs the fewest escapes.
  var quoted: String {
    text.contains("\"") || text.contains("\\")
      ? "'\(text.replacing("'", with: "''"))'" : "\"\(text)\""
  }

  /// Returns the start of the last value on the line, which follows a key or one of the marks.
  private static func start(in line: ArraySlice<UInt8>, after marks: String) -> Int? {
    let before = line.indices.last { index in
      marks.utf8.contains(line[index])
        || (line[index] == UInt8(ascii: ":") && index + 1 < line.endIndex
          && line[index + 1] == UInt8(ascii: " "))
    }
    return before.flatMap { line[($0 + 1)...].firstIndex { $0 != UInt8(ascii: " ") } }
  }

  /// Returns the end of the value, which is the end of its line, or of the list or mapping around
  /// it.
  private static func end(from start: Int, in bytes: [UInt8]) -> Int {
    var depth = 0
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return index
      case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return index
      case UInt8(ascii: "#") where bytes[index - 1] == UInt8(ascii: " "): return index
      default: continue
      }
    }
    return bytes.count
  }
}
