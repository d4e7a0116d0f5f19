import Testing

@testable import StubLanguages

@Suite("Texts") struct TextTests {
  @Test(
    "A part is replaced wherever its bytes are, also before a combining mark",
    arguments: [
      ("it's", "it''s"), ("'\u{301}'\u{FE0F}\u{20E3}", "''\u{301}''\u{FE0F}\u{20E3}"), ("a", "a"),
      ("", ""), ("é\r\n'é", "é\r\n''é"), ("'x'", "''x''"),
    ])
  func replacing(text: String, expected: String) {
    let found = text.replacingBytes(of: "'", with: "''")
    #expect(Array(found.utf8) == Array(expected.utf8))
  }
}
