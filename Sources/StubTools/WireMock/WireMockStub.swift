import StubCore
import StubDocuments
import StubPlatform
import StubRules

/// A stub of WireMock while its keys are read.
struct WireMockStubDraft {
  let scope: RuleScope
  let request: HTTPStubRequest
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  let marks: StubMarks
  private var responder: (any HTTPStubResponder)?
  private var scenario: String?
  private var requiredState: String?
  private var nextState: String?

  init(_ stub: StubDraft, _ marks: StubMarks, toHead isForHead: Bool) {
    (scope, request, self.marks, self.isForHead) = (stub.scope, stub.request, marks, isForHead)
  }

  static let keys = Keys<WireMockStubDraft>(
    [
      .idle("$schema"), .idle("id", .uuid), .idle("uuid", .uuid),
      Key("name", .string) { reader, value, stub in stub.request.name = reader.text(value) },
      Key("priority", .integer) { reader, value, stub in
        if let priority = reader.integer(value) { stub.request.priority = priority }
      },
      Key("request", .component("RequestPattern")) { reader, value, stub in
        for matcher in reader.wireMockMatchers(value, in: stub.scope) ?? [] {
          stub.request.match(matcher)
        }
      },
      Key("scenarioName", .string) { $2.scenario = $0.text($1) },
      Key("requiredScenarioState", .string) { $2.requiredState = $0.text($1) },
      Key("newScenarioState", .string) { $2.nextState = $0.text($1) },
      Key("response", .component("Response")) { reader, value, stub in
        stub.responder = reader.wireMockResponse(
          value, in: stub.scope, toHead: stub.isForHead, marks: stub.marks)
      },
      Key("serveEventListeners", .list(of: .wireMockListener)) { reader, value, stub in
        stub.request.webhooks += reader.wireMockListeners(value, in: stub.scope) ?? []
      },
      Key("postServeActions", .list(of: .wireMockListener)) { reader, value, stub in
        stub.request.webhooks += reader.wireMockActions(value, in: stub.scope) ?? []
      },
      .idle("persistent", .boolean), .idle("metadata", .anyObject), .idle("insertionIndex"),
      .refused("expect", "remove it, and count requests in the journal"),
      .refused("protoFile", "use HTTP stubs instead of gRPC"),
      .refused("grpcRequest", "use HTTP stubs instead of gRPC"),
      .refused("grpcResponse", "use HTTP stubs instead of gRPC"),
    ], nulls: [])

  /// Returns the stub with its response, which depends on a scenario if the stub has one.
  func stub(_ states: ScenarioStates) -> HTTPStub {
    if let responder = responder ?? (try? marks.response.responder()) {
      let condition = scenario.map {
        ScenarioCondition(states, $0, required: requiredState, next: nextState)
      }
      request.responses[ResponseKey(method: nil)] = ResponseScript(
        responders: [responder], condition: condition)
    }
    return request.snapshot
  }
}

extension Reader {
  /// Reads a stub; `nil` if it has an error, which is reported.
  func wireMockStub(
    _ value: Value, in scope: RuleScope, _ scenarios: ScenarioStates, named name: String? = nil
  ) -> StubOutline? {
    let given = name ?? (value[given: "id"] ?? value[given: "uuid"])?.scalar?.text
    let id = given ?? (scope.namesStubs ? UUID().uuidString.lowercasedASCII() : nil)
    let draft: WireMockStubDraft? = findings.clean {
      mapping(value) { mapping in
        var draft = WireMockStubDraft(
          StubDraft(scope: scope, from: value, id: id),
          scope.namesStubs ? StubMarks(id: id, name: value[given: "name"]) : StubMarks(),
          toHead: value["request"]?.asksForHead ?? false)
        mapping.readInOrder(WireMockStubDraft.keys, into: &draft)
        let states = ["requiredScenarioState", "newScenarioState"]
        if value[given: "scenarioName"] == nil, states.contains(where: { value[given: $0] != nil })
        {
          mapping.reportIfMissing("scenarioName")
        }
        return draft
      }
    }
    guard let draft else { return nil }
    return StubOutline(
      stub: draft.stub(scenarios), node: value,
      conditions: .members(
        value.wireMockConditions.filter { !$0.value.isNull },
        entriesOf: [
          "headers", "queryParameters", "formParameters", "cookies", "bodyPatterns",
          "multipartPatterns",
        ]))
  }
}

/// The header fields by which responses of WireMock identify their stub.
struct StubMarks {
  private static let idField: HTTPHeaderName = "Matched-Stub-Id"
  private static let nameField: HTTPHeaderName = "Matched-Stub-Name"

  private(set) var fields = HTTPHeaders()

  /// Creates marks without any field.
  init() {}

  init(id: String?, name: Value?) {
    if let id, id.isFieldValue { fields[Self.idField] = id.lowercasedASCII() }
    if let name = name?.scalar?.text, name.isFieldValue { fields[Self.nameField] = name }
  }

  /// An empty response with these fields.
  var response: ResponseSpecification {
    var response = ResponseSpecification()
    response.head.headers = fields
    return response
  }
}

extension String {
  /// Whether the text is a valid value of a header field (RFC 9110 §5.5).
  fileprivate var isFieldValue: Bool {
    !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }
}

extension Value {
  /// The members that are conditions on a request, and the required scenario state.
  fileprivate var wireMockConditions: [Value.Member] {
    let request = (self["request"]?.members ?? []).filter { member in
      member.key != "method" || member.value.scalar?.text.uppercasedASCII() != "ANY"
    }
    guard let state = self["requiredScenarioState"], state.scalar?.kind != .null else {
      return request
    }
    return request
      + (members ?? []).filter { ["scenarioName", "requiredScenarioState"].contains($0.key) }
  }
}
