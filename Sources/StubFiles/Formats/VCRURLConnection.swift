import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Objective-C's VCRURLConnection, in JSON.
  static let vcrURLConnection = RecordingFormat(
    "VCRURLConnection",
    recognizes: { document in
      guard let first = document.sample else { return false }
      return first["method"] != nil && first["uri"] != nil && first["request"] == nil
    },
    read: .interaction { reader, element in
      reader.message(element) { reader.connectionInteraction($0) }
    }, joinsFields: true)
}

extension Reader {
  fileprivate func connectionInteraction(_ element: Value) -> Interaction? {
    let method = needed(element, "method", read: recordedMethod)
    let url = needed(element, "uri", read: recordedURL)
    let sent = recorded(element, "requestBody") { recordedBytes($0) }
    guard let method, let url else { return nil }
    let request = RecordedRequest(reading: method, url, headers: nil, body: sent)
    let origin = element.recordedOrigin
    if element.hasValue("error") {
      return recorded(element, "error", error)
        .map { Interaction(request, failure: $0, origin: origin) }
    }
    return response(element, to: request).map { Interaction(request, $0, origin: origin) }
  }

  private func response(
    _ value: Value, to request: RecordedRequest
  ) -> RecordedResponse? {
    let status = hasStatus(value) ? recordedStatus(of: value) : RecordedStatus(code: .ok)
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, anyOf: ["body", "responseBody"]) {
      typedBody($0, of: headers?[.contentType])
    }
    return status.map {
      RecordedResponse(
        reading: $0, headers: headers, body: body, of: request)
    }
  }

  /// Reads a body: text for four media types and without a type, Base64 for all other types.
  private func typedBody(_ value: Value, of type: String?) -> Data? {
    guard value.scalar != nil else { return value.jsonData }
    let texts = ["text/plain", "text/html", "application/json", "application/xml"]
    let isText = type.map { type in texts.contains { type.lowercasedASCII().contains($0) } } ?? true
    return isText ? recordedBytes(value) : recordedBase64(value)
  }

  private func error(_ value: Value) -> RecordedFailure? {
    var failure = recordedError(value, describedIn: "userInfo")
    failure?.message = value["localizedDescription"]?.givenText
    return failure
  }
}
