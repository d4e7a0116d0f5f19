import StubCore

/// Expectations of MockServer: one, or a list of them.
enum MockServerFormat: DefinitionFormat {
  static let title = "MockServer"

  static func recognizes(_ document: DocumentNode) -> Bool {
    let first = document.elements?.first ?? document
    return first["httpRequest"] != nil || first["httpResponse"] != nil || first["httpError"] != nil
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    let scope = file.scope
    let stubs = document.oneOrMore { $0.mockServerExpectation(in: scope) }
    // Of equal priorities the first expectation counts there, and the last stub here.
    file.append((stubs ?? []).reversed())
  }
}

extension ValueReader {
  /// An expectation; `nil` when something is wrong with it, which was reported.
  fileprivate mutating func mockServerExpectation(in scope: RuleScope) -> StubOutline? {
    let draft = StubDraft(scope: scope, line: position.line)
    let members = node.members ?? []
    let isRead: Bool? = mapping { reader in
      reader.settle(MockServerKeys.expectation)
      if let priority = reader.optional("priority", { $0.integer(in: -1_000_000...1_000_000) }) {
        // There the greatest number counts most, and 0 stands for none.
        draft.request.priority -= priority
      }
      for matcher in reader.optional("httpRequest", { $0.mockServerMatchers(in: scope) }) ?? [] {
        draft.request.match(matcher)
      }
      draft.request.limit = reader.optional("times") { $0.mockServerTimes() }
      reader.read("timeToLive") { $0.mockServerLifetime() }
      reader.reportAllButOne(of: ["httpResponse", "httpError"], among: members)
      let response = reader.optional("httpResponse") { $0.mockServerResponse() }
      let error = reader.optional("httpError") { $0.mockServerError() }
      if let responder = response ?? error {
        draft.request.responses[ResponseKey(method: nil)] = ResponseScript(responders: [responder])
      } else if reader.diagnostics.isEmpty {
        reader.report(
          found: "an expectation without action",
          expected: "\"httpResponse\" or \"httpError\"",
          remedy: "try \"httpResponse\": { \"statusCode\": 200 }")
      }
      return true
    }
    guard isRead != nil, !diagnostics.hasErrors else { return nil }
    return StubOutline(
      stub: draft.request.snapshot, node: node,
      conditions: .members(node["httpRequest"]?.members ?? []))
  }

  /// How many requests are answered; `nil` for no limit.
  private mutating func mockServerTimes() -> Int? {
    mapping { reader in
      let count = reader.optional("remainingTimes") { $0.integer(in: 0...Int.max) }
      let isUnlimited = reader.optional("unlimited") { $0.boolean() } ?? (count == nil)
      return isUnlimited ? nil : count ?? 1
    }
  }

  private mutating func mockServerLifetime() {
    let isUnlimited = node["unlimited"]?.scalar?.kind == .bool(true)
    guard !isUnlimited else { return }
    report(
      found: "a time to live, which has no counterpart here", expected: "\"unlimited\": true",
      remedy: "try removing it")
  }
}
