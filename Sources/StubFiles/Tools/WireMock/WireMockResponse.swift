import StubCore
import StubPlatform

/// A response of WireMock while its keys are read.
private struct WireMockResponseDraft {
  var specification = ResponseSpecification()
  var usesTemplates = false
  /// The folder with the body files.
  let files: WireMockFolder
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  let marks: StubMarks
  /// The value of `parameters` in templates.
  var parameters = JSONValue.object(JSONObject())
}

extension Reader {
  /// Reads a response definition.
  func wireMockResponse(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool, marks: StubMarks = StubMarks()
  ) -> (any HTTPStubResponder)? {
    var draft = WireMockResponseDraft(
      files: WireMockFolder(of: scope.file), isForHead: isForHead, marks: marks)
    return mapping(value) { mapping in
      mapping.settle(WireMockKeys.response)
      let isForwarded = value[given: "proxyBaseUrl"] != nil
      mapping.reportAllButOne(
        of: isForwarded
          ? Mapping.wireMockForwarded : ["body", "jsonBody", "base64Body", "bodyFileName"],
        among: mapping.remaining)
      mapping.wireMockTransformers(into: &draft)
      if scope.usesTemplates { draft.usesTemplates = true }
      mapping.wireMockHead(into: &draft)
      mapping.wireMockTiming(into: &draft.specification)
      let forwarding = mapping.wireMockForwarding(
        adding: draft.specification.head.headers, usesTemplates: draft.usesTemplates)
      guard isForwarded else { return mapping.wireMockBody(of: draft, in: value) }
      guard let forwarding else { return nil }
      var responder = ForwardingResponder(forwarding)
      responder.timing.beforeHead = draft.specification.timing.beforeHead
      return draft.specification.trouble.met(by: responder)
    }
  }
}

extension Mapping {
  fileprivate func wireMockTransformers(into draft: inout WireMockResponseDraft) {
    let names = optional("transformers") { value in
      reader.list(value) { reader.keyword($0, ["response-template": true]) }
    }
    draft.usesTemplates = names?.isEmpty == false
    read("transformerParameters") { draft.parameters = $0.json }
  }

  fileprivate func wireMockHead(into draft: inout WireMockResponseDraft) {
    if let status = optional("status", { reader.statusCode($0) }) {
      draft.specification.head.status = status
    }
    read("statusMessage") { value in
      guard let phrase = reader.string(value), reader.isFieldValue(value, phrase) else { return }
      draft.specification.head.reason = phrase
    }
    let isForHead = draft.isForHead
    if let headers = optional("headers", { reader.responseFields($0, toHead: isForHead) }) {
      draft.specification.head.headers = headers
    }
  }

  fileprivate func wireMockTiming(into response: inout ResponseSpecification) {
    if let delay = optional("fixedDelayMilliseconds", { reader.milliseconds($0) }) {
      response.timing.beforeHead = delay
    }
    response.trouble.delay = optional("delayDistribution") { reader.wireMockDistribution($0) }
    let pace = optional("chunkedDribbleDelay") { value -> ResponseTiming.Pacing? in
      reader.mapping(value) { mapping in
        let chunks = mapping.required("numberOfChunks") { reader.integer($0, in: 1...1_000_000) }
        let time = mapping.required("totalDuration") { reader.milliseconds($0) }
        guard let chunks, let time else { return nil }
        return .dribble(chunks: chunks, over: time)
      }
    }
    if let pace { response.timing.body = pace }
    response.trouble.fault = optional("fault") { reader.keyword($0, faults) }
  }

  fileprivate func wireMockBody(
    of draft: WireMockResponseDraft, in response: Value
  ) -> (any HTTPStubResponder)? {
    var draft = draft
    if draft.usesTemplates {
      reader.warn(
        of: draft.specification, in: response, toHead: draft.isForHead, hidingBody: true)
      return wireMockTemplates(of: draft)
    }
    let charset = TextCharset(draft.specification.head.headers)
    draft.specification.head.headers = HTTPHeaders(
      draft.specification.head.headers.fields + draft.marks.fields.fields)
    let text = optional("body") { value in
      reader.text(value).map { reader.bytes(of: $0, value, in: charset) }
    }
    let json = optional("jsonBody") { reader.bytes(of: $0.json.text(), $0, in: charset) }
    let bytes = optional("base64Body") { reader.base64($0) }
    let path = optional("bodyFileName") { draft.files.path(reader.string($0), $0, reader) }
    if let text { draft.specification.body = .data(text) }
    if let json { draft.specification.body = .data(json) }
    if let bytes { draft.specification.body = .data(bytes) }
    if let path { draft.specification.body = .file(path: path) }
    draft.specification.acceptsRanges = false
    reader.warn(of: draft.specification, in: response, toHead: draft.isForHead)
    return try? draft.specification.responder()
  }

