import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of YAHTTPVCR, in JSON or as property lists: a list of scenes in recorded order.
  ///
  /// A scene is one event, such as a request, a response or a piece of a body. The scenes of one
  /// request and its response or error form a chapter and have the same `id`. The scenes of several
  /// chapters may be interleaved.
  static let yahttpvcr = RecordingFormat(
    "YAHTTPVCR",
    recognizes: { document in
      guard let first = document.elements?.first else {
        // An empty list may also be a rule file, but rule files are never property lists.
        return document.elements != nil
          && DocumentFormat(of: document.position.source) == .propertyList
      }
      guard first["id"] != nil, let type = first["type"]?.scalar else { return false }
      return first["data"]?["cls"] != nil || first["data"] == nil && Int(type.text) != nil
    },
    read: .whole { reader, document in
      var chapters: [String: YAHTTPVCRChapter] = [:]
      var order: [String] = []
      // A scene without an `id` may be missing from any chapter.
      var hasLostScenes = false
      for (number, scene) in document.eachElement.enumerated() {
        guard let id = reader.required(scene, "id", read: reader.nonEmptyText) else {
          hasLostScenes = true
          continue
        }
        if chapters[id] == nil { order.append(id) }
        chapters[id, default: YAHTTPVCRChapter(scene)].read(scene, reader, number: number)
      }
      return order.compactMap { chapters[$0] }.compactMap { chapter in
        if chapter.interaction == nil, !chapter.isDamaged, !hasLostScenes {
          reader.values.findings.add(chapter.incompleteness)
        }
        return chapter.interaction
      }
    },
    ignoring: ["cls", "cache", "timeout", "cookies", "pipeline", "cellular", "network"],
    joinsFields: true)
}

/// The chapter of a request, with its scenes in the order of the cassette.
private struct YAHTTPVCRChapter {
  /// The meaning of a scene's `type`, which is a number from 0.
  private enum Kind: Int {
    case request
    case response
    case data
    case error
    case closing
  }

  /// The first scene of the chapter.
  private let start: Value
  private var request: RecordedRequest?
  private var requestNumber = 0
  private var response: RecordedResponse?
  private var failure: RecordedFailure?
  private var body = Data()
  /// The indices of the first and the last scene after the request.
  private var numbers: ClosedRange<Int>?
  /// Whether one of the scenes could not be read; the error is already reported.
  private(set) var isDamaged = false

  init(_ start: Value) { self.start = start }

  /// The request with its response or error; `nil` if one of the two is missing.
  var interaction: Interaction? {
    guard !isDamaged, let request, response != nil || failure != nil else { return nil }
    var response = response
    response?.body = body
    return Interaction(
      request, response, failure: failure,
      position: numbers.map { RecordedPosition(request: requestNumber, response: $0) },
      origin: start.recordedOrigin)
  }

  /// The error to report if ``interaction`` is `nil`.
  var incompleteness: FileDiagnostic {
    FileDiagnostic(
      at: start.position, pointer: start.pointer,
      found: request == nil
        ? "these scenes have no request (type 0)"
        : "this request has no response (type 1) or error (type 3)",
      remedy: "record it again, or remove the scenes with this \"id\"")
  }

  /// Reads the next scene, whose index is `number`.
  mutating func read(_ scene: Value, _ reader: RecordingReader, number: Int) {
    let errors = reader.values.findings.list.errorCount
    let parts = YAHTTPVCRReader(reader: reader)
    let kind = reader.required(scene, "type") { type in
      reader.values.integer(type, in: 0...4).flatMap { Kind(rawValue: $0) }
    }
    switch kind {
    case .request:
      request = reader.required(scene, "data") {
        reader.message($0, .request, parts.request)
      }
      requestNumber = number
    case .response:
      let url = request?.url
      response = reader.required(scene, "data") {
        reader.message($0, .response) { parts.response($0, to: url) }
      }
    case .data: body += reader.optional(scene, "data") { parts.data($0) } ?? Data()
    case .error:
      failure = reader.required(scene, "data") { reader.foundation.error($0, describedIn: "info") }
    case .closing, nil: break
    }
    if let kind, kind != .request {
      numbers = min(numbers?.lowerBound ?? number, number)...number
    }
    if reader.values.findings.list.errorCount > errors { isDamaged = true }
  }
}

/// A reader of Foundation's objects in the form of YAHTTPVCR.
private struct YAHTTPVCRReader {
  let reader: RecordingReader

