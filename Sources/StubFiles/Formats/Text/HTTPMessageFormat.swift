import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Responses as `curl -is` saves them, one stub each.
///
/// Nothing in them tells the request, so the stub answers every request that no other stub does.
/// Of several messages the last one counts; those before it are of proxies and redirects.
struct HTTPMessageFormat: TextFormat {
  static let title = "HTTP message"
  static let fileExtensions: Set = ["response"]

  /// The number that puts the stub behind those that say which requests they answer.
  static let priority = 1_000

  static func recognizes(_ source: SourceText) -> Bool {
    source.bytes.starts(with: "HTTP/".utf8)
  }

  static func read(
    _ source: SourceText, into file: inout FileDraft, reportingTo diagnostics: inout DiagnosticList
  ) {
    do throws(RawMessageError) {
      let response = try HTTPStubResponse(message: Data(source.bytes)).specification
      let stub = HTTPStubRequest(file: source.name, line: 1).named(source.baseName)
        .priority(priority)
      file.add(response, to: stub)
    } catch {
      diagnostics.append(
        FileDiagnostic(
          at: source.position(ofLine: error.line), found: Quotation.of(error.found),
          expected: error.expected, remedy: "try saving the message with curl -is"))
    }
  }
}
