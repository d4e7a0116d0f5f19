import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Response keys that rule each other out")
struct ResponseContradictionsTests {
  /// Whether two keys may not stand beside each other, in words of its own.
  private static func contradict(_ first: String, _ second: String) -> Bool {
    let contents: Set = [
      "text", "json", "base64", "bodyFile", "message", "redirect", "echo", "error", "chunks",
      "events",
    ]
    let paces: Set = ["speed", "over", "dribble", "chunks", "events"]
    func minds(_ key: String, _ other: String) -> Bool {
      switch key {
      case "error": !["delay", "gate"].contains(other)
      case "echo":
        ![
          "status", "reason", "headers", "contentType", "template", "delay", "speed", "over",
          "dribble", "gate", "fault",
        ].contains(other)
      case "message":
        ![
          "delay", "speed", "over", "dribble", "gate", "fault", "ranges", "cachePolicy",
        ].contains(other)
      case "redirect":
        !["delay", "gate", "fault", "reason", "headers", "cachePolicy", "template"].contains(other)
      case "ranges": ["chunks", "events"].contains(other)
      default: false
      }
    }
    return contents.isSuperset(of: [first, second]) || paces.isSuperset(of: [first, second])
      || minds(first, second) || minds(second, first)
  }

  private static var pairs: [(String, String)] {
    let names = Keys.response.names
    return names.enumerated().flatMap { place, name in
      names[(place + 1)...].map { (name, $0) }
    }
  }

  @Test("The schema lists each contradicting pair once")
  func listed() {
    let expected = Self.pairs.filter { Self.contradict($0.0, $0.1) }.map { "\($0.0) \($0.1)" }
    #expect(ResponseContradictions.pairs.map { "\($0.0) \($0.1)" } == expected)
  }

  @Test("Of any two keys in either order, the second is reported where they contradict")
  func reported() throws {
    for (first, second) in Self.pairs.flatMap({ [$0, ($0.1, $0.0)] }) {
      let text = "stubs: [{ respond: { \(first): 1, x: 2, \(second): 3 } }]"
      var reader = RuleFileReader(variables: EnvironmentVariables([:]))
      reader.read(try SourceText(name: "a.yaml", text: text))
      let isReported = reader.diagnostics.sorted.contains {
        $0.found.hasPrefix("use either \"\(second)\" or \"\(first)\" ")
      }
      #expect(isReported == Self.contradict(first, second), "\(first) and \(second)")
    }
  }
}
