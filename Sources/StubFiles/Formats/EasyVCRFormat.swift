import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of EasyVCR, in JSON: keys are `Uri` in C#, `uri` in Java and Dart.
struct EasyVCRFormat: RecordingFormat {
  static let title = "EasyVCR"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first else { return false }
    let request = first["Request"] ?? first["request"]
    let response = first["Response"] ?? first["response"]
    let status = response?["Status"] ?? response?["status"]
    let hasDate = (first["RecordedAt"] ?? first["recordedAt"]) != nil
    return (request?["Uri"] ?? request?["uri"]) != nil
      && (hasDate || status?["Code"] != nil || response?["httpVersion"] != nil)
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    let request = element.needed("request", "Request") { $0.easyRequest() }
    guard let request else { return }
    let response = element.needed("response", "Response") { $0.easyResponse(to: request) }
    let date = element.recorded(anyOf: ["recordedAt", "RecordedAt"]) { $0.recordedDate() }
    let duration = element.recorded(anyOf: ["duration", "Duration"]) {
      $0.integer(in: 0...365 * 86_400_000)
    }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(
        request, .response(response), recordedAt: date,
        timing: duration.map { RecordedTiming(wait: .milliseconds($0)) },
        origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func easyRequest() -> RecordedRequest? {
    let method = needed("method", "Method") { $0.recordedMethod() }
    let url = needed("uri", "Uri") { $0.recordedURL() }
    let headers = easyHeaders(["headers", "Headers", "requestHeaders", "RequestHeaders"])
    let body = recorded(anyOf: ["body", "Body"]) { $0.recordedBytes() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  fileprivate mutating func easyResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = needed("status", "Status") { status -> RecordedStatus? in
      let code = status.needed("code", "Code") { $0.recordedStatus() }
      let reason = status.recorded(anyOf: ["message", "Message"]) { $0.recordedText() }
      return code.map { RecordedStatus(code: $0, reason: reason) }
    }
    let headers = easyHeaders(["headers", "Headers", "responseHeaders", "ResponseHeaders"])
    let body = recorded(anyOf: ["body", "Body"]) { $0.recordedBytes() }
    let version = recorded(anyOf: ["httpVersion", "HttpVersion"]) { $0.recordedVersion() }
    let url = recorded(anyOf: ["uri", "Uri"]) { $0.recordedText() }
    guard var status else { return nil }
    status.version = version
    return RecordedResponse(reading: status, headers: headers, body: body, url: url, of: request)
  }

  /// The fields of the message, then those that .NET keeps with the body.
  private mutating func easyHeaders(_ keys: [String]) -> HTTPHeaders {
    var headers = recorded(anyOf: keys) { $0.recordedHeaders() } ?? HTTPHeaders()
    let others = recorded(anyOf: ["contentHeaders", "ContentHeaders"]) { $0.recordedHeaders() }
    for field in others?.fields ?? [] { headers.append(field.name, field.value) }
    return headers
  }
}
