import StubCore

/// A value and where it was written.
struct Placed<Value: Sendable>: Sendable {
  let value: Value
  let position: SourcePosition
}

/// What rule files say, gathered while the keys of their documents are read.
struct FileDraft: Sendable {
  var scope: RuleScope
  var stubs: [HTTPStub] = []
  var ignoreRules: [HTTPStubIgnoreRule] = []
  var unhandledMode: Placed<HTTPUnhandledMode>?
  var network: Placed<NetworkProfile>?
  /// Recordings that were found among the files.
  var cassettes: [Cassette] = []
  /// How recordings are to be played.
  var cassetteSettings: [CassetteSetting] = []
  var connection: Placed<ConnectionFaultRule>?
  var tls: Placed<[TLSFaultRule]>?
  /// The states that WireMock's stubs share.
  var scenarios = ScenarioStates()
  /// The stubs as written, for those that check them; `nil` when nobody wants them.
  var outlines: [StubOutline]?

  init(scope: RuleScope) { self.scope = scope }

  /// Adds stubs of another tool's format, the one that is asked first at the end.
  mutating func append(_ stubs: [StubOutline]) {
    self.stubs += stubs.map(\.stub)
    outlines?.append(contentsOf: stubs)
  }
}

extension RuleKeys where Target == FileDraft {
  /// The keys of a rule file; a new one is a word here.
  static let file = RuleKeys([
    .schema, .baseURL, .stubs, .cassettes, .ignore, .unhandled, .network, .connection, .tls,
  ])
}

extension RuleKey where Target == FileDraft {
  static var stubs: Self {
    Self(
      "stubs", "The stubs; of those with one priority the last one is asked first.",
      .list(of: .named("stub")), example: [["respond": ["status": 204]]]
    ) { value, file in value.stubs(into: &file) }
  }

  static var cassettes: Self {
    Self(
      "cassettes", "How recordings are played that are not to be played as they are.",
      .list(of: .cassette), example: [["file": "tapes/github.har", "anyHost": true]]
    ) { value, file in value.cassetteSettings(into: &file) }
  }

  static var ignore: Self {
    Self(
      "ignore", "Requests to leave alone, each by match keys that must all hold.",
      .list(of: Schema.named("match")), example: [["host": "localhost"]]
    ) { value, file in
      let scope = file.scope
      file.ignoreRules += value.list { $0.ignoreRule(in: scope) } ?? []
    }
  }

  static var unhandled: Self {
    Self(
      "unhandled", "Whether a request that no stub answers is an error (optout) or passes (optin).",
      .oneOf(modes.map(\.key)), example: "optin"
    ) { value, file in
      guard let mode = value.keyword(modes) else { return }
      value.set(mode, called: "mode", in: &file.unhandledMode)
    }
  }

  static var network: Self {
    Self(
      "network", "The line that all responses share: a profile by name, or its figures.",
      .network, example: ["profile": "3g", "latency": "300ms"]
    ) { value, file in
      guard let network = value.network() else { return }
      value.set(network, called: "network", in: &file.network)
    }
  }

  static var baseURL: Self {
    Self(
      "baseURL", "What stands before each url and uri of this file that is only a path.", .string,
      example: "https://api.example.com/v1"
    ) { _, _ in
      // Read before everything else, wherever it stands.
    }
  }

  static var schema: Self {
    Self("$schema", "The schema that editors check the file with.", .string, example: "schema.json")
    { value, _ in _ = value.string() }
  }
}

private let modes: KeyValuePairs<String, HTTPUnhandledMode> = [
  "optin": .optin, "optout": .optout,
]

extension ValueReader {
  /// Keeps what may be said only once, and reports another word on it with both places.
  mutating func set<Value: Equatable>(
    _ new: Value, called name: String, in placed: inout Placed<Value>?
  ) {
    guard let earlier = placed else {
      placed = Placed(value: new, position: position)
      return
    }
    if earlier.value == new { return }
    let place = earlier.position
    report(
      found: node.summary,
      expected: "the same \(name) as \(place.file == position.file ? "" : "in \(place.file), ")"
        + place.inWords,
      remedy: "try removing one of the two")
  }

  /// Adds the stubs of a list.
  mutating func stubs(into file: inout FileDraft) {
    _ = list { $0.stub(into: &file) }
  }

  /// Adds a stub.
  mutating func stub(into file: inout FileDraft) {
    let stub = stub(in: file.scope)
    if let stub {
      file.stubs.append(stub)
      file.outlines?.append(
        StubOutline(stub: stub, node: node, conditions: .rule(baseURL: file.scope.baseURL)))
    }
  }

  /// A URL to put before paths, without a slash at its end.
  mutating func baseURL(_ variables: EnvironmentVariables) -> String? {
    guard let text = string(from: variables) else { return nil }
    let url = RequestURL(text)
    let hasHost = url.scheme != nil && !(url.host ?? "").isEmpty
    guard hasHost, url.query == nil, url.fragment == nil else {
      return mismatch(
        expected: "a URL with scheme and host, without query",
        remedy: "try https://api.example.com/v1")
    }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}
