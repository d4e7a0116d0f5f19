import StubCore

/// A file's text in UTF-8, which converts byte offsets into lines and columns.
///
/// It is a class, because all values of a document share one text.
package final class SourceText: Sendable {
  /// The path as given by the caller, or a name such as `<stdin>`.
  package let name: String
  /// The bytes without a byte order mark.
  package let bytes: [UInt8]
  /// The source of other files to which the text refers.
  package let reading: FileSource
  private let lines: LineTable

  /// The beginning of a saved HTTP message.
  package static let messageMark = "HTTP/"
  /// The beginning of a trace of Charles Proxy.
  package static let traceMark = "HTTP-Trace-Version:"

  /// Creates a text from its bytes; a binary property list is converted to XML.
  ///
  /// - Throws: `FileDiagnostic` if the bytes are not UTF-8, or too many.
  package init(
    name: String, bytes: [UInt8], reading: FileSource = .files
  ) throws(FileDiagnostic) {
    let bytes =
      BinaryPropertyList.isOne(bytes) ? try BinaryPropertyList.xml(of: bytes, named: name) : bytes
    guard bytes.count <= JSONToken.mostBytes else {
      throw FileDiagnostic(
        file: name, found: "\(bytes.count) bytes", expected: "at most \(JSONToken.mostBytes)",
        remedy: "use several files")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    (self.name, self.reading) = (name, reading)
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    lines = LineTable(self.bytes)
    // Messages and traces may have bodies that are not text.
    let isMessage = [Self.messageMark, Self.traceMark].contains { bytes.starts(with: $0.utf8) }
    let invalid = isMessage ? nil : UTF8Check.firstInvalidByte(in: self.bytes)
    if invalid != nil, let remedy = Self.decompression(of: bytes) {
      throw FileDiagnostic(
        file: name, found: "compressed data", expected: "text in UTF-8", remedy: .advice(remedy))
    }
    if Self.looksLikeUTF16(bytes) {
      throw FileDiagnostic(
        file: name, found: "UTF-16 or UTF-32 text", expected: "UTF-8",
        remedy: "save the file as UTF-8")
    }
    if let offset = invalid {
      throw FileDiagnostic(
        at: SourcePosition(source: self, offset: offset),
        found: "bytes that are not UTF-8", expected: "UTF-8",
        remedy: "save the file as UTF-8")
    }
  }

  /// Copies the text into a separate object for another thread.
  package init(sharing source: SourceText) {
    (name, bytes, reading, lines) = (source.name, source.bytes, source.reading, source.lines)
  }

  /// Creates a text from a string, such as an argument of the command.
  package convenience init(name: String, text: String) throws(FileDiagnostic) {
    try self.init(name: name, bytes: Array(text.utf8))
  }

  /// Returns the number of the line with the byte at `offset`, from 1.
  package func line(at offset: Int) -> Int {
    lines.line(at: clamped(offset), in: bytes) + 1
  }

  /// Returns the column of the byte at `offset` in characters, from 1, as editors count them.
  package func column(at offset: Int) -> Int {
    let before = bytes[lines.start(ofLineAt: clamped(offset), in: bytes)..<clamped(offset)]
    let isASCII = before.allSatisfy { $0 < 0x80 }
    return 1 + (isASCII ? before.count : String(decoding: before, as: UTF8.self).count)
  }

  /// Returns the range of the line with the byte at `offset`, without its line break.
  ///
  /// The range ends no more than `most` bytes after `offset`.
  func lineRange(at offset: Int, upTo most: Int) -> Range<Int> {
    let offset = clamped(offset)
    let start = lines.start(ofLineAt: offset, in: bytes)
    // A line may be as long as the file.
    let last = min(bytes.count - offset, most) + offset
    let end = bytes[start..<last].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return start..<(end ?? last)
  }

  /// Returns the offset of the first byte of a line, numbered from 1, that is not a space.
  package func offset(ofLine line: Int) -> Int {
    var offset = lines.start(ofLine: max(line - 1, 0), in: bytes)
    while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    return offset
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }

  /// Returns the remedy for bytes that start like gzip or zlib (RFC 1952 §2.3.1, RFC 1950 §2.2).
  private static func decompression(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    if bytes.starts(with: [0x1F, 0x8B]) { return "run gunzip" }
    let isZlib = bytes[0] == 0x78 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    return isZlib ? "decompress it: ruby -rzlib -e 'print Zlib.inflate($<.read)' FILE" : nil
  }

  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    let isMark = (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
    return isMark || (bytes[0] == 0) != (bytes[1] == 0)
  }
}

extension SourceText {
  /// Reads a whole file; a file compressed with zlib or gzip, such as `.zhar`, is decompressed.
  ///
  /// - Throws: `FileDiagnostic` if the file is unreadable, longer than the limit or not UTF-8.
  package convenience init(
    path: String, atMost limit: Int = .max, reading: FileSource = .files
  ) throws(FileDiagnostic) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try reading.bytes(path, limit).get()
    } catch  where error.code == FileProblem.tooLong {
      throw FileDiagnostic(
        file: path, found: FileSize.excess(of: path, over: limit), remedy: .advice(FileSize.remedy))
    } catch  where error.code == FileProblem.noFile {
      throw FileDiagnostic(
        file: path, found: "\(error)", remedy: "write what comes from it into a file")
    } catch {
      throw FileDiagnostic(
        file: path, found: "cannot read this file: \(error)", remedy: .advice(error.remedy))
    }
    let text = try CompressedFile.text(of: bytes, named: path, atMost: limit)
    try self.init(name: path, bytes: text, reading: reading)
  }
}

