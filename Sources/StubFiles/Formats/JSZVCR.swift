import StubCore
import StubPlatform

extension RecordingFormat {
  /// Recordings of JSZVCR, in property lists.
  ///
  /// Each recording has a request as it was made and as it was sent.
  static let jszvcr = RecordingFormat(
    "JSZVCR",
    recognizes: { document in
      guard let request = document.sample?["request"] else { return false }
      return request["originalRequest"] != nil || request["currentRequest"] != nil
    },
    read: .interaction { $0.jszvcrInteraction($1) },
    ignoring: FoundationKeys.idle.union(["json"]), joinsFields: true)
}

extension Reader {
  fileprivate func jszvcrInteraction(_ element: Value) -> Interaction? {
    var original: RecordedRequest?
    let request = needed(element, "request") { pair -> RecordedRequest? in
      original = recorded(pair, "originalRequest") { message($0, .request, urlRequest) }
      return recorded(pair, "currentRequest") { message($0, .request, urlRequest) } ?? original
    }
    let body = recorded(element, "data") { data in
      message(data, .response) { recorded($0, "data") { propertyListData($0) } ?? Data() }
    }
    let failure = jszvcrFailure(element)
    var response = recorded(element, "response") { outer in
      recorded(outer, "response") { message($0, .response, urlResponse) }
    }
    guard let request else { return nil }
    if response == nil, failure == nil {
      report(
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

  /// Reads an error, which is a text in old versions, or returns the error of a canceled request.
  private func jszvcrFailure(_ element: Value) -> RecordedFailure? {
    if let error = element[given: "error"] {
      return error.members == nil
        ? RecordedFailure(code: NetworkErrorCode.unknown.rawValue, message: error.givenText)
        : recordedError(error, describedIn: "userInfo")
    }
    guard element["cancelled"]?.scalar?.kind == .bool(true) else { return nil }
    return RecordedFailure(code: NetworkErrorCode.cancelled.rawValue)
  }
}
