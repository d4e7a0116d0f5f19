import StubCore
import StubPlatform

extension RecordingFormat {
  /// The cassettes of grdsdev's swift-vcr, in JSON; its bodies are always base64.
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
