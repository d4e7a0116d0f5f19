import Testing

@testable import StubLanguages

@Suite("Texts are replaced and quoted by their bytes")
struct TextTests {
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

  @Test("Control characters are escaped wherever they are, and nothing else is", arguments: 0...24)
  func controls(length: Int) {
    let plain = String(repeating: "é~ \u{80}", count: 7).prefix(length)
    #expect(plain.quoted == "\"\(plain)\"")
    let controls = [
      ("\u{0}", "\\u{0}"), ("\u{1F}", "\\u{1f}"), ("\u{7F}", "\\u{7f}"), ("\n", "\\n"),
    ]
    for place in 0...plain.count {
      let (start, end) = (plain.prefix(place), plain.dropFirst(place))
      for (control, escaped) in controls {
        #expect("\(start)\(control)\(end)".quoted == "\"\(start)\(escaped)\(end)\"")
      }
    }
  }
}
