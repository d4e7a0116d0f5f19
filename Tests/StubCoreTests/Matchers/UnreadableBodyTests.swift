import Testing

@testable import StubCore

@Suite("Bodies that cannot be read") struct UnreadableBodyTests {
  @Test(
    "A matcher says whether the body is to blame",
    arguments: [
      (1, "a body that is not XML (line 1: why)"), (0, "a body that cannot be read as XML (why)"),
    ])
  func body(line: Int, description: String) {
    #expect(UnreadableBody(XMLSyntaxError(reason: "why", line: line)).description == description)
  }
}
