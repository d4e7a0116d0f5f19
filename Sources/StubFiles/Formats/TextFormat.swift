import StubCore
import StubPlatform

/// A format of recordings or stubs in plain text, and not in YAML, JSON or a property list.
///
/// To add one, write a file in this folder and add its name to ``TextFormats/all``.
protocol TextFormat: SendableMetatype {
  /// The name in messages, such as `Mocktail`.
  static var title: String { get }
  /// The file extensions, without a dot, by which files in folders are read in this format.
  ///
  /// The set is empty for a format whose files have the extension of a rule file.
  static var fileExtensions: Set<String> { get }

  /// Returns whether the start of the text is in this format.
  static func recognizes(_ source: SourceText) -> Bool

  /// Reads the contents of the text into the draft.
  static func read(
    _ source: SourceText, _ reader: Reader, into file: inout FileDraft)
}

extension TextFormat {
  static var fileExtensions: Set<String> { [] }
}

enum TextFormats {
  static let all: [any TextFormat.Type] = [
    CharlesTraceFormat.self, HTTPMessageFormat.self, MocktailFormat.self, MountebankTemplate.self,
  ]

  static func recognizing(_ source: SourceText) -> (any TextFormat.Type)? {
    all.first { $0.recognizes(source) }
  }

  /// Returns whether the file name has an extension of one of the formats.
  static func isTelling(_ fileName: String) -> Bool {
    guard let dot = fileName.lastIndex(of: ".") else { return false }
    let ending = fileName[fileName.index(after: dot)...].lowercased()
    return all.contains { $0.fileExtensions.contains(ending) }
  }
}

/// A reader of a text line by line, in which each line is a value with its position.
struct TextLineReader {
  let source: SourceText
  /// The offset of the first byte that has not been read.
  private(set) var offset = 0

  init(_ source: SourceText) { self.source = source }

  var isAtEnd: Bool { offset >= source.bytes.count }
  var position: SourcePosition { SourcePosition(source: source, offset: offset) }
  /// The bytes that have not been read.
  var rest: ArraySlice<UInt8> { source.bytes[offset...] }

  /// Returns the next line without its end, which is LF or CR LF; `nil` at the end of the text.
  mutating func next() -> Value? {
    guard !isAtEnd else { return nil }
    let start = position
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? source.bytes.endIndex
    var line = source.bytes[offset..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    offset = min(end + 1, source.bytes.endIndex)
    return Self.value(line, at: start)
  }

  /// Returns a text as a value, so that errors in it are reported as in a document.
  static func value(_ bytes: some Collection<UInt8>, at position: SourcePosition) -> Value {
    Value(text: String(decoding: bytes, as: UTF8.self), at: position)
  }
}

extension Value {
  /// The text of a line.
  var line: String { scalar?.text ?? "" }
}

extension SourceText {
  /// Returns the position of the start of a line; lines are numbered from 1.
  func position(ofLine number: Int) -> SourcePosition {
    var lines = TextLineReader(self)
    for _ in 1..<max(1, number) { _ = lines.next() }
    return lines.position
  }

  /// The name of the file without its folders and its extension.
  var baseName: String {
    let file = name.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }
}

/// A reader of responses as `curl -is` prints them, with one stub in each file.
///
/// The file does not contain the request, so the stub answers every request that no other stub
/// matches. If there are several messages, the last one is used, because earlier ones are from
/// proxies and redirects.
struct HTTPMessageFormat: TextFormat {
  static let title = "HTTP message"
  static let fileExtensions: Set = ["response"]

  /// The priority with which the stub is tried after all stubs with conditions.
  static let priority = 1_000

  static func recognizes(_ source: SourceText) -> Bool {
    source.bytes.starts(with: "HTTP/".utf8)
  }

  static func read(
    _ source: SourceText, _ reader: Reader, into file: inout FileDraft
  ) {
    do throws(RawMessageError) {
      let response = try HTTPStubResponse(savedMessage: Data(source.bytes)).specification
      let stub = HTTPStubRequest(file: source.name, line: 1).named(source.baseName)
        .priority(priority)
      file.add(response, to: stub)
    } catch {
      reader.findings.add(
        FileDiagnostic(
          at: source.position(ofLine: error.line), found: Quotation.of(error.found),
          expected: error.expected, remedy: "save the message with curl -is"))
    }
  }
}
