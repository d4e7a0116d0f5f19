import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension YAHTTPVCRFormat: WritableFormat {
  static let name = "yahttpvcr"
  static let fileExtensions = ["json"]

  static let notHeld: [CassetteDetail] = [
    .name, .recorder, .missingStatuses, .timing, .times, .requestVersions, .responseVersions,
    .reasons, .methodCase, .repeatedFields, .emptyRequestBodies, .unkeyedErrorDetails,
  ]

  /// Without a line end after it, as Foundation writes it.
  static func bytes(of cassette: Cassette) -> Data {
    JSONValue.array(scenes(of: cassette)).data(pretty: true)
  }

  /// The scenes in the order of the tape.
  fileprivate static func scenes(of cassette: Cassette) -> [JSONValue] {
    let isPlaced = cassette.tracks.allSatisfy { $0.place != nil }
    var events: [(place: Double, scene: JSONValue)] = []
    for (index, track) in cassette.tracks.enumerated() {
      let id = chapterID(index)
      let answer = track.answerScenes
      let first = Double(events.count)
      let place = isPlaced ? track.place : nil
      events.append((place.map { Double($0.request) } ?? first, scene(id, 0, track.request.data)))
      // What comes between the first event of the response and its last is spread evenly.
      let start = place.map { Double($0.response.lowerBound) } ?? first + 1
      let end = place.map { Double($0.response.upperBound) } ?? first + Double(answer.count)
      let step = (end - start) / Double(max(1, answer.count - 1))
      for (number, (type, data)) in answer.enumerated() {
        events.append((start + step * Double(number), scene(id, type, data)))
      }
    }
    guard isPlaced else { return events.map(\.scene) }
    let order = events.indices.sorted { (events[$0].place, $0) < (events[$1].place, $1) }
    return order.map { events[$0].scene }
  }

  /// An identifier that is the same each time the cassette is written (RFC 9562 §5.8).
  private static func chapterID(_ index: Int) -> String {
    let digits = String(index + 1, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 12 - digits.count))
    return "00000000-0000-8000-8000-\(zeros)\(digits)"
  }

  private static func scene(_ id: String, _ type: Int, _ data: JSONValue?) -> JSONValue {
    .object([("id", .string(id)), ("type", .number(type)), ("data", data)])
  }
}

/// The same scenes as an XML property list.
enum YAHTTPVCRPropertyList: WritableFormat {
  static let title = "YAHTTPVCR property list"
  static let name = "yahttpvcr-plist"
  static let fileExtensions = ["plist"]
  static let notHeld = YAHTTPVCRFormat.notHeld + [.nullErrorDetails]

  static func rewrites(_ format: any RecordingFormat.Type, extension ending: String) -> Bool {
    format == YAHTTPVCRFormat.self && fileExtensions.contains(ending)
  }

  static func bytes(of cassette: Cassette) -> Data {
    PropertyListText.data(.array(YAHTTPVCRFormat.scenes(of: cassette)))
  }
}

extension CassetteDetail {
  fileprivate init(
    _ name: String, inErrorDetails change: @escaping @Sendable (JSONValue) -> JSONValue?
  ) {
    self.init(
      name,
      inTrack: { track in
        guard case .failure(var failure, let response) = track.outcome else { return }
        failure.details = failure.details.flatMap(change)
        track.outcome = .failure(failure, after: response)
      })
  }

  fileprivate static let unkeyedErrorDetails = CassetteDetail(
    "details of errors that are no mapping",
    inErrorDetails: { details in
      guard var members = details.object else { return nil }
      members[FoundationError.description] = nil
      return members.isEmpty ? .none : .some(.object(members))
    })

  fileprivate static let nullErrorDetails = CassetteDetail(
    "null in details of errors", inErrorDetails: { PropertyListText.holdable($0) })
}

extension RecordedRequest {
  /// The request with the defaults of Foundation for what recordings elsewhere do not have.
  fileprivate var data: JSONValue {
    .object([
      ("cls", "NSURLRequest"), ("method", .string(method.rawValue.lowercasedASCII())),
      ("url", .string(url)), ("headers", headers.isEmpty ? .none : .some(headers.typedMembers)),
      ("body", body.map { $0.scene }), ("cache", 0), ("timeout", 60), ("cookies", true),
      ("pipeline", false), ("cellular", true), ("network", 0),
    ])
  }
}

extension Cassette.Track {
  /// The types and data of the scenes after the request.
  fileprivate var answerScenes: [(Int, JSONValue?)] {
    switch outcome {
    case .response(let response): scenes(of: response) + [(4, nil)]
    case .failure(let failure, let response):
      (response.map { scenes(of: $0) } ?? []) + [(3, failure.scene)]
    }
  }

  /// A scene of the head and one of the body.
  private func scenes(of response: RecordedResponse) -> [(Int, JSONValue?)] {
    let head = JSONValue.object([
      ("cls", "NSHTTPURLResponse"), ("status", .number(response.status.rawValue)),
      ("url", .string(response.url ?? request.url)), ("headers", response.headers.typedMembers),
    ])
    return response.body.isEmpty ? [(1, head)] : [(1, head), (2, response.body.scene)]
  }
}

extension RecordedFailure {
  fileprivate var scene: JSONValue {
    var info = JSONObject()
    if let message { info[FoundationError.description] = .string(message) }
    for member in details?.object?.members ?? [] { info[member.name] = member.value }
    return .object([
      ("cls", "NSError"), ("domain", .string(domain)), ("code", .number(code)),
      ("info", .object(info)),
    ])
  }
}

extension Data {
  fileprivate var scene: JSONValue {
    .object([("cls", "NSData"), ("base64", .string(base64EncodedString()))])
  }
}
