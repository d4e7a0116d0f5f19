package import StubCore
package import StubDocuments
package import StubPlatform
package import StubRules

extension SentRules {
  /// Reads a stub in WireMock's form, which without `request` answers all requests.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func wireMockStub(
    _ text: Data, named id: String
  ) throws(DiagnosticList) -> HTTPStub {
    try read(text) { document, reader in
      var scope = RuleScope(
        file: name, variables: .process, gates: context.gates,
        usesTemplates: context.usesTemplates)
      scope.namesStubs = context.namesStubs
      scope.sentSet = set
      return reader.wireMockStub(document, in: scope, context.scenarios, named: id)?.stub
    }
  }

  /// Reads the conditions of a request pattern in WireMock's form.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func wireMockPattern(_ text: Data) throws(DiagnosticList) -> [any HTTPStubMatcher] {
    try read(text) { document, reader in
      reader.wireMockMatchers(document, in: RuleScope(file: name, variables: .process))
    }
  }

  /// Reads a condition on a JSON document, such as the metadata of a stub, in WireMock's form.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func wireMockBodyCondition(
    _ text: Data
  ) throws(DiagnosticList) -> any HTTPStubMatcher {
    try read(text) { document, reader in reader.wireMockBodyMatcher(document) }
  }

  /// Reads the default delays of responses in the form of WireMock's settings.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func wireMockSettings(_ text: Data) throws(DiagnosticList) -> DefaultDelays {
    try read(text) { document, reader in
      reader.read(document, .wireMockSettings, into: DefaultDelays())
    }
  }
}
