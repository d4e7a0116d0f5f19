package import StubCassettes
import StubCore
package import StubDocuments
import StubPlatform

/// A format of recordings or stubs in plain text, and not in YAML, JSON or a property list.
///
/// To add one, write a type and add its name to ``StubFormats/own``.
package protocol TextFormat: SendableMetatype {
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
  package static var fileExtensions: Set<String> { [] }
}

extension CharlesTraceFormat: TextFormat {
  package static func read(_ source: SourceText, _ reader: Reader, into file: inout FileDraft) {
    file.cassettes.append(cassette(source, reader))
  }
}

/// A reader of responses as `curl -is` prints them, with one stub in each file.
///
/// The file does not contain the request, so the stub answers every request that no other stub
/// matches. If there are several messages, the last one is used, because earlier ones are from
/// proxies and redirects.
package struct HTTPMessageFormat: TextFormat {
  package static let title = "HTTP message"
  package static let fileExtensions: Set = ["response"]

  /// The priority with which the stub is tried after all stubs with conditions.
  package static let priority = 1_000

  package static func recognizes(_ source: SourceText) -> Bool {
    source.bytes.starts(with: SourceText.messageMark.utf8)
  }

  package static func read(
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
