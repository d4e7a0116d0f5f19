import StubCore

/// One stub, gathered while its keys are read.
struct StubDraft {
  let scope: RuleScope
  let request: HTTPStubRequest

  init(scope: RuleScope, line: Int) {
    self.scope = scope
    request = HTTPStubRequest(file: scope.file, line: line)
  }
}

extension RuleKeys where Target == StubDraft {
  /// The keys of a stub; a new one is a word here.
  static let stub = RuleKeys([.name, .priority, .times, .match, .respond])
}

extension RuleKey where Target == StubDraft {
  static var name: Self {
    Self("name", "What listings and reports call the stub.", .text, example: "repository") {
      value, stub in
      if let name = value.text() { stub.request.name = name }
    }
  }

  static var priority: Self {
    Self(
      "priority", "The lower the number, the earlier the stub is asked; 5 unless given.", .integer,
      example: 1
    ) { value, stub in
      if let priority = value.integer() { stub.request.priority = priority }
    }
  }

  static var times: Self {
    Self(
      "times", "How many requests the stub answers before the next one is asked.",
      .integer(from: 0), example: 2
    ) { value, stub in
      if let limit = value.integer(in: 0...Int.max) { stub.request.limit = limit }
    }
  }

  static var match: Self {
    Self(
      "match", "Conditions that must all hold; every request fits unless given.",
      .named("match"), example: ["method": "GET", "path": "/users"]
    ) { value, stub in
      if let matchers = value.matchers(in: stub.scope) { stub.request.match(sound: matchers) }
    }
  }

  static var respond: Self {
    Self(
      "respond", "The response, or a list of them to be played in order, for each method.",
      .respond, example: ["GET": ["text": "hello"], "any": ["status": 405]]
    ) { value, stub in
      if let scripts = value.respond(in: stub.scope) { stub.request.responses = scripts }
    }
  }
}

extension ValueReader {
  /// A stub; `nil` when something is wrong with it, which was reported.
  mutating func stub(in scope: RuleScope) -> HTTPStub? {
    var draft = StubDraft(scope: scope, line: position.line)
    let isRead: Bool? = mapping { reader in
      reader.members(.stub, into: &draft)
      return true
    }
    return isRead == nil || diagnostics.hasErrors ? nil : draft.request.snapshot
  }

  /// A rule for requests to leave alone.
  mutating func ignoreRule(in scope: RuleScope) -> HTTPStubIgnoreRule? {
    guard let matchers = matchers(in: scope), !diagnostics.hasErrors else { return nil }
    guard !matchers.isEmpty else {
      return mismatch(
        expected: "at least one condition, for without one every request would be ignored",
        remedy: "try { host: localhost }")
    }
    return HTTPStubIgnoreRule { request in
      for matcher in matchers { request.match(matcher) }
    }
  }
}
