import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordingFormat {
  /// The tracks of Swift's Vinyl, in JSON.
  static let vinyl = RecordingFormat(
    "Vinyl",
    recognizes: { document in
      guard let first = document.elements?.first, let response = first["response"] else {
        return false
      }
      let hasStatus = response["status"]?.scalar != nil && response["url"] != nil
      // Of an error Vinyl writes nothing but an empty response.
      return hasStatus
        || (response.members?.isEmpty ?? false && first["request"]?["url"] != nil)
    },
    read: .track { $0.vinylTrack($1) })
}

extension Reader {
  fileprivate func vinylTrack(_ element: Value) -> Cassette.Track? {
    if element["response"]?.members?.isEmpty == true {
      report(
        element, found: "a track without a response, which is how Vinyl saves an error",
        expected: "a response", remedy: "try removing the track, or recording it again")
      return nil
    }
    // A track may be of a response alone, which answers the URL it came from.
    guard let written = element[given: "request"] else {
      return needed(element, "response") { response in
        needed(response, "url", read: recordedURL).flatMap { url in
          track(of: RecordedRequest(.get, url), element)
        }
      }
    }
    return request(written).flatMap { track(of: $0, element) }
  }

  private func track(of request: RecordedRequest, _ element: Value) -> Cassette.Track? {
    needed(element, "response") { TypedBody.vinyl.readResponse($0, self, to: request) }
      .map { Cassette.Track(request, .response($0), origin: element.trackOrigin) }
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let url = needed(value, "url", read: recordedURL)
    let method = value.hasValue("method") ? recorded(value, "method", recordedMethod) : .get
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body") {
      TypedBody.vinyl.read($0, self, type: headers)
    }
    guard let url, let method else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }
}

extension WritableFormat {
  package static let vinyl = WritableFormat(
    "Vinyl", name: "vinyl", fileExtensions: ["json"],
    notHeld: [
      .name, .recorder, .failures, .missingStatuses, .overlaps, .timing, .times, .requestVersions,
      .responseVersions, .reasons, .standardMethodCase, .repeatedFields,
    ] + TypedBody.vinyl.notHeld
  ) { cassette in
    let tracks = cassette.tracks.compactMap { track -> JSONValue? in
      guard case .response(let response) = track.outcome else { return nil }
      let request = track.request
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
    return JSONValue.array(tracks).data(pretty: true) + Data("\n".utf8)
  }
}
