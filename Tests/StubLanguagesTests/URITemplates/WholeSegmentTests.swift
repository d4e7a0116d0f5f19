import StubLanguages
import Testing

@Suite("Variables that are whole segments")
struct WholeSegmentTests {
  private static let pieces = [
    "a", "b", "users", "%2F", "%61", "%zz", "x;y", "x=1", "caf\u{E9}", "caf%C3%A9", "!", "~", ":",
    "",
  ]

  /// A variable with a length is looked for in the general way, and a length that no segment has
  /// changes nothing else.
  @Test(
    "Variables that are whole segments match like the general form",
    arguments: [
      "/{x}", "/a/{x}", "/{x}/b", "/{x}/{y}", "/a/{x}/b/{y}", "/{x}/a{/rest*}", "/{x}/b{.y}",
      "/a/b/{x}", "/users/{x}/~", "/{x}/%61", "/{x}/!", "/users{y}/{x}",
    ])
  func sameMatches(template: String) throws {
    let direct = try URITemplate(template)
    let general = try URITemplate(template.replacing("{x}", with: "{x:99}"))
    let random = SeededRandom(seed: 1)
    var matched = 0
    for _ in 0..<3_000 {
      var path = ""
      for _ in 0..<random.integer(in: 1...4) {
        path += "/"
        for _ in 0..<random.integer(in: 1...2) {
          path += Self.pieces[random.integer(in: 0...Self.pieces.count - 1)]
        }
      }
      let target = TestURL(path)
      let expected = general.values(in: target)
      #expect(direct.values(in: target) == expected, "\(path)")
      if expected != nil { matched += 1 }
    }
    #expect(matched > 0)
  }

  @Test("A variable that occurs twice has one value")
  func twice() throws {
    let template = try URITemplate("/{x}/{x}")
    #expect(template.values(in: TestURL("/a/a")) == ["x": "a"])
    #expect(template.values(in: TestURL("/a/%61")) == ["x": "a"])
    #expect(template.values(in: TestURL("/a/b")) == nil)
  }
}
