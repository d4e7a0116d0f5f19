import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of Python's VCR.py from version 1, in YAML or JSON.
struct VCRPyFormat: RecordingFormat {
  static let title = "VCR.py"
  static let listPath = ["interactions"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let interactions = document["interactions"] else { return false }
    return document["version"] != nil || interactions.elements?.first?["request"]?["uri"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.pythonRequest() }) else { return }
    let response = element.needed("response") { $0.pythonResponse(to: request) }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), origin: element.trackOrigin))
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.reportUnlessList("interactions")
    _ = document.recorded("version") { version -> Bool? in
      if version.node.scalar?.text == "1" { return true }
      return version.mismatch(
        expected: "version 1 of VCR.py's cassettes", remedy: "try recording it again")
    }
  }
}

extension ValueReader {
  fileprivate mutating func pythonRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let url = needed("uri") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.pythonBody() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  mutating func pythonResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = recordedStatusOfAnyLayout()
    let headers = recorded("headers") { $0.recordedHeaders() }
    // What was recorded with HTTPX before version 6 has "content".
    let body = recorded(anyOf: ["body", "content"]) { $0.pythonBody() }
    let version = recorded("http_version") { $0.recordedVersion() }
    let url = node["url"]?.givenText
    guard var status else { return nil }
    status.version = version
    return RecordedResponse(reading: status, headers: headers, body: body, url: url, of: request)
  }

  /// A body, or a Python object that held one, written with its tag.
  ///
  /// An `io.BytesIO` has its content first in `state`; an iterator has its pieces in `args`, or
  /// is the list of them.
  mutating func pythonBody() -> Data? {
    if node.hasValue("state") {
      return recorded("state") { state in
        state.firstElement { $0.pythonBody() } ?? state.pythonBody()
      }
    }
    if node.hasValue("args") { return recorded("args") { $0.pythonBody() } }
    guard node.elements != nil else { return recordedBody() }
    return list { $0.pythonBody() }.map { Data($0.joined()) }
  }

  private mutating func firstElement<Value>(
    _ read: (inout ValueReader) -> Value?
  ) -> Value? {
    guard let first = node.elements?.first else { return nil }
    var reader = ValueReader(first, path: .element(0, in: path))
    let value = read(&reader)
    report(reader.diagnostics)
    return value
  }
}
