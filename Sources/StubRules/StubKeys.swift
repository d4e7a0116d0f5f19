package import StubCore
package import StubDocuments

/// A stub while its keys are read.
package struct StubDraft {
  package let scope: RuleScope
  package let request: HTTPStubRequest
  /// Whether the conditions of the stub accept only HEAD.
  package let isForHead: Bool

  /// Creates a stub at its position in a file.
  ///
  /// `id` is the identifier of the stub in the file; `nil` if it has none.
  package init(scope: RuleScope, from value: Value, id: String? = nil) {
    self.scope = scope
    isForHead = value["match"]?["method"]?.scalar?.text == HTTPMethod.head.rawValue
    request = HTTPStubRequest(origin: scope.origin(line: value.position.line))
    request.written = HTTPStub.Written(offset: value.offset, id: id)
  }
}

extension Keys where Target == StubDraft {
  /// The keys of a stub; to add one, write a property and add its name to this list.
  package static let stub = Keys([
    .stubName, .priority, .times, .match, .respond, .then, .editorSchema,
  ])
}

extension Key where Target == StubDraft {
  package static var stubName: Self {
    Self("name", "The name of the stub in lists and reports.", .text, example: "repository") {
      reader, value, stub in
      if let name = reader.text(value) { stub.request.name = name }
    }
  }

  package static var priority: Self {
    Self(
      "priority", "Stubs with lower numbers are tried first (default: 5).", .integer,
      example: 1
    ) { reader, value, stub in
      if let priority = reader.integer(value) { stub.request.priority = priority }
    }
  }

  package static var times: Self {
    Self(
      "times", "How many requests the stub answers; then it no longer matches.",
      .integer(from: 0), example: 2
    ) { reader, value, stub in
      if let limit = reader.integer(value, in: 0...Int.max) { stub.request.limit = limit }
    }
  }

  package static var match: Self {
    Self(
      "match", "Conditions that must all match (default: every request matches).",
      .named("match"), example: ["method": "GET", "path": "/users"]
    ) { reader, value, stub in
      if let matchers = reader.matchers(value, in: stub.scope) {
        stub.request.match(sound: matchers)
      }
    }
  }

  package static var respond: Self {
    Self(
      "respond", "The response for each method, or a list of responses that are played in order.",
      .respond, example: ["GET": ["text": "hello"], "any": ["status": 405]]
    ) { reader, value, stub in
      let scripts = reader.respond(value, in: stub.scope, toHead: stub.isForHead)
      if let scripts { stub.request.responses = scripts }
    }
  }
}

extension Key where Target == StubDraft {
  static var then: Self {
    Self(
      "then", "What is sent once the response has ended: a webhook, or a list of them.",
      .oneOrMore(.named("webhook")),
      example: ["url": "http://127.0.0.1:9000/paid", "json": ["id": "{{json.id}}"]]
    ) { reader, value, stub in
      if let webhooks = reader.webhooks(value, in: stub.scope) { stub.request.webhooks = webhooks }
    }
  }
}

extension Reader {
  /// Reads a stub; `nil` if it has an error, which has been reported.
  package func stub(_ value: Value, in scope: RuleScope) -> HTTPStub? {
    var draft = StubDraft(scope: scope, from: value)
    let isRead: Bool? = findings.clean {
      mapping(value) { mapping in
        mapping.read(.stub, into: &draft)
        return true
      }
    }
    return isRead == nil ? nil : draft.request.snapshot
  }

  /// Reads an ignore rule, whose requests pass through.
  func ignoreRule(_ value: Value, in scope: RuleScope) -> HTTPStubIgnoreRule? {
    guard let matchers = findings.clean({ matchers(value, in: scope) }) else { return nil }
    guard !matchers.isEmpty else {
      return mismatch(
        value, expected: "at least one condition, or every request would be ignored",
        remedy: "use { host: localhost }")
    }
    return HTTPStubIgnoreRule { request in
      for matcher in matchers { request.match(matcher) }
    }
  }
}

extension Reader {
  /// Reads the value of `respond`, which has responses by method, or for every method.
  package func respond(
    _ value: Value, in scope: RuleScope, toHead isForHead: Bool = false
  ) -> ResponseScripts? {
    guard let members = value.members, members.contains(where: { HTTPMethod.isMeant(by: $0.key) })
    else {
      return script(value, in: scope, isForHead).map { [ResponseKey(method: nil): $0] }
    }
    // Each request searches all methods, so their number is limited.
    guard members.count <= 100 else {
      report(
        value, found: "\(members.count) methods", expected: "at most 100",
        remedy: "use \"any\" for all others")
      return nil
    }
    return mapping(value) { mapping in
      var scripts = ResponseScripts()
      mapping.each { name, value in
        guard let key = responseKey(value, name),
          let script = script(value, in: scope, isForHead || key.method == .head)
        else { return }
        scripts[key] = script
      }
      return scripts
    }
  }

  /// Reads one response, a list of responses, or a mapping with `sequence` and `then`.
  private func script(
    _ value: Value, in scope: RuleScope, _ isForHead: Bool
  ) -> ResponseScript? {
    if value.elements != nil {
      return sequence(value, in: scope, isForHead).map { ResponseScript(responders: $0) }
    }
    guard value.members?.contains(where: { $0.key == "sequence" }) ?? false else {
      return response(value, in: scope, toHead: isForHead).map { ResponseScript(responders: [$0]) }
    }
    return mapping(value) { mapping in
      let ending = mapping.optional("then") { keyword($0, sequenceEndings) }
      let responders = mapping.required("sequence") { sequence($0, in: scope, isForHead) }
      if let ending, let responders { warn(of: ending, behind: responders, in: value) }
      return responders.map { ResponseScript(responders: $0, ending: ending ?? .repeatLast) }
    }
  }

  /// Warns about an ending that has no effect on a single response.
  private func warn(
    of ending: HTTPStubSequenceEnding, behind responders: [any HTTPStubResponder], in value: Value
  ) {
    guard responders.count == 1, ending == .cycle, let then = value["then"] else { return }
    report(
      then, .warning, found: "a single response needs no cycle",
      remedy: "remove \"then\", or add a response")
  }

  private func sequence(
    _ value: Value, in scope: RuleScope, _ isForHead: Bool
  ) -> [any HTTPStubResponder]? {
    guard let responders = list(value, { response($0, in: scope, toHead: isForHead) }) else {
      return nil
    }
    guard value.elements?.isEmpty ?? true else { return responders }
    report(
      value, found: "an empty list", expected: "at least one response",
      remedy: "use { status: 200 }")
    return nil
  }
}

private let sequenceEndings: KeyValuePairs<String, HTTPStubSequenceEnding> = [
  "repeat": .repeatLast, "cycle": .cycle, "fallThrough": .fallThrough,
]

extension Schema {
  /// The schema of a stub's responses to one method, or to all methods.
  static var script: Schema {
    .anyOf([
      .named("response"), .list(of: .named("response")).adding("minItems", 1),
      .object(
        [
          ("sequence", .list(of: .named("response")).adding("minItems", 1)),
          ("then", .oneOf(sequenceEndings.map(\.key))),
        ], required: ["sequence"]),
    ])
  }

  /// The schema of a stub's responses by method, or for every method.
  package static var respond: Schema {
    .anyOf([
      .named("responses"),
      Schema([
        "type": "object", "minProperties": 1, "additionalProperties": false,
        "patternProperties": ["^(any|[!-`{-~]*[A-Z][!-`{-~]*)$": Schema.named("responses").value],
      ]),
    ])
  }
}
