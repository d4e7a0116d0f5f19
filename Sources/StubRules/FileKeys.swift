import StubCassettes
package import StubCore
package import StubDocuments

/// A value with its position in the file.
package struct Positioned<Content: Sendable>: Sendable {
  package let value: Content
  package let position: SourcePosition
}

/// The contents of stub files while they are read.
package struct FileDraft: Sendable {
  package var scope: RuleScope
  package var stubs: [HTTPStub] = []
  var ignoreRules: [HTTPStubIgnoreRule] = []
  var unhandledMode: Positioned<HTTPUnhandledMode>?
  var network: Positioned<NetworkProfile>?
  /// The recordings among the files.
  var cassettes: [Cassette] = []
  /// The playback settings of recordings.
  var cassetteSettings: [CassetteSetting] = []
  var connection: Positioned<ConnectionFaultRule>?
  var tls: Positioned<[TLSFaultRule]>?
  /// The scenario states that WireMock's stubs share.
  package var scenarios = ScenarioStates()
  /// The stubs as they were written, for checks; `nil` if they are not needed.
  package var outlines: [StubOutline]?

  package init(scope: RuleScope) { self.scope = scope }

  /// Uses the settings of a context, with its states and gates, which stubs that are read at other
  /// times share.
  package mutating func use(_ context: RuleContext) {
    scenarios = context.scenarios
    scope = RuleScope(
      file: scope.file, variables: scope.variables, gates: context.gates,
      usesTemplates: context.usesTemplates)
    scope.namesStubs = context.namesStubs
    scope.fileSizeLimit = context.fileSizeLimit
    scope.reading = context.reading
    scope.formats = context.formats
  }

  /// Adds stubs from another tool's file; the last of them is tried first.
  package mutating func append(_ stubs: [StubOutline]) {
    self.stubs += stubs.map(\.stub)
    outlines?.append(contentsOf: stubs)
  }
}

extension Keys where Target == FileDraft {
  /// The keys of a rule file; to add one, write a property and add its name to this list.
  package static let file = Keys([
    .editorSchema, .baseURL, .stubs, .cassettes, .ignore, .unhandled, .network, .connection, .tls,
  ])
}

extension Key where Target == FileDraft {
  package static var stubs: Self {
    Self(
      "stubs", "The stubs; among those with one priority, the last is tried first.",
      .list(of: .named("stub")), example: [["respond": ["status": 204]]]
    ) { reader, value, file in reader.stubs(value, into: &file) }
  }

  static var cassettes: Self {
    Self(
      "cassettes", "Playback settings, one entry for each recording.",
      .list(of: .cassette), example: [["file": "tapes/github.har", "anyHost": true]]
    ) { reader, value, file in reader.cassetteSettings(value, into: &file) }
  }

  static var ignore: Self {
    Self(
      "ignore", "Requests that pass through, each by match keys that must all match.",
      .list(of: Schema.named("match")), example: [["host": "localhost"]]
    ) { reader, value, file in
      let scope = file.scope
      file.ignoreRules += reader.list(value) { reader.ignoreRule($0, in: scope) } ?? []
    }
  }

  static var unhandled: Self {
    Self(
      "unhandled", "Whether an unmatched request is an error (optout) or passes through (optin).",
      .oneOf(modes.map(\.key)), example: "optin"
    ) { reader, value, file in
      guard let mode = reader.keyword(value, modes) else { return }
      reader.set(value, mode, called: "mode", in: &file.unhandledMode)
    }
  }

  static var network: Self {
    Self(
      "network", "Limits all responses together: a profile by name, or its values.",
      .network, example: ["profile": "3g", "latency": "300ms"]
    ) { reader, value, file in
      guard let network = reader.network(value) else { return }
      reader.set(value, network, called: "network", in: &file.network)
    }
  }

  static var baseURL: Self {
    Self(
      "baseURL", "Put before each url and uri of this file without scheme and host.", .string,
      example: "https://api.example.com/v1"
    ) { reader, _, _ in
      // The base URL was read before all other keys.
    }
  }
}

extension Key {
  /// The key for the schema with which editors check the file; it has no effect on stubs.
  package static var editorSchema: Self {
    Self("$schema", "The schema that editors check the file with.", .string, example: "schema.json")
    { reader, value, _ in _ = reader.string(value) }
  }
}

private let modes: KeyValuePairs<String, HTTPUnhandledMode> = [
  "optin": .optin, "optout": .optout,
]

extension Reader {
  /// Stores a value that may be set only once.
  ///
  /// A second value that differs is reported, with the position of the first one.
  package func set<Content: Equatable>(
    _ value: Value, _ new: Content, called name: String, in placed: inout Positioned<Content>?
  ) {
    guard let earlier = placed else {
      placed = Positioned(value: new, position: value.position)
      return
    }
    if earlier.value == new { return }
    let place = earlier.position
    report(
      value, found: value.summary,
      expected:
        "the same \(name) as at \(place.file == value.position.file ? "" : "\(place.file):")"
        + place.short,
      remedy: "remove one of the two")
  }

  /// Adds the stubs of a list.
  package func stubs(_ value: Value, into file: inout FileDraft) {
    let scope = file.scope
    let stubs = concurrentList(value) { reader, value in
      reader.stub(value, in: scope).map { (stub: $0, value: value) }
    }
    for (stub, value) in stubs ?? [] { file.add(stub, from: value) }
  }

  /// Adds a stub.
  package func stub(_ value: Value, into file: inout FileDraft) {
    if let stub = stub(value, in: file.scope) { file.add(stub, from: value) }
  }

  /// Reads a base URL, and removes a trailing slash.
  func baseURL(_ value: Value, _ variables: EnvironmentVariables) -> String? {
    guard let text = string(value, from: variables) else { return nil }
    let url = RequestURL(text)
    let hasHost = url.scheme != nil && !(url.host ?? "").isEmpty
    guard hasHost, url.query == nil, url.fragment == nil else {
      return mismatch(
        value, expected: "a URL with scheme and host, without query",
        remedy: "use https://api.example.com/v1")
    }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}

extension FileDraft {
  fileprivate mutating func add(_ stub: HTTPStub, from value: Value) {
    stubs.append(stub)
    let scope = scope
    outlines?.append(
      StubOutline(
        stub: stub, node: value,
        conditions: .rule(baseURL: scope.baseURL, folder: scope.folder)))
  }

  /// An empty draft for other files, which shares the scenario states and settings of this one.
  var alongside: FileDraft {
    var draft = FileDraft(scope: scope)
    draft.scenarios = scenarios
    draft.outlines = outlines.map { _ in [] }
    return draft
  }

  /// Adds the draft of the next files.
  ///
  /// - Returns: `false`, and nothing is added, if both drafts set a value that may be set only
  ///   once.
  package mutating func append(_ next: FileDraft) -> Bool {
    guard unhandledMode == nil || next.unhandledMode == nil,
      network == nil || next.network == nil, connection == nil || next.connection == nil,
      tls == nil || next.tls == nil
    else { return false }
    scope = next.scope
    stubs += next.stubs
    ignoreRules += next.ignoreRules
    unhandledMode = unhandledMode ?? next.unhandledMode
    network = network ?? next.network
    cassettes += next.cassettes
    cassetteSettings += next.cassetteSettings
    connection = connection ?? next.connection
    tls = tls ?? next.tls
    outlines?.append(contentsOf: next.outlines ?? [])
    return true
  }
}
