import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of DVR, a library for Swift, in JSON.
  static let dvr = RecordingFormat(
    "DVR", list: "interactions",
    recognizes: { document in
      guard let interactions = document["interactions"], document["version"] == nil else {
        return false
      }
      guard let first = interactions.sample else {
        return document["name"] != nil && document["recorded_with"] == nil
      }
      return first["request"]?["url"] != nil && first["recorded_at"] != nil
    },
    read: .interaction { DVRReader(reader: $0).interaction },
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.name = reader.optional(document, "name", reader.nonEmptyText)
    })
}

private struct DVRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    let date = reader.required(element, "recorded_at", read: reader.epoch)
    var interaction = reader.vcrFamily.interaction(element, request: request, response: response)
    interaction?.recordedAt = date
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    reader.vcrFamily.request(value, url: "url", body: body)
  }

  private func response(_ value: Value, to request: RecordedRequest) -> RecordedResponse? {
    reader.vcrFamily.response(value, to: request, body: body)
  }

  private func body(_ value: Value, _ headers: HTTPHeaders?) -> Data? {
    TypedBody.dvr.read(value, reader, type: headers?[.contentType])
  }
}

extension WritableFormat {
  package static let dvr = WritableFormat(
    "DVR", name: "dvr", fileExtensions: ["json"],
    losses: [
      .recorder, .failures, .missingStatuses, .overlaps, .timing, .missingTimes, .requestVersions,
      .responseVersions, .reasons, .standardMethodCase,
    ] + Loss.joinedFields + TypedBody.dvr.losses
  ) { cassette in
    let document = JSONValue.object([
      ("name", .string(cassette.name ?? "")),
      ("interactions", .array(cassette.interactions.compactMap(interaction))),
    ])
    return document.data(pretty: true) + Data("\n".utf8)
  }

  private static func interaction(_ interaction: Interaction) -> JSONValue? {
    guard let response = interaction.response else { return nil }
    let request = interaction.request
    return .object([
      (
        "recorded_at",
        .number(JSONNumber(interaction.recordedAt?.timeIntervalSince1970 ?? 0))
      ),
      (
        "request",
        .object([
          ("method", .string(request.method.rawValue)), ("url", .string(request.url)),
          ("headers", request.headers.typedMembers),
          ("body", TypedBody.dvr.value(request.body, type: request.headers[.contentType])),
        ])
      ),
      ("response", TypedBody.dvr.value(response, to: request)),
    ])
  }
}
