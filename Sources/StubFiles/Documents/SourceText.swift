/// A file's text in UTF-8 with its lines found, so that any byte offset can be shown to people.
///
/// Identity matters: every node of a document shares the one text it came from.
package final class SourceText: Sendable {
  /// The path as the caller wrote it, or a name such as `<stdin>`.
  package let name: String
  /// The bytes without a byte order mark.
  package let bytes: [UInt8]
  private let lines: LineTable

  /// A text from its bytes; a binary property list becomes one in XML.
  ///
  /// - Throws: `FileDiagnostic` when the bytes are not UTF-8.
  package init(name: String, bytes: [UInt8]) throws(FileDiagnostic) {
    let bytes =
      BinaryPropertyList.isOne(bytes) ? try BinaryPropertyList.xml(of: bytes, named: name) : bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.name = name
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    lines = LineTable(self.bytes)
    // The body of a message need not be text.
    let isMessage = bytes.starts(with: "HTTP/".utf8)
    let invalid = isMessage ? nil : UTF8Check.firstInvalidByte(in: self.bytes)
    if invalid != nil, let remedy = Self.decompression(of: bytes) {
      throw FileDiagnostic(
        file: name, found: "compressed data", expected: "text in UTF-8", remedy: remedy)
    }
    if Self.looksLikeUTF16(bytes) {
      throw FileDiagnostic(
        file: name, found: "UTF-16 or UTF-32 text", expected: "UTF-8",
        remedy: "try saving the file as UTF-8")
    }
    if let offset = invalid {
      throw FileDiagnostic(
        at: SourcePosition(source: self, offset: offset),
        found: "bytes that are not UTF-8", expected: "UTF-8",
        remedy: "try saving the file as UTF-8")
    }
  }

  /// The same text as another object.
  init(sharing source: SourceText) {
    (name, bytes, lines) = (source.name, source.bytes, source.lines)
  }

  /// Text that is at hand, such as an argument of the command.
  package convenience init(name: String, text: String) throws(FileDiagnostic) {
    try self.init(name: name, bytes: Array(text.utf8))
  }

  /// The line that holds the byte, from 1.
  package func line(at offset: Int) -> Int {
    lines.line(at: clamped(offset), in: bytes) + 1
  }

  /// The place of the byte in its line, from 1, in characters as an editor counts them.
  package func column(at offset: Int) -> Int {
    let before = bytes[lines.start(ofLineAt: clamped(offset), in: bytes)..<clamped(offset)]
    let isASCII = before.allSatisfy { $0 < 0x80 }
    return 1 + (isASCII ? before.count : String(decoding: before, as: UTF8.self).count)
  }

  /// The bytes of the line that holds the byte, without the line end.
  func lineRange(at offset: Int) -> Range<Int> {
    let start = lines.start(ofLineAt: clamped(offset), in: bytes)
    let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return start..<(end ?? bytes.count)
  }

  /// The first byte of a line, counted from 1, that is no blank.
  func offset(ofLine line: Int) -> Int {
    var offset = lines.start(ofLine: max(line - 1, 0), in: bytes)
    while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    return offset
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }

  /// What undoes the compression that the bytes begin as (RFC 1950 §2.2, RFC 1952 §2.3.1).
  private static func decompression(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    if bytes.starts(with: [0x1F, 0x8B]) { return "try gunzip" }
    let isZlib = bytes[0] == 0x78 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return isZlib ? "try decompressing it: ruby -rzlib -e 'print Zlib.inflate($<.read)' FILE" : nil
  }

  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    let isMark = (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
    return isMark || (bytes[0] == 0) != (bytes[1] == 0)
  }
}
