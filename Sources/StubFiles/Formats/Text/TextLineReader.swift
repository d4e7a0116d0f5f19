import StubCore

/// Reads a text line by line, each as a value with its place.
struct TextLineReader {
  let source: SourceText
  /// The bytes before what is still to be read.
  private(set) var offset = 0

  init(_ source: SourceText) { self.source = source }

  var isAtEnd: Bool { offset >= source.bytes.count }
  var position: SourcePosition { SourcePosition(source: source, offset: offset) }
  /// What is still to be read.
  var rest: ArraySlice<UInt8> { source.bytes[offset...] }

  /// The next line without its end, LF or CR LF; `nil` at the end of the text.
  mutating func next() -> ValueReader? {
    guard !isAtEnd else { return nil }
    let start = position
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.endIndex
    var line = source.bytes[offset..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    offset = min(end + 1, source.bytes.endIndex)
    return Self.value(line, at: start)
  }

  /// Text as a value, so that it can be read and complained about like one of a document.
  static func value(_ bytes: some Collection<UInt8>, at position: SourcePosition) -> ValueReader {
    let text = String(decoding: bytes, as: UTF8.self)
    return ValueReader(DocumentNode(.scalar(DocumentScalar(.string, text: text)), at: position))
  }
}

extension ValueReader {
  /// The text of a line.
  var line: String { node.scalar?.text ?? "" }
}

extension SourceText {
  /// The place where a line begins.
  func position(ofLine number: Int) -> SourcePosition {
    var lines = TextLineReader(self)
    for _ in 1..<max(1, number) { _ = lines.next() }
    return lines.position
  }

  /// The name of the file without folders and ending.
  var baseName: String {
    let file = name.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }
}
