package import StubCore

extension CassetteRecorder {
  /// What has been recorded so far as stubs in WireMock's form, each with its request; secrets are hidden.
  package var recordedStubs: [(request: RecordedRequest, mapping: JSONValue)] {
    var interactions = recorded
    var redactor = Redactor(configuration.secretNames)
    _ = redactor.redact(&interactions)
    return zip(interactions, WritableFormat.wireMockMappings(of: interactions))
      .map { (request: $0.request, mapping: $1) }
  }
}
