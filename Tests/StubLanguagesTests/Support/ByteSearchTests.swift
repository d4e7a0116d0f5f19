import Testing

@testable import StubLanguages

@Suite struct ByteSearchTests {
  @Test("The first of two bytes is found wherever it stands", arguments: 0...20)
  func either(count: Int) {
    let bytes = Array("zzabczzabczzabczzabcbabaa".utf8)
    let (a, b) = (UInt8(ascii: "a"), UInt8(ascii: "b"))
    for end in count...bytes.count {
      let expected = bytes[count..<end].firstIndex { $0 == a || $0 == b }
      let found = bytes.withUnsafeBufferPointer {
        ByteSearch.first(a, or: b, in: $0, count..<end)
      }
      #expect(found == expected)
    }
  }

  @Test(
    "A part is found at the start, in the middle and at the end; nothing is in everything",
    arguments: [
      ("abc", "a", true), ("abc", "b", true), ("abc", "bc", true), ("abc", "abcd", false),
      ("aab", "ab", true), ("abc", "ac", false), ("abc", "", true), ("", "", true),
      ("", "a", false),
    ])
  func part(text: String, part: String, isFound: Bool) {
    let found = Array(text.utf8).withUnsafeBufferPointer {
      ByteSearch.contains(Array(part.utf8), in: $0)
    }
    #expect(found == isFound)
  }
}
