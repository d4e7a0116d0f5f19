import StubCore
import StubPlatform

/// Reads the recordings of VCR and similar tools: one function reads each part, under all of its
/// names.
///
/// A format adds only its own peculiarities.
extension Reader {
  /// Reads a recording: its `request`, and then its `response`, whose reader gets the request.
  func interaction(
    _ element: Value, request: (Value) -> RecordedRequest?,
    response: (Value, RecordedRequest) -> RecordedResponse?
  ) -> Interaction? {
    interaction(
      element, request: request,
      responseOrError: { value, request in
        response(value, request).map { Interaction(request, $0) }
      })
  }

  /// Reads a recording of a tool that also records errors.
  func interaction(
    _ element: Value, request: (Value) -> RecordedRequest?,
    responseOrError: (Value, RecordedRequest) -> Interaction?
  ) -> Interaction? {
    guard
      let request = needed(
        element, spelling("request", in: element), read: { message($0, .request, request) })
    else { return nil }
    var interaction = needed(element, spelling("response", in: element)) { response in
      message(response, .response) { responseOrError($0, request) }
    }
    interaction?.origin = element.recordedOrigin
    return interaction
  }

  /// Reads the time at which a recording was made.
  func recordedTime(of element: Value) -> Date? {
    recorded(
      element, anyOf: ["recorded_at", "recorded", "recordedAt", "RecordedAt"], recordedDateOrNumber)
  }

  /// Reads a request: its `method`, its URL from `uri` or `url`, its `headers` and its `body`.
  func recordedRequest(
    _ value: Value, url key: String, method: ((Value) -> HTTPMethod?)? = nil,
    body: ((Value, HTTPHeaders?) -> Data?)? = nil
  ) -> RecordedRequest? {
    let method = needed(
      value, spelling("method", in: value), read: method ?? recordedMethod)
    let url = needed(
      value, Self.urlKeys.first { value.hasValue($0) } ?? key, read: recordedURL)
    for key in Self.urlKeys { findings.message.ask(key, of: value) }
    let headers = recordedHeaders(of: value, "requestHeaders", "RequestHeaders")
    let body = recordedBody(of: value, "body", "Body") { written in
      guard let body else { return recordedBody(written) }
      return body(written, headers)
    }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  /// Returns the key as the mapping spells it; in EasyVCR for C#, keys begin with a capital letter.
  private func spelling(_ key: String, in value: Value) -> String {
    let capital = key.prefix(1).uppercased() + key.dropFirst()
    return value.hasValue(capital) ? capital : key
  }

  private static let urlKeys = ["uri", "url", "Uri"]

  /// Reads a response: its status, header fields, body, HTTP version and URL.
  func recordedResponse(
    _ value: Value, to request: RecordedRequest,
    body: ((Value, HTTPHeaders?) -> Data?)? = nil
  ) -> RecordedResponse? {
    let status = recordedStatus(of: value)
    let headers = recordedHeaders(of: value, "responseHeaders", "ResponseHeaders")
    // Cassettes that VCR.py before version 6 recorded with HTTPX have "content".
    let body = recordedBody(of: value, "body", "Body", "content") { written in
      guard let body else { return recordedBody(written) }
      return body(written, headers)
    }
    let version = recorded(
      value, anyOf: ["http_version", "httpVersion", "HttpVersion", "proto"], recordedVersionOrParts)
    let metadata = recorded(value, "adapter_metadata") {
      recorded($0, "effective_url", recordedText)
    }
    let url = recorded(value, anyOf: ["url", "uri", "Uri"]) { url in
      url.givenText.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard var status else { return nil }
    status.version = version ?? status.version
    return RecordedResponse(
      reading: status, headers: headers, body: body, url: url ?? metadata, of: request)
  }

  /// Reads the header fields of a message, then the fields that .NET stores with the body.
  private func recordedHeaders(of message: Value, _ others: String...) -> HTTPHeaders? {
    var headers = recorded(message, anyOf: ["headers", "Headers"] + others, recordedHeaders)
    let content = recorded(message, anyOf: ["contentHeaders", "ContentHeaders"], recordedHeaders)
    if let content { headers = HTTPHeaders((headers?.fields ?? []) + content.fields) }
    // Java stores the status line among the fields, under the name "null".
    headers?.remove("null")
    return headers
  }

  /// Reads a version as text or, as in EasyVCR for Java, in parts.
  private func recordedVersionOrParts(_ value: Value) -> String? {
    guard value.members != nil else { return recordedVersion(value) }
    let parts = [value["major"], value["minor"]].compactMap { $0?.givenText }
    let number = parts.joined(separator: ".")
    return number == "0.0"
      ? recorded(value, "protocol", recordedVersion) : RecordedStatus.version(number)
  }
}

extension RecordedRequest {
  /// Creates a request from what was read; an empty body becomes `nil`, because few formats
  /// distinguish the two.
  init(
    reading method: HTTPMethod, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders?, body: Data?
  ) {
    self.init(
      method, url, httpVersion: httpVersion, headers: headers ?? HTTPHeaders(),
      body: body?.isEmpty ?? true ? nil : body)
  }
}

extension RecordedResponse {
  /// Creates a response from what was read; its URL is kept only if it differs from the request's
  /// URL.
  init(
    reading status: RecordedStatus, headers: HTTPHeaders?, body: Data?, url: String? = nil,
    of request: RecordedRequest
  ) {
    self.init(
      status.code, reason: status.reason, httpVersion: status.version,
      headers: headers ?? HTTPHeaders(), body: body ?? Data(),
      url: url == request.url ? nil : url)
  }
}
