import StubCore
import StubPlatform

extension ToolFormat {
  /// Mapping files of WireMock 2 and 3, with a single stub, or several under `mappings`.
  static let wireMock = ToolFormat(
    "WireMock", keepsRepeatedFields: true,
    recognizes: { document in
      if document["mappings"]?.elements != nil { return true }
      return document["request"]?.members != nil || document["grpcRequest"]?.members != nil
        || document["grpcResponse"]?.members != nil || document.isStubOfAnyRequest
    },
    read: { document, reader, file in
      guard document["mappings"] != nil else {
        let stub = reader.wireMockStub(document, in: file.scope, file.scenarios)
        if let stub { file.append([stub]) }
        return
      }
      reader.read(document, wireMockKeys, filling: &file)
    })

  /// The keys of a file with several stubs.
  private static let wireMockKeys = Keys<FileDraft>([
    Key("mappings") { reader, value, file in
      let (scope, scenarios) = (file.scope, file.scenarios)
      file.append(reader.list(value) { reader.wireMockStub($0, in: scope, scenarios) } ?? [])
    },
    .idle("$schema"), .idle("meta"),
  ])
}

extension Value {
  /// Whether the document is a stub of WireMock without `request`, because it has a response and
  /// only keys of stubs.
  fileprivate var isStubOfAnyRequest: Bool {
    guard self["response"]?.members != nil else { return false }
    return (members ?? []).allSatisfy { WireMockKeys.stub.has($0.key) }
  }
}

extension Reader {
  /// Reads a stub; `nil` if it has an error, which has been reported.
  func wireMockStub(
    _ value: Value, in scope: RuleScope, _ scenarios: ScenarioStates, named name: String? = nil
  ) -> StubOutline? {
    let given = name ?? (value[given: "id"] ?? value[given: "uuid"])?.scalar?.text
    let id = given ?? (scope.namesStubs ? UUID().uuidString.lowercasedASCII() : nil)
    let draft = StubDraft(scope: scope, from: value, id: id)
    let marks = scope.namesStubs ? StubMarks(id: id, name: value[given: "name"]) : StubMarks()
    let isRead: Bool? = findings.clean {
      mapping(value) { mapping in
        mapping.settle(WireMockKeys.stub)
        draft.request.name = mapping.optional("name") { text($0) }
        if let priority = mapping.optional("priority", { integer($0) }) {
          draft.request.priority = priority
        }
        for matcher in mapping.optional("request", { wireMockMatchers($0, in: scope) }) ?? [] {
          draft.request.match(matcher)
        }
        let scenario = mapping.wireMockScenario(scenarios)
        let responder = mapping.optional("response") {
          wireMockResponse(
            $0, in: scope, toHead: value["request"]?.asksForHead ?? false, marks: marks)
        }
        if let responder = responder ?? (try? marks.response.responder()) {
          draft.request.responses[ResponseKey(method: nil)] = ResponseScript(
            responders: [responder], condition: scenario)
        }
        draft.request.webhooks =
          (mapping.optional("serveEventListeners") { wireMockListeners($0, in: scope) } ?? [])
          + (mapping.optional("postServeActions") { wireMockActions($0, in: scope) } ?? [])
        return true
      }
    }
    guard isRead != nil else { return nil }
    let conditions = StubConditions.members(
      value.wireMockConditions.filter { !$0.value.isNull },
      entriesOf: [
        "headers", "queryParameters", "formParameters", "cookies", "bodyPatterns",
        "multipartPatterns",
      ])
    return StubOutline(stub: draft.request.snapshot, node: value, conditions: conditions)
  }
}

/// The marks of a stub: header fields by which responses of WireMock identify their stub.
struct StubMarks {
  private(set) var fields = HTTPHeaders()

  /// Creates marks without any field.
  init() {}

  init(id: String?, name: Value?) {
    if let id, id.isFieldValue { fields["Matched-Stub-Id"] = id.lowercasedASCII() }
    if let name = name?.scalar?.text, name.isFieldValue { fields["Matched-Stub-Name"] = name }
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
  /// The members with conditions on a request, and that with the required scenario state.
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

extension Mapping {
  /// Reads the scenario of a stub, with its required and its next state; `nil` if it has none.
  func wireMockScenario(_ states: ScenarioStates) -> ScenarioCondition? {
    let isNeeded = has("requiredScenarioState") || has("newScenarioState")
    let name =
      isNeeded
      ? required("scenarioName") { reader.text($0) }
      : optional("scenarioName") { reader.text($0) }
    let required = optional("requiredScenarioState") { reader.text($0) }
    let next = optional("newScenarioState") { reader.text($0) }
    return name.map { ScenarioCondition(states, $0, required: required, next: next) }
  }
}

/// The folder `__files` that belongs to a mapping file.
struct WireMockFolder: Sendable {
  let path: String

  /// Finds the folder of a mapping file.
  ///
  /// It is beside the nearest folder named `mappings` that contains the file; without one, it is
  /// beside the file.
  init(of file: String) {
    var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let place = folders.lastIndex(of: "mappings") { folders = folders[..<place] }
    path = (folders + ["__files"]).joined(separator: "/")
  }

  /// Returns the path of a body file, after following links; `nil` if no such file is in the
  /// folder.
  func path(inside name: String) -> String? {
    FileFolder(path).path(inside: Self.steps(of: name).joined(separator: "/"))
  }

  /// Returns the path of a body file; one that is missing, or outside the folder, is reported.
  func path(_ name: String?, _ value: Value, _ reader: Reader) -> String? {
    guard let name else { return nil }
    let steps = Self.steps(of: name)
    let inner = steps.joined(separator: "/")
    guard !steps.contains(".."), let path = FileFolder(self.path).path(of: inner) else {
      return reader.mismatch(
        value, expected: "a path inside \(self.path)", remedy: "use a name without \"..\"")
    }
    guard RuleFileFinder.Kind(of: path) == .file else {
      return reader.mismatch(
        value, expected: "a file at \(path)", remedy: "use a path relative to \(self.path)")
    }
    if self.path(inside: name) != nil { return path }
    return reader.mismatch(
      value, expected: "a path inside \(self.path)", remedy: "use a file instead of the link")
  }

  /// Returns the components of a path, without empty ones such as that before a leading slash.
  private static func steps(of name: String) -> [Substring] {
    name.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }
}
