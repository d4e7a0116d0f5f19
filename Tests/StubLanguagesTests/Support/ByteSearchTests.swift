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
}
