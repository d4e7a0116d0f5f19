import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of grdsdev's swift-vcr, in JSON; bodies are always in Base64.
  static let swiftVCR = RecordingFormat(
    "swift-vcr", list: "interactions",
    recognizes: { document in
      guard let first = document["interactions"]?.sample else { return false }
      return first["recordedAt"] != nil && first["response"]?["statusCode"] != nil
    },
    read: .interaction { reader, element in
      let date = reader.recordedTime(of: element)
      var interaction = reader.interaction(
        element,
        request: { value in
          reader.recordedRequest(
            value, url: "url", body: { body, _ in reader.recordedBase64(body) })
        },
        response: { value, request in
          reader.recordedResponse(value, to: request) { body, _ in reader.recordedBase64(body) }
        })
      interaction?.recordedAt = date
      return interaction
    },
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.name = reader.recorded(document, "name", reader.recordedText)
    })
}