  private func wireMockTemplates(
    of draft: WireMockResponseDraft
  ) -> (any HTTPStubResponder)? {
    var responder = WireMockTemplateResponder(
      specification: draft.specification, parameters: draft.parameters)
    responder.marks = draft.marks
    for field in draft.specification.head.headers.fields {
      guard let template = try? Template(field.value, .wireMock) else {
        report(
          found: "invalid template in the header field \(Quotation.of(field.name.rawName))",
          remedy: "remove what is between {{ and }}")
        return nil
      }
      responder.headers.append((field.name, template))
    }
    let keepsFiles = draft.parameters.object?["disableBodyFileTemplating"]
    responder.body =
      optional("body") { reader.wireMockTemplate($0, reader.text($0)).map { .text($0) } }
      ?? optional("jsonBody") { reader.wireMockTree($0).map { .json($0) } }
      ?? optional("base64Body") { reader.base64($0).map { .bytes($0) } }
      ?? optional("bodyFileName") {
        draft.files.body(
          reader.string($0), $0, reader, in: TextCharset(draft.specification.head.headers),
          fillsContents: keepsFiles?.templateText != "true")
      } ?? .none
    return draft.specification.trouble.met(by: responder)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedChunk,
  "RANDOM_DATA_THEN_CLOSE": .garbage, "CONNECTION_RESET_BY_PEER": .reset,
]

/// The delays of a recorded response in WireMock's keys, in whole milliseconds.
struct WireMockDelay {
  private let wait: Int
  private let receive: Int
  /// The number of equal pieces in which the body is sent.
  private let pieces: Int

  /// The time that each piece of a body is assumed to take if the times of its pieces were not
  /// recorded.
  private static let usualPiece = Duration.milliseconds(10)

  init(_ interaction: Interaction) {
    wait = interaction.timing?.wait.wholeMilliseconds ?? 0
    let time = interaction.timing?.bodyTime ?? .zero
    receive = time.wholeMilliseconds
    let chunks = interaction.timing?.chunks.count ?? 0
    pieces =
      chunks > 0 ? chunks : max(1, min(Int(time / Self.usualPiece), interaction.playedBodyCount))
  }

  /// The members of a response that set its delays.
  var members: [(String, JSONValue?)] {
    var members: [(String, JSONValue?)] = []
    if wait > 0 { members.append(("fixedDelayMilliseconds", .number(wait))) }
    if receive > 0 {
      members.append(
        (
          "chunkedDribbleDelay",
          ["numberOfChunks": .number(pieces), "totalDuration": .number(receive)]
        ))
    }
    return members
  }
}

extension Loss {
  static let fractionsOfMilliseconds = Loss(
    "fractions of milliseconds of response times", of: \.timing,
    change: { timing in
      timing = timing.map { timing in
        RecordedTiming(
          wait: timing.wait.roundedToMilliseconds, receive: timing.receive.roundedToMilliseconds,
          chunks: timing.chunks.map {
            ResponseTiming.ScriptedChunk(at: $0.at.roundedToMilliseconds, count: $0.count)
          })
      }
    })

  static let endsWithoutBody = Loss(
    "the time after the head of responses without a body", of: \.self,
    change: { interaction in
      guard let timing = interaction.timing, interaction.playedBodyCount == 0 else { return }
      interaction.timing = RecordedTiming(wait: timing.wait)
    })

  static let unevenPieces = Loss(
    "chunks of different sizes or paces; they become equal", of: \.self,
    change: { interaction in
      guard let timing = interaction.timing, !timing.chunks.isEmpty else { return }
      let equal = ResponseTiming.ScriptedChunk.equal(
        timing.chunks.count, of: interaction.playedBodyCount, over: timing.bodyTime)
      interaction.timing?.chunks = equal
    })
}

extension Interaction {
  /// The number of body bytes that clients receive, which is 0 if a network error was recorded.
  fileprivate var playedBodyCount: Int {
    guard failure == nil, let response else { return 0 }
    return response.played(for: request.method).body.count
  }
}

extension RecordedTiming {
  /// The time from the head to the end of the body that is played.
  fileprivate var bodyTime: Duration { chunks.last?.at ?? receive }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int(wholeMicroseconds / 1_000) }

  fileprivate var roundedToMilliseconds: Duration {
    .milliseconds((self + .microseconds(500)).wholeMilliseconds)
  }
}

/// A fault of WireMock, chosen as the one closest to a recorded network error.
enum WireMockFault: String {
  case emptyResponse = "EMPTY_RESPONSE"
  case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
  case garbage = "RANDOM_DATA_THEN_CLOSE"
  case reset = "CONNECTION_RESET_BY_PEER"

  init(_ failure: RecordedFailure, after response: RecordedResponse?) {
    guard response == nil else {
      self = .malformedChunk
      return
    }
    switch NetworkErrorCode(rawValue: failure.code) {
    case .badServerResponse, .zeroByteResource: self = .emptyResponse
    case .cannotParseResponse: self = .garbage
    default: self = .reset
    }
  }

  /// The network error code that a client gets for the fault.
  fileprivate var code: Int {
    switch self {
    case .emptyResponse: NetworkErrorCode.badServerResponse.rawValue
    case .garbage: NetworkErrorCode.cannotParseResponse.rawValue
    case .malformedChunk, .reset: NetworkErrorCode.networkConnectionLost.rawValue
    }
  }
}

extension Loss {
  static let exactErrors = Loss(
    "exact errors and partial responses; each becomes the closest fault", of: \.self,
    change: { interaction in
      guard let failure = interaction.failure else { return }
      let code = WireMockFault(failure, after: interaction.response).code
      interaction.failure = RecordedFailure(code: code)
      interaction.response = interaction.response.map { _ in RecordedResponse(200) }
      interaction.timing = interaction.timing.map { RecordedTiming(wait: $0.wait) }
    })
}