  func request(_ value: Value) -> RecordedRequest? {
    let method = reader.required(value, "method", read: reader.lowercaseMethod)
    let url = reader.required(value, "url", read: reader.url)
    let headers = reader.optional(value, "headers", reader.headers)
    let body = reader.optional(value, "body") { data($0) }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  func response(_ value: Value, to requested: String?) -> RecordedResponse? {
    let status = reader.required(value, "status", read: reader.statusCode)
    let url = reader.optional(value, "url", reader.url)
    let headers = reader.optional(value, "headers", reader.headers)
    guard let status else { return nil }
    return RecordedResponse(
      status, headers: headers ?? HTTPHeaders(), url: url == requested ? nil : url)
  }

  func data(_ value: Value) -> Data? {
    reader.message(value) { value in
      reader.required(value, "base64") { base64 in
        if case .bytes? = base64.scalar?.kind { return reader.bodies.bytes(base64) }
        return reader.bodies.base64(base64)
      }
    }
  }
}

extension WritableFormat {
  /// The format of YAHTTPVCR in JSON, without a line end at the end of the file, as Foundation
  /// writes it.
  package static let yahttpvcr = WritableFormat(
    "YAHTTPVCR", name: "yahttpvcr", fileExtensions: ["json"],
    losses: [
      .name, .recorder, .missingStatuses, .timing, .times, .requestVersions, .responseVersions,
      .reasons, .methodCase, .emptyRequestBodies, .unkeyedErrorDetails,
    ] + Loss.joinedFields
  ) { JSONValue.array(scenes(of: $0)).data(pretty: true) }

  /// The format of YAHTTPVCR as an XML property list.
  package static let yahttpvcrPropertyList = WritableFormat(
    "YAHTTPVCR property list", name: "yahttpvcr-plist", fileExtensions: ["plist"],
    losses: yahttpvcr.losses + [.nullErrorDetails, .controlCharacters], readAs: yahttpvcr.title
  ) { PropertyListText.data(.array(scenes(of: $0).compactMap { PropertyListTree($0) })) }

  /// Returns the scenes in recorded order.
  private static func scenes(of cassette: Cassette) -> [JSONValue] {
    let isPlaced = cassette.interactions.allSatisfy { $0.position != nil }
    var events: [(place: Double, scene: JSONValue)] = []
    for (index, interaction) in cassette.interactions.enumerated() {
      let id = identifier(index)
      let answer = interaction.answerScenes
      let first = Double(events.count)
      let place = isPlaced ? interaction.position : nil
      events.append(
        (place.map { Double($0.request) } ?? first, scene(id, 0, interaction.request.data)))
      // The events between the start and the end of the response are spread evenly.
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

  private static func scene(_ id: String, _ type: Int, _ data: JSONValue?) -> JSONValue {
    .object([("id", .string(id)), ("type", .number(type)), ("data", data)])
  }
}

extension RecordedRequest {
  /// The request as the data of a scene, with Foundation's defaults for properties that other
  /// recordings lack.
  fileprivate var data: JSONValue {
    .object([
      ("cls", "NSURLRequest"), ("method", .string(method.rawValue.lowercasedASCII())),
      ("url", .string(url)), ("headers", headers.isEmpty ? .none : .some(headers.members)),
      ("body", body.map { $0.scene }), ("cache", 0), ("timeout", 60), ("cookies", true),
      ("pipeline", false), ("cellular", true), ("network", 0),
    ])
  }
}

extension Interaction {
  /// The types and the data of the scenes after the request.
  fileprivate var answerScenes: [(Int, JSONValue?)] {
    (response.map { scenes(of: $0) } ?? []) + (failure.map { [(3, $0.scene)] } ?? [(4, nil)])
  }

  /// Returns a scene for the head and one for the body.
  private func scenes(of response: RecordedResponse) -> [(Int, JSONValue?)] {
    let head = JSONValue.object([
      ("cls", "NSHTTPURLResponse"), ("status", .number(response.status.rawValue)),
      ("url", .string(response.url ?? request.url)), ("headers", response.headers.members),
    ])
    return response.body.isEmpty ? [(1, head)] : [(1, head), (2, response.body.scene)]
  }
}

extension RecordedFailure {
  fileprivate var scene: JSONValue {
    .object([
      ("cls", "NSError"), ("domain", .string(domain)), ("code", .number(code)),
      ("info", .object(userInfo)),
    ])
  }
}

extension Data {
  fileprivate var scene: JSONValue {
    .object([("cls", "NSData"), ("base64", .string(base64EncodedString()))])
  }
}
