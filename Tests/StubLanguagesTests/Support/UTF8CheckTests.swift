import Testing

@testable import StubLanguages

@Suite struct UTF8CheckTests {
  @Test("What the standard library takes for UTF-8 is UTF-8", arguments: UInt8.min...UInt8.max)
  func agreement(first: UInt8) {
    let others: [UInt8] = [
      0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xF0, 0xFF,
    ]
    for second in others {
      for third in others {
        for rest in [[], [0x61], [0x80], [0xBF, 0x80]] as [[UInt8]] {
          let bytes = [first, second, third] + rest
          let isInvalid = UTF8Check.firstInvalidByte(in: bytes) != nil
          #expect(isInvalid == (String(validating: bytes, as: UTF8.self) == nil), "\(bytes)")
        }
      }
    }
  }

  @Test("The place is that of the first byte of what is no sequence", arguments: 0...20)
  func places(count: Int) {
    let text = Array(String(repeating: "a", count: count).utf8)
    for wrong in [[0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]
      as [[UInt8]]
    {
      #expect(UTF8Check.firstInvalidByte(in: text + wrong) == count)
      #expect(UTF8Check.firstInvalidByte(in: Array("é".utf8) + text + wrong + text) == count + 2)
    }
    #expect(UTF8Check.firstInvalidByte(in: text + Array("é€😀".utf8) + text) == nil)
  }
}
