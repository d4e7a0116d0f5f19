import StubCore
import StubDocuments
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
    read: .interaction { VinylReader(reader: $0).interaction }, joinsFields: true)
}

private struct VinylReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    if element["response"]?.members?.isEmpty == true {
      reader.values.report(
        element, found: "this interaction has no response, because Vinyl does not save errors",
        remedy: "remove it")
      return nil
    }
    // An interaction may consist only of a response, which answers requests for its URL.
    guard let written = element[given: "request"] else {
      return reader.required(element, "response") { response in
        reader.required(response, "url", read: reader.url).flatMap { url in
          interaction(of: RecordedRequest(.get, url), element)
        }
      }
    }
    return reader.message(written, .request, request).flatMap { interaction(of: $0, element) }
  }

  private func interaction(of request: RecordedRequest, _ element: Value) -> Interaction? {
    reader.required(element, "response") { response in
      reader.message(response, .response) {
        reader.vcrFamily.response($0, to: request) {
          TypedBody.vinyl.read($0, reader, type: $1?[.contentType])
        }
      }
    }.map { Interaction(request, $0, origin: element.recordedOrigin) }
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let url = reader.required(value, "url", read: reader.url)
    let method = value.hasValue("method") ? reader.optional(value, "method", reader.method) : .get
    let headers = reader.optional(value, "headers", reader.headers)
    let body = reader.optional(value, "body") {
      TypedBody.vinyl.read($0, reader, type: headers?[.contentType])
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
