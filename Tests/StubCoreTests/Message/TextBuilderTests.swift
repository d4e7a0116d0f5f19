import Testing

@testable import StubCore

@Suite struct TextBuilderTests {
  private static let texts = [
    "", "a", "é", "日本", "fifteen letters", "one that is longer than that",
  ]

  @Test("Texts in a row are what their interpolation is")
  func row() {
    for first in Self.texts {
      for second in Self.texts {
        #expect(String(first, second) == "\(first)\(second)")
        #expect(String(first, second, "-", first) == "\(first)\(second)-\(first)")
        // A part of a text, which is no text of its own.
        let part = String(("x" + second).dropFirst())
        var builder = TextBuilder(capacity: 4)
        builder.append(first, part, second)
        builder.append(first)
        #expect(builder.text == "\(first)\(second)\(second)\(first)")
        #expect(builder.bytes == Array("\(first)\(second)\(second)\(first)".utf8))
      }
    }
  }
}
