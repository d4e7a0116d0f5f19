import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DVRFormat: WritableFormat {
  static let name = "dvr"
  static let fileExtensions = ["json"]
  private static let body = TypedBody(isTextWithoutType: false)

  static let notHeld: [CassetteDetail] =
    [
      .recorder, .failures, .missingStatuses, .overlaps, .timing, .missingTimes, .requestVersions,
      .responseVersions, .reasons, .standardMethodCase, .repeatedFields,
    ] + body.notHeld

  static func bytes(of cassette: Cassette) -> Data {
    let document = JSONValue.object([
      ("name", .string(cassette.name ?? "")),
      ("interactions", .array(cassette.tracks.compactMap { interaction($0) })),
    ])
    return document.data(pretty: true) + Data("\n".utf8)
  }

  private static func interaction(_ track: Cassette.Track) -> JSONValue? {
    guard case .response(let response) = track.outcome else { return nil }
    let request = track.request
    return .object([
      (
        "recorded_at",
        .number(JSONNumber(track.recordedAt?.timeIntervalSince1970 ?? 0))
      ),
      (
        "request",
        .object([
          ("method", .string(request.method.rawValue)), ("url", .string(request.url)),
          ("headers", request.headers.typedMembers),
          ("body", body.value(request.body, type: request.headers[.contentType])),
        ])
      ),
      ("response", body.value(response, to: request)),
    ])
  }
}
