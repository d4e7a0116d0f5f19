import StubCore

/// A file's text in UTF-8 with its lines found, so that any byte offset can be shown to people.
///
/// Identity matters: every node of a document shares the one text it came from.
package final class SourceText: Sendable {
  /// The path as the caller wrote it, or a name such as `<stdin>`.
  package let name: String
  /// The bytes without a byte order mark.
  package let bytes: [UInt8]
  /// How files are read that it refers to.
  let reading: FileReading
  private let lines: LineTable

  /// A text from its bytes; a binary property list becomes one in XML.
  ///
  /// - Throws: `FileDiagnostic` when the bytes are not UTF-8.
  package init(
    name: String, bytes: [UInt8], reading: FileReading = .files
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
    // The body of a message need not be text, nor those in a trace.
    let isMessage =
      bytes.starts(with: "HTTP/".utf8) || bytes.starts(with: CharlesTraceFormat.mark)
    let invalid = isMessage ? nil : UTF8Check.firstInvalidByte(in: self.bytes)
    if invalid != nil, let remedy = Self.decompression(of: bytes) {
      throw FileDiagnostic(
        file: name, found: "compressed data", expected: "text in UTF-8", remedy: remedy)
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

  /// The same text as another object.
  init(sharing source: SourceText) {
    (name, bytes, reading, lines) = (source.name, source.bytes, source.reading, source.lines)
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

  /// The bytes of the line that holds the byte, without the line end; no more than `most` behind the byte.
  func lineRange(at offset: Int, upTo most: Int) -> Range<Int> {
    let offset = clamped(offset)
    let start = lines.start(ofLineAt: offset, in: bytes)
    // A line may be as long as the file.
    let last = min(bytes.count - offset, most) + offset
    let end = bytes[start..<last].firstIndex { $0 == 0x0A || $0 == 0x0D }
    return start..<(end ?? last)
  }

  /// The first non-blank byte of a line, counted from 1.
  func offset(ofLine line: Int) -> Int {
    var offset = lines.start(ofLine: max(line - 1, 0), in: bytes)
    while offset < bytes.count, bytes[offset] == 0x20 { offset += 1 }
    return offset
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }

  /// What undoes the compression that the bytes begin as (RFC 1950 §2.2, RFC 1952 §2.3.1).
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
  /// Reads a file whole; one that zlib or gzip has compressed, as `.zhar` files are, is inflated.
  ///
  /// - Throws: `FileDiagnostic` when it cannot be read, is longer than the limit or is not UTF-8.
  package convenience init(
    path: String, atMost limit: Int = .max, reading: FileReading = .files
  ) throws(FileDiagnostic) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try reading.bytes(path, limit).get()
    } catch  where error.code == FileProblem.tooLong {
      throw FileDiagnostic(
        file: path, found: FileSize.excess(of: path, over: limit), remedy: FileSize.remedy)
    } catch  where error.code == FileProblem.noFile {
      throw FileDiagnostic(
        file: path, found: "\(error)", remedy: "write what comes from it into a file")
    } catch {
      throw FileDiagnostic(
        file: path, found: "cannot read this file: \(error)", remedy: error.remedy)
    }
    let text = try CompressedFile.text(of: bytes, named: path, atMost: limit)
    try self.init(name: path, bytes: text, reading: reading)
  }
}

/// The limit on files that are read whole.
enum FileSize {
  static let remedy = "use several files, or raise the limit `largestFile` (--max-file)"

  /// `the file has 300000000 bytes, more than the limit of 268435456`.
  static func excess(of path: String, over limit: Int) -> String {
    let size = DurableFile.size(of: path).map { "\($0) bytes, " } ?? ""
    return "the file has \(size)more than the limit of \(limit)"
  }
}

/// Files that are compressed as a whole, such as mitmproxy's `.zhar`.
enum CompressedFile {
  /// Whether the file has the name of one that a tool has compressed.
  static func isNamed(_ path: String) -> Bool {
    ["zz", "zhar"].contains(WritableFormat.fileExtension(of: path))
  }

  /// The text of the file: its bytes, or what they were before they were compressed.
  ///
  /// - Throws: `FileDiagnostic` when compressed bytes are damaged, cut short or stand for too many.
  static func text(
    of bytes: [UInt8], named name: String, atMost limit: Int = .max
  ) throws(FileDiagnostic) -> [UInt8] {
    guard Inflation.beginsCompressed(bytes), String(checkingUTF8: bytes) == nil else {
      return bytes
    }
    do throws(Inflation.Failure) {
      return try Inflation.inflated(bytes, limit: min(limit, DocumentLimits.inflatedBytes))
    } catch .longerThan where limit < DocumentLimits.inflatedBytes {
      throw FileDiagnostic(
        file: name, found: "the file has more than the limit of \(limit) bytes after decompression",
        remedy: FileSize.remedy)
    } catch {
      throw FileDiagnostic(
        file: name, found: words(for: error), expected: "a file that zlib or gzip has written",
        remedy: "get the file again, or decompress it")
    }
  }

  private static func words(for failure: Inflation.Failure) -> String {
    switch failure {
    case .damaged: "compressed data that is damaged"
    case .cutShort: "compressed data that is cut short"
    case .longerThan(let limit): "compressed data that stands for more than \(limit) bytes"
    }
  }
}

/// A place in a file; line and column are computed on demand.
package struct SourcePosition: Sendable, Hashable {
  package let source: SourceText
  /// Bytes from the start of the text.
  package let offset: Int

  package init(source: SourceText, offset: Int) {
    self.source = source
    self.offset = offset
  }

  package var file: String { source.name }
  /// From 1.
  package var line: Int { source.line(at: offset) }
  /// From 1, in characters.
  package var column: Int { source.column(at: offset) }

  /// The place as a message within the same file names it.
  var short: String { "\(line):\(column)" }

  package static func == (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset == right.offset && left.source.name == right.source.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source.name)
    hasher.combine(offset)
  }
}

/// The lines of a text: how many begin before each block of it, from which any place is found.
///
/// Lines end with LF, CR LF or CR.
struct LineTable: Sendable {
  private static let block = 4_096
  /// How many line ends stand before each block, and in the whole text.
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

  /// The number of the line that holds the byte, from 0.
  func line(at offset: Int, in bytes: [UInt8]) -> Int {
    let block = min(offset / Self.block, counts.count - 1)
    return bytes.withUnsafeBufferPointer {
      Int(counts[block]) + Self.ends(in: $0, min(block * Self.block, offset)..<offset)
    }
  }

  /// Where the line that holds the byte begins.
  func start(ofLineAt offset: Int, in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var start = offset
      while start > 0, !Self.isEnd(start - 1, in: bytes) { start -= 1 }
      return start
    }
  }

  /// Where a line begins, counted from 0; the last line when there are fewer.
  func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
    let ends = min(line, Int(counts.last ?? 0))
    guard ends > 0 else { return 0 }
    // The last block that fewer line ends stand before.
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
