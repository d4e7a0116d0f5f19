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
      }
    }
  }
}
