import StubCassettes
import StubCore
import StubDocuments
import StubPlatform
import StubRules

/// A response of WireMock while its keys are read.
struct WireMockResponseDraft {
  var specification = ResponseSpecification()
  var usesTemplates: Bool
  private let scope: RuleScope
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  let marks: StubMarks
  /// The value of `parameters` in templates.
  var parameters = JSONValue.object(JSONObject())
  /// Whether another server answers.
  let isForwarded: Bool
  var proxy = WireMockProxy()
  /// The body if it is a template.
  var template = WireMockTemplateResponder.Body.none

  init(_ value: Value, in scope: RuleScope, toHead isForHead: Bool, marks: StubMarks) {
    self.scope = scope
    usesTemplates = scope.usesTemplates
    (self.isForHead, self.marks) = (isForHead, marks)
    isForwarded = value[given: "proxyBaseUrl"] != nil
  }

  /// The folder with body files.
  var files: WireMockFolder { WireMockFolder(of: scope.file) }

  /// The charset in the header fields, before templates are filled in.
  var charset: TextCharset { TextCharset(specification.head.headers) }

  static let keys = Keys<WireMockResponseDraft>(
    [
      Key("transformers", .list(of: .word(in: ["response-template"]))) { reader, value, draft in
        let names = reader.list(value) { reader.keyword($0, ["response-template": true]) }
        if names?.isEmpty == false { draft.usesTemplates = true }
      },
      Key("transformerParameters", .anyObject) { $2.parameters = $1.json },
      Key("status", .integer(in: 0...999)) { reader, value, draft in
        if let status = reader.statusCode(value) { draft.specification.head.status = status }
      },
      Key("statusMessage", .string) { reader, value, draft in
        guard let phrase = reader.string(value), reader.isFieldValue(value, phrase) else { return }
        draft.specification.head.reason = phrase
      },
      Key("headers", .anyObject) { reader, value, draft in
        let headers = reader.responseFields(value, toHead: draft.isForHead)
        if let headers { draft.specification.head.headers = headers }
      },
      Key("fixedDelayMilliseconds", .amount) { reader, value, draft in
        guard let delay = reader.milliseconds(value) else { return }
        draft.specification.timing.beforeHead = delay
      },
      Key("delayDistribution", .component("DelayDistribution")) { reader, value, draft in
        draft.specification.impairment.delay = reader.wireMockDistribution(value)
      },
      Key("chunkedDribbleDelay", WireMockDribble.keys.openSchema) { reader, value, draft in
        let dribble = reader.read(value, WireMockDribble.keys, into: WireMockDribble())
        guard let chunks = dribble?.chunks, let time = dribble?.time else { return }
        draft.specification.timing.body = .dribble(chunks: chunks, over: time)
      },
      Key("fault", .word(in: faults.map(\.key))) { reader, value, draft in
        draft.specification.impairment.fault = reader.keyword(value, faults)
      },
    ] + WireMockProxy.keys + bodies + [.idle("fromConfiguredStub")], nulls: [])

  /// The keys for the body; a response has at most one.
  private static let bodies: [Key<WireMockResponseDraft>] = [
    .body(
      "body", .string,
      plain: { reader, value, draft in
        reader.text(value).map { .data(reader.bytes(of: $0, value, in: draft.charset)) }
      },
      template: { reader, value, _ in
        reader.wireMockTemplate(value, reader.text(value)).map { .text($0) }
      }),
    .body(
      "jsonBody", .any,
      plain: { reader, value, draft in
        .data(reader.bytes(of: value.json.text(), value, in: draft.charset))
      },
      template: { reader, value, _ in reader.wireMockTree(value).map { .json($0) } }),
    .body(
      "base64Body", .string, plain: { reader, value, _ in reader.base64(value).map { .data($0) } },
      template: { reader, value, _ in reader.base64(value).map { .bytes($0) } }),
    .body(
      "bodyFileName", .string,
      plain: { reader, value, draft in
        draft.files.path(reader.string(value), value, reader).map { .file(path: $0) }
      },
      template: { reader, value, draft in
        let keepsFiles = draft.parameters.object?["disableBodyFileTemplating"]
        return draft.files.body(
          reader.string(value), value, reader, in: draft.charset,
          fillsContents: keepsFiles?.templateText != "true")
      }),
  ]

