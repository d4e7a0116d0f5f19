import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordingFormat {
  /// The cassettes of grdsdev's swift-vcr, in JSON; its bodies are always base64.
  static let swiftVCR = RecordingFormat(
    "swift-vcr", list: "interactions",
    recognizes: { document in
      guard let first = document["interactions"]?.elements?.first else { return false }
      return first["recordedAt"] != nil && first["response"]?["statusCode"] != nil
    },
    read: .interaction { reader, element in
      let date = reader.recorded(element, "recordedAt", reader.recordedDate)
      var interaction = reader.interaction(
        element, request: reader.request, response: reader.response)
      interaction?.recordedAt = date
      return interaction
    },
    joinsFields: true,
    readRest: { reader, document, cassette in
      cassette.name = reader.recorded(document, "name", reader.recordedText)
    })
}

extension Reader {
  fileprivate func request(_ value: Value) -> RecordedRequest? {
    recordedRequest(value, url: "url") { body, _ in recordedBase64(body) }
  }

  fileprivate func response(_ value: Value, to request: RecordedRequest) -> RecordedResponse? {
    let status = needed(value, "statusCode", read: recordedStatus)
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body", recordedBase64)
    return status.map {
      RecordedResponse(
        reading: RecordedStatus(code: $0), headers: headers, body: body, of: request)
    }
  }
}
