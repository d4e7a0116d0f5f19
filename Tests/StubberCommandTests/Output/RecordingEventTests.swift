import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools
@testable import stubber

@Suite("Lines of a recording")
struct RecordingEventTests {
  private func text(_ event: some Event) -> String {
    event.text(RecordedOutput().console()) ?? ""
  }

  @Test("The password of a server's URL is not printed", arguments: ["SECRET", "a:b@c", "p"])
  func password(_ password: String) {
    let event = InteractionRecorded(
      interaction: Interaction(
        RecordedRequest(.get, "http://joe:\(password)@host/a"), RecordedResponse(200)))
    #expect(text(event) == "200 GET http://joe:…@host/a")
    #expect(event.jsonLines.allSatisfy { $0.contains(#""url":"http://joe:…@host/a""#) })
  }

  @Test("Large bodies are counted", arguments: [(1, "1 large body"), (2, "2 large bodies")])
  func bodies(count: Int, line: String) {
    var summary = RecordingSummary(file: "no-such.yaml")
    summary.bodyFiles = count
    #expect(text(RecordingEnded(summary: summary)).contains("\n\(line) in no-such.yaml.bodies"))
  }
}
