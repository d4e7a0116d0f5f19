import Foundation
import StubCore
import Testing

@testable import StubFiles

@Suite struct RuleRobustnessTests {
  /// Reads, checks and asks, and looks that every finding has a place.
  private func read(_ bytes: [UInt8], as name: String) {
    guard let source = try? SourceText(name: name, bytes: bytes) else { return }
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), keepsOutlines: true)
    reader.read(source)
    let check = RuleCheck(reader)
    #expect(check.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 && ($0.column ?? 0) >= 1 })
    let set = StubSet()
    set.replaceAll(with: check.rules)
    _ = set.fate(of: ReceivedRequest(.get, "https://api.github.com/repos/a/b"))
  }

  @Test("No JSON text makes the reader crash", .enabled(if: Fixtures.has(Fixtures.jsonTests)))
  func jsonSuite() throws {
    let files = try Fixtures.files(in: Fixtures.jsonTests)
    #expect(files.count > 300)
    for file in files { read(file.bytes, as: file.name) }
  }

  @Test("The JSON texts are there", .disabled(if: Fixtures.has(Fixtures.jsonTests)))
  func jsonSuiteMissing() {
    print("skipped: no JSON texts at \(Fixtures.folder(Fixtures.jsonTests).path)")
  }

  @Test("No change of a rule file makes the reader crash", arguments: [1, 2026, 77] as [UInt64])
  func mutations(seed: UInt64) {
    var generator = SplitMix(state: seed)
    let sample = Array((RuleExampleTests.example + Self.tail).utf8)
    let pieces = ["{", "}", "[", "]", ":", "- ", "~", "0", "\"", "{{", "${", "*", "\n", " "]
    for _ in 0..<400 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...3, using: &generator))
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        bytes.replaceSubrange(place..<end, with: Array(piece.utf8))
      }
      read(bytes, as: "a.yaml")
    }
  }

  private static let tail = """
    ---
    - match: { any: [{ path: { glob: "/a/*" } }, { not: { body: { regex: "a+" } } }] }
      respond: { sequence: [{ redirect: { to: /b, status: 307 } }], then: cycle }
    - { match: { jsonPath: { "$.a": 1 }, query: { b: { any: [a] } } }, respond: { over: 2s } }

    """

  @Test("Matches inside each other are read as deep as documents can be")
  func depth() {
    for count in [10, 100, 250, 300, 2000] {
      let match = String(repeating: "{\"not\":", count: count) + "{}"
      let text = "{\"match\":" + match + String(repeating: "}", count: count) + ",\"respond\":{}}"
      read(Array(text.utf8), as: "a.json")
      let value = String(repeating: "{\"all\":[", count: count / 2) + "\"a\""
      let closing = String(repeating: "]}", count: count / 2)
      read(Array("{\"match\":{\"body\":\(value)\(closing)},\"respond\":{}}".utf8), as: "a.json")
    }
  }
}
