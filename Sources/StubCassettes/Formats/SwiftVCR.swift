import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of grdsdev's swift-vcr, in JSON, with all bodies in Base64.
  static let swiftVCR = RecordingFormat(
    "swift-vcr", list: "interactions",
    recognizes: { document in
      guard let first = document["interactions"]?.sample else { return false }
      return first["recordedAt"] != nil && first["response"]?["statusCode"] != nil
    },
    read: .interaction { SwiftVCRReader(reader: $0).interaction },
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.name = reader.optional(document, "name", reader.nonEmptyText)
    })
}

private struct SwiftVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    let date = reader.vcrFamily.time(of: element)
    var interaction = reader.vcrFamily.interaction(element, request: request, response: response)
    interaction?.recordedAt = date
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    reader.vcrFamily.request(value, url: "url", body: { body, _ in reader.bodies.base64(body) })
  }

  private func response(_ value: Value, to request: RecordedRequest) -> RecordedResponse? {
    reader.vcrFamily.response(value, to: request) { body, _ in reader.bodies.base64(body) }
  }
}
