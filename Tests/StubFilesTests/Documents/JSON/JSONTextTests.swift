import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct JSONTextTests {
  @Test(
    "Text and bytes are the same wherever an escape stands", arguments: 0...18,
    [
      ("", ""), (#"\n"#, "\n"), (#"\\"#, "\\"), (#"\"\/"#, "\"/"), (#"\u00e9"#, "é"),
      (#"\ud83d\ude00x"#, "😀x"), (#"é\u0000"#, "é\0"), (#"\u20AC\t\u20ac"#, "€\t€"),
    ])
  func escapes(count: Int, escape: (written: String, meant: String)) throws {
    let plain = String(repeating: "0123456789", count: 2).prefix(count)
    for (before, after) in [(plain, ""), ("", plain), (plain, plain)] as [(Substring, Substring)] {
      let written = "\(before)\(escape.written)\(after)"
      let scalar = try #require(try Reading.node("\"\(written)\"", as: "a.json").scalar)
      let meant = "\(before)\(escape.meant)\(after)"
      #expect(scalar.text == meant)
      #expect(scalar.data.elementsEqual(meant.utf8))
      #expect(scalar.isEmpty == meant.isEmpty)
    }
  }
}
