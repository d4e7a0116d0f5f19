import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Recordings of JSZVCR, in property lists.
  ///
  /// Each recording has two forms of a request: as it was made, and as it was sent.
  static let jszvcr = RecordingFormat(
    "JSZVCR",
    recognizes: { document in
      guard let request = document.sample?["request"] else { return false }
      return request["originalRequest"] != nil || request["currentRequest"] != nil
    },
    read: .interaction { JSZVCRReader(reader: $0).interaction },
    ignoring: FoundationKeys.idle.union(["json"]), joinsFields: true)
}

private struct JSZVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    var original: RecordedRequest?
    let request = reader.required(element, "request") { pair -> RecordedRequest? in
      original = reader.optional(pair, "originalRequest", reader.foundation.request)
      return reader.optional(pair, "currentRequest", reader.foundation.request) ?? original
    }
    let body = reader.optional(element, "data") { data in
      reader.message(data, .response) {
        reader.optional($0, "data") { reader.bodies.propertyListData($0) } ?? Data()
      }
    }
    let failure = failure(element)
    var response = reader.optional(element, "response") { outer in
      reader.optional(outer, "response", reader.foundation.response)
    }
    guard let request else { return nil }
    if response == nil, failure == nil {
      reader.values.report(
        element, found: "this recording has no response or error",
        remedy: "record it again, or remove it")
      return nil
    }
    response?.body = body ?? Data()
    if response?.url == request.url { response?.url = nil }
    return Interaction(
      request, response, failure: failure, origin: element.recordedOrigin,
      originalRequest: original?.asOriginal(of: request))
  }

  /// Reads the error of a request, which is a text in old versions, or means that the request was
  /// canceled.
  private func failure(_ element: Value) -> RecordedFailure? {
    if let error = element[given: "error"] {
      return error.members == nil
        ? RecordedFailure(code: NetworkErrorCode.unknown.rawValue, message: error.givenText)
        : reader.foundation.error(error, describedIn: "userInfo")
    }
    guard element["cancelled"]?.scalar?.kind == .bool(true) else { return nil }
    return RecordedFailure(code: NetworkErrorCode.cancelled.rawValue)
  }
}
