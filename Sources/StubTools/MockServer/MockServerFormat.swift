import StubCore
import StubDocuments
import StubRules

extension ToolFormat {
  /// Expectations of MockServer: one expectation or a list.
  static let mockServer = ToolFormat(
    "MockServer",
    recognizes: { document in
      let first = document.elements?.first ?? document
      return ["httpRequest", "httpResponse", "httpError"].contains { first[$0] != nil }
    },
    read: { document, reader, file in
      let scope = file.scope
      let stubs = reader.oneOrMore(document) { reader.mockServerExpectation($0, in: scope) }
      // Of stubs with equal priority, MockServer uses the first, this library the last.
      file.append((stubs ?? []).reversed())
    })
}

/// An expectation while its keys are read.
struct MockServerExpectation {
  let scope: RuleScope
  let request: HTTPStubRequest
  /// Whether the expectation answers only HEAD requests.
  let isForHead: Bool
  var responder: (any HTTPStubResponder)?

  static let keys = Keys<MockServerExpectation>(
    [
      Key("priority") { reader, value, expectation in
        if let priority = reader.integer(value, in: -1_000_000...1_000_000) {
          // In MockServer, the greatest number has the highest priority, and 0 is the default.
          expectation.request.priority -= priority
        }
      },
      Key("httpRequest") { reader, value, expectation in
        for matcher in reader.mockServerMatchers(value, in: expectation.scope) ?? [] {
          expectation.request.match(matcher)
        }
      },
      Key("times") { $2.request.limit = $0.mockServerTimes($1) },
      Key("timeToLive") { reader, value, _ in reader.mockServerLifetime(value) },
      Key("httpResponse") { reader, value, expectation in
        expectation.responder = reader.mockServerResponse(value, toHead: expectation.isForHead)
      },
      Key("httpError") { reader, value, expectation in
        let fault = reader.mockServerError(value)
        expectation.responder = expectation.responder ?? fault
      },
      .idle("id"),
      .refused("httpResponseTemplate", "use a rule file with a template"),
      .refused("httpResponseClassCallback", "use a responder in Swift"),
      .refused("httpResponseObjectCallback", "use a responder in Swift"),
      .refused(
        "httpResponses", "use a rule file with a list of responses in \"respond\""),
      .refused("httpSseResponse", "use a rule file with \"events\""),
      .refused("httpWebSocketResponse", "remove it; WebSocket is not served"),
      .refused("afterActions", "use a rule file with \"then\" for webhooks"),
      .refused("percentage", "use a fault with a probability in a rule file"),
      .refused("openAPIDefinition", "write an expectation for each operation"),
    ] + forwards)

  private static let forwards: [Key<MockServerExpectation>] = [
    "httpForward", "httpOverrideForwardedRequest", "httpForwardTemplate",
    "httpForwardClassCallback", "httpForwardObjectCallback",
  ].map { .refused($0, "remove the stub and use --upstream") }
}

extension Reader {
  /// Reads an expectation; `nil` if it has an error, which is reported.
  fileprivate func mockServerExpectation(_ value: Value, in scope: RuleScope) -> StubOutline? {
    let request = StubDraft(scope: scope, from: value).request
    let isRead: Bool? = findings.clean {
      mapping(value) { mapping in
        var expectation = MockServerExpectation(
          scope: scope, request: request, isForHead: value["httpRequest"]?.asksForHead ?? false)
        mapping.reportAllButOne(of: ["httpResponse", "httpError"], among: value.members ?? [])
        mapping.readInOrder(MockServerExpectation.keys, into: &expectation)
        if let responder = expectation.responder {
          request.responses[ResponseKey(method: nil)] = ResponseScript(responders: [responder])
        } else if !mapping.hasFindings {
          mapping.report(
            found: "this expectation has no response",
            remedy: "add \"httpResponse\": { \"statusCode\": 200 }")
        }
        return true
      }
    }
    guard isRead != nil else { return nil }
    return StubOutline(
      stub: request.snapshot, node: value,
      conditions: .members(value["httpRequest"]?.members ?? []))
  }

  /// Reads the number of requests to answer; `nil` for no limit.
  fileprivate func mockServerTimes(_ value: Value) -> Int? {
    mapping(value) { mapping in
      let count = mapping.optional("remainingTimes") { integer($0, in: 0...Int.max) }
      let isUnlimited = mapping.optional("unlimited") { boolean($0) } ?? (count == nil)
      return isUnlimited ? nil : count ?? 1
    }
  }

  fileprivate func mockServerLifetime(_ value: Value) {
    let isUnlimited = value["unlimited"]?.scalar?.kind == .bool(true)
    guard !isUnlimited else { return }
    report(value, found: "\"timeToLive\" is not supported", remedy: "remove it")
  }
}
