import StubCore

/// A reader of a text line by line, in which each line is a value with its position.
package struct TextLineReader {
  package let source: SourceText
  /// The offset of the first byte that has not been read.
  package private(set) var offset = 0

  package init(_ source: SourceText) { self.source = source }

  var isAtEnd: Bool { offset >= source.bytes.count }
  package var position: SourcePosition { SourcePosition(source: source, offset: offset) }
  /// The bytes that have not been read.
  package var rest: ArraySlice<UInt8> { source.bytes[offset...] }

  /// Returns the next line without its end, which is LF or CR LF; `nil` at the end of the text.
  package mutating func next() -> Value? {
    guard !isAtEnd else { return nil }
    let start = position
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.endIndex
    var line = source.bytes[offset..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    offset = min(end + 1, source.bytes.endIndex)
    return Self.value(line, at: start)
  }

  /// Returns a text as a value, so that errors in it are reported as in a document.
  package static func value(_ bytes: some Collection<UInt8>, at position: SourcePosition) -> Value {
    Value(text: String(decoding: bytes, as: UTF8.self), at: position)
  }
}

extension Value {
  /// The text of a line.
  package var line: String { scalar?.text ?? "" }
}

extension SourceText {
  /// Returns the position of the start of a line; lines are numbered from 1.
  package func position(ofLine number: Int) -> SourcePosition {
    var lines = TextLineReader(self)
    for _ in 1..<max(1, number) { _ = lines.next() }
    return lines.position
  }

  /// The name of the file without its folders and its extension.
  package var baseName: String {
    let file = name.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }
}