/// A position in a file, whose line and column are computed on demand.
package struct SourcePosition: Sendable, Hashable {
  package let source: SourceText
  /// The number of bytes from the start of the text.
  package let offset: Int

  package init(source: SourceText, offset: Int) {
    self.source = source
    self.offset = offset
  }

  package var file: String { source.name }
  /// The line, from 1.
  package var line: Int { source.line(at: offset) }
  /// The column in characters, from 1.
  package var column: Int { source.column(at: offset) }

  /// The position as `line:column`, for messages about the same file.
  package var short: String { "\(line):\(column)" }

  package static func == (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset == right.offset && left.source.name == right.source.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source.name)
    hasher.combine(offset)
  }
}

/// An index of the lines of a text, which end with LF, CR LF or CR.
struct LineTable: Sendable {
  private static let block = 4_096
  /// The number of line ends before each block of bytes, and in the whole text.
  private let counts: [UInt32]

  init(_ bytes: [UInt8]) {
    counts = bytes.withUnsafeBufferPointer { bytes in
      var counts: [UInt32] = [0]
      counts.reserveCapacity(bytes.count / Self.block + 2)
      var count: UInt32 = 0
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.block, bytes.count)
        count += UInt32(Self.ends(in: bytes, start..<end))
        counts.append(count)
        start = end
      }
      return counts
    }
  }

  /// Returns the number of the line with the byte at `offset`, from 0.
  func line(at offset: Int, in bytes: [UInt8]) -> Int {
    let block = min(offset / Self.block, counts.count - 1)
    return bytes.withUnsafeBufferPointer {
      Int(counts[block]) + Self.ends(in: $0, min(block * Self.block, offset)..<offset)
    }
  }

  /// Returns the start of the line with the byte at `offset`.
  func start(ofLineAt offset: Int, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var start = offset
      while start > 0, !Self.isEnd(start - 1, in: bytes) { start -= 1 }
      return start
    }
  }

  /// Returns the start of a line, numbered from 0; that of the last line if there are fewer.
  func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
    let ends = min(line, Int(counts.last ?? 0))
    guard ends > 0 else { return 0 }
    // Searches for the last block with fewer line ends before it.
    var (low, high) = (0, counts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts[middle] < ends { low = middle } else { high = middle }
    }
    var count = Int(counts[low])
    return bytes.withUnsafeBufferPointer { bytes in
      var offset = low * Self.block
      while offset < bytes.count {
        if Self.isEnd(offset, in: bytes) { count += 1 }
        offset += 1
        if count == ends { break }
      }
      return offset
    }
  }

  private static func lineFeeds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int {
    var count = 0
    var start = range.lowerBound
    while let place = ByteSearch.first(0x0A, in: bytes, start..<range.upperBound) {
      count += 1
      start = place + 1
    }
    return count
  }

  private static func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    ByteSearch.first(0x0D, in: bytes, range) == nil
      ? lineFeeds(in: bytes, range) : range.reduce(0) { isEnd($1, in: bytes) ? $0 + 1 : $0 }
  }

  private static func isEnd(_ offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch bytes[offset] {
    case 0x0A: true
    case 0x0D: offset + 1 == bytes.count || bytes[offset + 1] != 0x0A
    default: false
    }
  }
}
