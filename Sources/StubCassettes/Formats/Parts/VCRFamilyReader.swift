package import StubCore
import StubDocuments
package import StubPlatform

extension RecordingReader {
  /// The reader of the recordings of VCR and similar tools.
  var vcrFamily: VCRFamilyReader { VCRFamilyReader(reader: self) }
}

/// A reader of the recordings of VCR and similar tools, with a function for each part, under all of
/// its names.
///
/// A format adds only its own peculiarities.
struct VCRFamilyReader {
  let reader: RecordingReader

  /// Reads a recording: its `request`, and then its `response`, for which the request is also
  /// passed.
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
      let request = reader.required(
        element, spelling("request", in: element), read: { reader.message($0, .request, request) })
    else { return nil }
    var interaction = reader.required(element, spelling("response", in: element)) { response in
      reader.message(response, .response) { responseOrError($0, request) }
    }
    interaction?.origin = element.recordedOrigin
    return interaction
  }

  /// Reads the time when a recording was made.
  func time(of element: Value) -> Date? {
    reader.optional(
      element, anyOf: ["recorded_at", "recorded", "recordedAt", "RecordedAt"], reader.dateOrEpoch)
  }

  /// Reads a request: its `method`, its URL from `uri` or `url`, its `headers` and its `body`.
  func request(
    _ value: Value, url key: String, method: ((Value) -> HTTPMethod?)? = nil,
    body: ((Value, HTTPHeaders?) -> Data?)? = nil
  ) -> RecordedRequest? {
    let method = reader.required(
      value, spelling("method", in: value), read: method ?? reader.method)
    let url = reader.required(
      value, Self.urlKeys.first { value.hasValue($0) } ?? key, read: reader.url)
    for key in Self.urlKeys { reader.ask(key, of: value) }
    let headers = headers(of: value, "requestHeaders", "RequestHeaders")
    let body = self.body(of: value, "body", "Body") { written in
      guard let body else { return reader.bodies.body(written) }
      return body(written, headers)
    }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  /// Returns the key in the spelling of the mapping; in EasyVCR for C#, keys begin with a capital
  /// letter.
  private func spelling(_ key: String, in value: Value) -> String {
    let capital = key.prefix(1).uppercased() + key.dropFirst()
    return value.hasValue(capital) ? capital : key
  }

  private static let urlKeys = ["uri", "url", "Uri"]

  /// Reads a response: its status, header fields, body, HTTP version and URL.
  func response(
    _ value: Value, to request: RecordedRequest,
    body: ((Value, HTTPHeaders?) -> Data?)? = nil
  ) -> RecordedResponse? {
    let status = reader.status(of: value)
    let headers = headers(of: value, "responseHeaders", "ResponseHeaders")
    // Cassettes that VCR.py before version 6 recorded with HTTPX have "content".
    let body = self.body(of: value, "body", "Body", "content") { written in
      guard let body else { return reader.bodies.body(written) }
      return body(written, headers)
    }
    let version = reader.optional(
      value, anyOf: ["http_version", "httpVersion", "HttpVersion", "proto"], versionOrParts)
    let metadata = reader.optional(value, "adapter_metadata") {
      reader.optional($0, "effective_url", reader.nonEmptyText)
    }
    let url = reader.optional(value, anyOf: ["url", "uri", "Uri"]) { url in
      url.givenText.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard var status else { return nil }
    status.version = version ?? status.version
    return RecordedResponse(
      reading: status, headers: headers, body: body, url: url ?? metadata, of: request)
  }

  /// Reads the header fields of a message, and after them the fields that .NET stores with the
  /// body.
  private func headers(of message: Value, _ others: String...) -> HTTPHeaders? {
    var headers = reader.optional(message, anyOf: ["headers", "Headers"] + others, reader.headers)
    let content = reader.optional(
      message, anyOf: ["contentHeaders", "ContentHeaders"], reader.headers)
    if let content { headers = HTTPHeaders((headers?.fields ?? []) + content.fields) }
    // Java stores the status line among the fields, under the name "null".
    headers?.remove("null")
    return headers
  }

  /// Reads the body of a message from one of the keys.
  ///
  /// Some tools write a JSON body under the key `parsed_body`, which is also read.
  private func body(
    of message: Value, _ keys: String..., read: (Value) -> Data?
  ) -> Data? {
    reader.optional(message, "parsed_body") { $0.jsonData }
      ?? reader.optional(message, anyOf: keys, read)
  }

  /// Reads a version as text or, as EasyVCR for Java writes it, in parts.
  private func versionOrParts(_ value: Value) -> String? {
    guard value.members != nil else { return reader.version(value) }
    let parts = [value["major"], value["minor"]].compactMap { $0?.givenText }
    let number = parts.joined(separator: ".")
    return number == "0.0"
      ? reader.optional(value, "protocol", reader.version) : RecordedStatus.version(number)
  }
}

extension RecordedRequest {
  /// Creates a request from values that were read.
  ///
  /// An empty body becomes `nil`, because few formats distinguish the two.
  package init(
    reading method: HTTPMethod, _ url: String, httpVersion: String? = nil,
    headers: HTTPHeaders?, body: Data?
  ) {
    self.init(
      method, url, httpVersion: httpVersion, headers: headers ?? HTTPHeaders(),
      body: body?.isEmpty ?? true ? nil : body)
  }
}

extension RecordedResponse {
  /// Creates a response from values that were read.
  ///
  /// Its URL is kept only if it differs from that of the request.
  package init(
    reading status: RecordedStatus, headers: HTTPHeaders?, body: Data?, url: String? = nil,
    of request: RecordedRequest
  ) {
    self.init(
      status.code, reason: status.reason, httpVersion: status.version,
      headers: headers ?? HTTPHeaders(), body: body ?? Data(),
      url: url == request.url ? nil : url)
  }
}
