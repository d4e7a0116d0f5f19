import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension VinylFormat: WritableFormat {
  static let name = "vinyl"
  static let fileExtensions = ["json"]
  private static let body = TypedBody(isTextWithoutType: true)

  static let notHeld: [CassetteDetail] =
    [
      .name, .recorder, .failures, .missingStatuses, .overlaps, .timing, .times, .requestVersions,
      .responseVersions, .reasons, .standardMethodCase, .repeatedFields,
    ] + body.notHeld

  static func bytes(of cassette: Cassette) -> Data {
    let tracks = cassette.tracks.compactMap { track -> JSONValue? in
      guard case .response(let response) = track.outcome else { return nil }
      let request = track.request
      return .object([
        (
          "request",
          .object([
            ("url", .string(request.url)), ("method", .string(request.method.rawValue)),
            ("headers", request.headers.typedMembers),
            ("body", body.value(request.body, type: request.headers[.contentType])),
          ])
        ),
        ("response", body.value(response, to: request)),
      ])
    }
    return JSONValue.array(tracks).data(pretty: true) + Data("\n".utf8)
  }
}