  private static let bodyNames = bodies.map(\.name)
  private static let forwardedNames =
    ["proxyBaseUrl"] + bodyNames + ["fault", "chunkedDribbleDelay"]

  /// The names of keys that exclude each other.
  var alternatives: [String] { isForwarded ? Self.forwardedNames : Self.bodyNames }
}

extension Key where Target == WireMockResponseDraft {
  /// Returns a key for the body, which is read as a template if the response uses templates.
  fileprivate static func body(
    _ name: String, _ schema: @escaping @Sendable @autoclosure () -> Schema,
    plain: @escaping @Sendable (Reader, Value, Target) -> HTTPStubBody?,
    template: @escaping @Sendable (Reader, Value, Target) -> WireMockTemplateResponder.Body?
  ) -> Self {
    Self(name, schema()) { reader, value, draft in
      if draft.isForwarded { return }
      if draft.usesTemplates {
        guard case .none = draft.template, let body = template(reader, value, draft) else { return }
        draft.template = body
      } else if let body = plain(reader, value, draft) {
        draft.specification.body = body
      }
    }
  }
}

/// The value of `chunkedDribbleDelay` while its keys are read.
private struct WireMockDribble {
  var chunks: Int?
  var time: Duration?

  static let keys = Keys<WireMockDribble>([
    Key("numberOfChunks", .integer(in: 1...1_000_000), isRequired: true) { reader, value, dribble in
      dribble.chunks = reader.integer(value, in: 1...1_000_000)
    },
    Key("totalDuration", .amount, isRequired: true) { $2.time = $0.milliseconds($1) },
  ])
}

extension Reader {
  /// Reads a response definition.
  func wireMockResponse(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool, marks: StubMarks = StubMarks()
  ) -> (any HTTPStubResponder)? {
    mapping(value) { mapping in
      var draft = WireMockResponseDraft(value, in: scope, toHead: isForHead, marks: marks)
      mapping.reportAllButOne(of: draft.alternatives, among: mapping.given)
      mapping.readInOrder(WireMockResponseDraft.keys, into: &draft)
      if draft.isForwarded { return mapping.wireMockForwarding(draft) }
      if draft.usesTemplates {
        warn(of: draft.specification, in: value, toHead: isForHead, hidingBody: true)
        return mapping.wireMockTemplates(draft)
      }
      draft.specification.head.headers = HTTPHeaders(
        draft.specification.head.headers.fields + marks.fields.fields)
      draft.specification.acceptsRanges = false
      warn(of: draft.specification, in: value, toHead: isForHead)
      return try? draft.specification.responder()
    }
  }
}

extension Mapping {
  fileprivate func wireMockTemplates(_ draft: WireMockResponseDraft) -> (any HTTPStubResponder)? {
    var responder = WireMockTemplateResponder(
      specification: draft.specification, parameters: draft.parameters)
    responder.marks = draft.marks
    responder.body = draft.template
    for field in draft.specification.head.headers.fields {
      guard let template = try? Template(field.value, .wireMock) else {
        report(
          found: "invalid template in the header field \(Quotation.of(field.name.rawName))",
          remedy: "remove what is between {{ and }}")
        return nil
      }
      responder.headers.append((field.name, template))
    }
    return draft.specification.impairment.applied(to: responder)
  }
}

private let faults: KeyValuePairs<String, HTTPStubFault> = [
  "EMPTY_RESPONSE": .emptyResponse, "MALFORMED_RESPONSE_CHUNK": .malformedChunk,
  "RANDOM_DATA_THEN_CLOSE": .garbage, "CONNECTION_RESET_BY_PEER": .reset,
]
