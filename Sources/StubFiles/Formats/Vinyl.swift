import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Swift's Vinyl, in JSON.
  static let vinyl = RecordingFormat(
    "Vinyl",
    recognizes: { document in
      guard let first = document.sample, let response = first["response"] else {
        return false
      }
      let hasStatus = response["status"] != nil && response["url"] != nil
      // For an error, Vinyl writes only an empty response.
      return hasStatus
        || (response.members?.isEmpty ?? false && first["request"]?["url"] != nil)
    },
    read: .interaction { $0.vinylInteraction($1) }, joinsFields: true)
}

extension Reader {
  fileprivate func vinylInteraction(_ element: Value) -> Interaction? {
    if element["response"]?.members?.isEmpty == true {
      report(
        element, found: "this interaction has no response, because Vinyl does not save errors",
        remedy: "remove it")
      return nil
    }
    // An interaction may consist only of a response, which answers requests for its URL.
    guard let written = element[given: "request"] else {
      return needed(element, "response") { response in
        needed(response, "url", read: recordedURL).flatMap { url in
          interaction(of: RecordedRequest(.get, url), element)
        }
      }
    }
    return message(written, .request, request).flatMap { interaction(of: $0, element) }
  }

  private func interaction(of request: RecordedRequest, _ element: Value) -> Interaction? {
    needed(element, "response") { response in
      message(response, .response) {
        recordedResponse($0, to: request) {
          TypedBody.vinyl.read($0, self, type: $1?[.contentType])
        }
      }
    }.map { Interaction(request, $0, origin: element.recordedOrigin) }
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let url = needed(value, "url", read: recordedURL)
    let method = value.hasValue("method") ? recorded(value, "method", recordedMethod) : .get
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body") {
      TypedBody.vinyl.read($0, self, type: headers?[.contentType])
    }
    guard let url, let method else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }
}

extension WritableFormat {
  package static let vinyl = WritableFormat(
    "Vinyl", name: "vinyl", fileExtensions: ["json"],
    losses: [
      .name, .recorder, .failures, .missingStatuses, .overlaps, .timing, .times, .requestVersions,
      .responseVersions, .reasons, .standardMethodCase,
    ] + Loss.joinedFields + TypedBody.vinyl.losses
  ) { cassette in
    let interactions = cassette.interactions.compactMap { interaction -> JSONValue? in
      guard let response = interaction.response else { return nil }
      let request = interaction.request
      return .object([
        (
          "request",
          .object([
            ("url", .string(request.url)), ("method", .string(request.method.rawValue)),
            ("headers", request.headers.typedMembers),
            ("body", TypedBody.vinyl.value(request.body, type: request.headers[.contentType])),
          ])
        ),
        ("response", TypedBody.vinyl.value(response, to: request)),
      ])
    }
    return JSONValue.array(interactions).data(pretty: true) + Data("\n".utf8)
  }
}
