import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Swift's DVR, in JSON.
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
    read: .interaction { reader, element in
      let date = reader.needed(element, "recorded_at", read: reader.recordedEpoch)
      var interaction = reader.interaction(
        element,
        request: { value in
          reader.recordedRequest(
            value, url: "url", body: { TypedBody.dvr.read($0, reader, type: $1?[.contentType]) })
        },
        response: { value, request in
          reader.recordedResponse(value, to: request) {
            TypedBody.dvr.read($0, reader, type: $1?[.contentType])
          }
        })
      interaction?.recordedAt = date
      return interaction
    },
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.name = reader.recorded(document, "name", reader.recordedText)
    })
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
