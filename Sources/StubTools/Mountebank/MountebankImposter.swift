import StubCore
import StubDocuments
import StubRules

/// What to do instead of a feature that needs a script.
let mountebankScriptRemedy = "use a response with \"is\"; scripts are not run"

/// An imposter (a stubbed server) while its keys are read.
struct MountebankImposter {
  let scope: RuleScope
  let node: Value
  private var name: String?
  private var isHTTP = false
  private var standard: MountebankAnswer?
  private var stubs: [StubOutline] = []

  init(_ node: Value, in scope: RuleScope) { (self.node, self.scope) = (node, scope) }

  static let keys = Keys<MountebankImposter>([
    Key("name") { $2.name = $0.text($1) },
    Key("protocol", isRequired: true) { $2.isHTTP = $0.isMountebankHTTP($1) },
    Key("port") { reader, value, _ in
      guard reader.integer(value, in: 0...65_535) != nil else { return }
      reader.report(
        value, .warning, found: "the \"port\" of an imposter is ignored",
        remedy: "serve a file for each port")
    },
    .ignored("key"), .ignored("cert"),
    Key("defaultResponse") { $2.standard = $0.mountebankAnswer($1) },
    Key("stubs") { reader, value, imposter in
      guard imposter.isHTTP else { return }
      let (scope, name) = (imposter.scope, imposter.name)
      let standard = imposter.standard ?? MountebankAnswer()
      imposter.stubs =
        reader.list(value) { reader.mountebankStub($0, in: scope, name: name, standard) } ?? []
    },
    .idle("host"), .idle("recordRequests"), .idle("recordMatches"), .idle("numberOfRequests"),
    .idle("requests"), .idle("_links"), .idle("ciphers"), .idle("comment"),
    .refused("mutualAuth", "remove it, and use --client-ca"),
    .refused("allowCORS", "add a stub for OPTIONS"),
    .refused("endOfRequestResolver", mountebankScriptRemedy),
    .refused("middleware", mountebankScriptRemedy),
    .refused("schema", "use a stub file without a protocol of its own"),
  ])

  /// The stubs; the one that is tried first comes last.
  var outlines: [StubOutline] {
    guard isHTTP else { return [] }
    let last = standard.flatMap { try? $0.specification.responder() }.map { responder in
      let request = HTTPStubRequest(file: scope.file, line: node.position.line)
      request.name = name
      request.priority = Self.lastPriority
      request.responses[ResponseKey(method: nil)] = ResponseScript(responders: [responder])
      return StubOutline(stub: request.snapshot, node: node, conditions: .elements([]))
    }
    return (last.map { [$0] } ?? []) + stubs.reversed()
  }

  /// The priority of default responses, which answer only requests that no stub matches.
  private static let lastPriority = 1_000_000
}

extension Key where Target == MountebankImposter {
  /// Returns a key for a part of the certificate, which causes a warning.
  fileprivate static func ignored(_ name: String) -> Self {
    Self(name) { reader, value, _ in
      reader.report(
        value, .warning, found: "the \"\(name)\" of an imposter is ignored",
        remedy: "use --cert and --key")
    }
  }
}

/// A stub of an imposter while its keys are read.
struct MountebankStub {
  let request: HTTPStubRequest
  /// The default response of the imposter.
  let standard: MountebankAnswer
  /// Whether the stub answers only HEAD requests.
  let isForHead: Bool
  private var responses: [(responder: any HTTPStubResponder, count: Int)] = []

  init(_ request: HTTPStubRequest, _ standard: MountebankAnswer, toHead isForHead: Bool) {
    (self.request, self.standard, self.isForHead) = (request, standard, isForHead)
  }

  static let keys = Keys<MountebankStub>([
    Key("predicates") { reader, value, stub in
      for matcher in reader.list(value, { reader.mountebankPredicate($0) }) ?? [] {
        stub.request.match(matcher)
      }
    },
    Key("responses") { reader, value, stub in
      let (standard, isForHead) = (stub.standard, stub.isForHead)
      stub.responses =
        reader.list(value) { reader.mountebankResponse($0, standard, toHead: isForHead) } ?? []
    },
    .idle("_uuid"), .idle("_links"), .idle("matches"), .idle("comment"), .idle("name"),
  ])

  /// The stub, which gives its responses in turn, or the default response if it has none.
  var stub: HTTPStub {
    var responses = responses
    if responses.isEmpty, let responder = try? standard.specification.responder() {
      responses = [(responder, 1)]
    }
    request.responses[ResponseKey(method: nil)] = ResponseScript(
      repeating: responses, ending: .cycle)
    return request.snapshot
  }
}

extension Reader {
  /// Reads the stubs of an imposter; the stub that is tried first comes last.
  func mountebankImposter(_ value: Value, in scope: RuleScope) -> [StubOutline]? {
    read(value, MountebankImposter.keys, into: MountebankImposter(value, in: scope))?.outlines
  }

  fileprivate func isMountebankHTTP(_ value: Value) -> Bool {
    guard let name = text(value) else { return false }
    if name == "http" || name == "https" { return true }
    report(
      value, found: value.summary, expected: "\"http\" or \"https\"",
      remedy: "remove imposters of other protocols")
    return false
  }

  fileprivate func mountebankStub(
    _ value: Value, in scope: RuleScope, name: String?, _ standard: MountebankAnswer
  ) -> StubOutline? {
    let request = StubDraft(scope: scope, from: value).request
    request.name = name
    let isForHead = value["predicates"]?.elements?.contains { $0.isMountebankHead } ?? false
    let draft = MountebankStub(request, standard, toHead: isForHead)
    guard let stub = findings.clean({ read(value, MountebankStub.keys, into: draft) }) else {
      return nil
    }
    return StubOutline(
      stub: stub.stub, node: value,
      conditions: .elements(value["predicates"].map { Array($0.eachElement) } ?? []))
  }
}
