import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of Objective-C's VCRURLConnection, in JSON.
struct VCRURLConnectionFormat: RecordingFormat {
  static let title = "VCRURLConnection"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first else { return false }
    return first["method"] != nil && first["uri"] != nil && first["request"] == nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    let method = element.needed("method") { $0.recordedMethod() }
    let url = element.needed("uri") { $0.recordedURL() }
    let sent = element.recorded("requestBody") { $0.recordedBytes() }
    guard let method, let url else { return }
    let request = RecordedRequest(reading: method, url, headers: nil, body: sent)
    let outcome: RecordedOutcome? =
      element.node.hasValue("error")
      ? element.recorded("error") { $0.vcrURLConnectionError() }.map { .failure($0) }
      : element.vcrURLConnectionResponse(to: request).map { .response($0) }
    guard let outcome else { return }
    cassette.tracks.append(Cassette.Track(request, outcome, origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func vcrURLConnectionResponse(
    to request: RecordedRequest
  ) -> RecordedResponse? {
    let status = node.hasValue("status") ? recorded("status") { $0.recordedStatus() } : .ok
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded(anyOf: ["body", "responseBody"]) {
      $0.vcrURLConnectionBody(of: headers?[.contentType])
    }
    return status.map {
      RecordedResponse(
        reading: RecordedStatus(code: $0), headers: headers, body: body, of: request)
    }
  }

  /// Text of four media types, and without any, is as it is, all else base64.
  private mutating func vcrURLConnectionBody(of type: String?) -> Data? {
    guard node.scalar != nil else { return json.data() }
    let texts = ["text/plain", "text/html", "application/json", "application/xml"]
    let isText = type.map { type in texts.contains { type.lowercasedASCII().contains($0) } } ?? true
    return isText ? recordedBytes() : recordedBase64()
  }

  fileprivate mutating func vcrURLConnectionError() -> RecordedFailure? {
    var failure = recordedError(describedIn: "userInfo")
    failure?.message = node["localizedDescription"]?.givenText
    return failure
  }
}
