import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordingFormat {
  /// The cassettes of EasyVCR, in JSON: keys are `Uri` in C#, `uri` in Java and Dart.
  static let easyVCR = RecordingFormat(
    "EasyVCR",
    recognizes: { document in
      guard let first = document.elements?.first else { return false }
      let request = first["Request"] ?? first["request"]
      let response = first["Response"] ?? first["response"]
      let status = response?["Status"] ?? response?["status"]
      let hasDate = (first["RecordedAt"] ?? first["recordedAt"]) != nil
      return (request?["Uri"] ?? request?["uri"]) != nil
        && (hasDate || status?["Code"] != nil || response?["httpVersion"] != nil)
    },
    read: .interaction { $0.easyInteraction($1) },
    ignoring: ["bodyContentType", "BodyContentType"])
}

extension Reader {
  fileprivate func easyInteraction(_ element: Value) -> Interaction? {
    guard
      let request = needed(
        element, "request", "Request", read: { message($0, .request, request) })
    else { return nil }
    let response = needed(element, "response", "Response") { response in
      message(response, .response) { self.response($0, to: request) }
    }
    let date = recorded(element, anyOf: ["recordedAt", "RecordedAt"], recordedDateOrNumber)
    let duration = recorded(element, anyOf: ["duration", "Duration"]) {
      integer($0, in: 0...365 * 86_400_000)
    }
    return response.map {
      Interaction(
        request, $0, recordedAt: date,
        timing: duration.map { RecordedTiming(wait: .milliseconds($0)) },
        origin: element.recordedOrigin)
    }
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let method = needed(value, "method", "Method", read: recordedMethod)
    let url = needed(value, "uri", "Uri", read: recordedURL)
    let headers = headers(value, ["headers", "Headers", "requestHeaders", "RequestHeaders"])
    let body = recorded(value, anyOf: ["body", "Body"]) { recordedBytes($0) }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  private func response(_ value: Value, to request: RecordedRequest) -> RecordedResponse? {
    let status = needed(value, "status", "Status") { status -> RecordedStatus? in
      let code = needed(status, "code", "Code", read: recordedStatus)
      let reason = recorded(status, anyOf: ["message", "Message"], recordedText)
      return code.map { RecordedStatus(code: $0, reason: reason) }
    }
    var headers = headers(value, ["headers", "Headers", "responseHeaders", "ResponseHeaders"])
    // Java has the status line among the fields, without a name.
    headers.remove("null")
    let body = recorded(value, anyOf: ["body", "Body"]) { recordedBytes($0) }
    let version = recorded(value, anyOf: ["httpVersion", "HttpVersion"], version)
    let url = recorded(value, anyOf: ["uri", "Uri"], recordedText)
    guard var status else { return nil }
    status.version = version
    return RecordedResponse(reading: status, headers: headers, body: body, url: url, of: request)
  }

  /// A version as text or, as Java has it, in parts.
  private func version(_ value: Value) -> String? {
    guard value.members != nil else { return recordedVersion(value) }
    let parts = [value["major"], value["minor"]].compactMap { $0?.givenText }
    let number = parts.joined(separator: ".")
    return number == "0.0"
      ? recorded(value, "protocol", recordedVersion) : RecordedStatus.version(number)
  }

  /// The fields of the message, then those that .NET keeps with the body.
  private func headers(_ value: Value, _ keys: [String]) -> HTTPHeaders {
    var headers = recorded(value, anyOf: keys) { recordedHeaders($0) } ?? HTTPHeaders()
    let others = recorded(value, anyOf: ["contentHeaders", "ContentHeaders"]) {
      recordedHeaders($0)
    }
    for field in others?.fields ?? [] { headers.append(field.name, field.value) }
    return headers
  }
}
