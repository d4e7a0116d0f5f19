import StubCore

extension StubCheck {
  /// Finds stubs that never answer, whatever comes.
  static let silence = StubCheck { outlines, diagnostics in
    for outline in outlines {
      if outline.stub.responses.isEmpty {
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node.position,
            found: "a stub without responses, which never answers",
            expected: "\"respond\"", remedy: "try respond: { status: 200 }"))
      } else if outline.stub.limit == 0 {
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node["times"]?.position ?? outline.node.position,
            found: "a stub that never answers", expected: "1 or more times",
            remedy: "try removing the stub or \"times\""))
      } else if let methods = outline.stub.unansweredMethods {
        let names = methods.map(\.rawValue).joined(separator: ", ")
        diagnostics.append(
          FileDiagnostic(
            .warning, at: outline.node["match"]?["method"]?.position ?? outline.node.position,
            found: "a stub that matches \(names) only and has responses for other methods only",
            expected: "a response for \(names)",
            remedy: "try removing \"method\", as the keys of \"respond\" say it already"))
      }
    }
  }
}

extension HTTPStub {
  /// The methods that its matchers ask for, when it has no response for any of them.
  fileprivate var unansweredMethods: [HTTPMethod]? {
    if responses[ResponseKey(method: nil)] != nil { return nil }
    for case let matcher as HTTPStubMethodMatcher in matchers
    where !matcher.methods.contains(where: isAnswered) { return matcher.methods }
    return nil
  }

  /// Whether there is a response for the method; one for GET answers HEAD too.
  private func isAnswered(_ method: HTTPMethod) -> Bool {
    responses[ResponseKey(method: method)] != nil
      || (method == .head && responses[ResponseKey(method: .get)] != nil)
  }
}
