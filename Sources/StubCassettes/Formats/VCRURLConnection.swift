import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Objective-C's VCRURLConnection, in JSON.
  static let vcrURLConnection = RecordingFormat(
    "VCRURLConnection",
    recognizes: { document in
      guard let first = document.sample else { return false }
      return first["method"] != nil && first["uri"] != nil && first["request"] == nil
    },
    read: .interaction { VCRURLConnectionReader(reader: $0).interaction }, joinsFields: true)
}

private struct VCRURLConnectionReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? { reader.message(element) { exchange($0) } }

  /// Reads an element, which has the keys of the request and of the response.
  private func exchange(_ element: Value) -> Interaction? {
    let method = reader.required(element, "method", read: reader.method)
    let url = reader.required(element, "uri", read: reader.url)
    let sent = reader.optional(element, "requestBody") { reader.bodies.bytes($0) }
    guard let method, let url else { return nil }
    let request = RecordedRequest(reading: method, url, headers: nil, body: sent)
    let origin = element.recordedOrigin
    if element.hasValue("error") {
      return reader.optional(element, "error", error)
        .map { Interaction(request, failure: $0, origin: origin) }
    }
    return response(element, to: request).map { Interaction(request, $0, origin: origin) }
  }

  private func response(
    _ value: Value, to request: RecordedRequest
  ) -> RecordedResponse? {
    let status = reader.hasStatus(value) ? reader.status(of: value) : RecordedStatus(code: .ok)
    let headers = reader.optional(value, "headers", reader.headers)
    let body = reader.optional(value, anyOf: ["body", "responseBody"]) {
      typedBody($0, of: headers?[.contentType])
    }
    return status.map {
      RecordedResponse(
        reading: $0, headers: headers, body: body, of: request)
    }
  }

  /// Reads a body, which is text for four media types and without a type, and Base64 for all other
  /// types.
  private func typedBody(_ value: Value, of type: String?) -> Data? {
    guard value.scalar != nil else { return value.jsonData }
    let texts = ["text/plain", "text/html", "application/json", "application/xml"]
    let isText = type.map { type in texts.contains { type.lowercasedASCII().contains($0) } } ?? true
    return isText ? reader.bodies.bytes(value) : reader.bodies.base64(value)
  }

  private func error(_ value: Value) -> RecordedFailure? {
    var failure = reader.foundation.error(value, describedIn: "userInfo")
    failure?.message = value["localizedDescription"]?.givenText
    return failure
  }
}
