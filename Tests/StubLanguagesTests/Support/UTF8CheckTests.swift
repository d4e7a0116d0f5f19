import Testing

@testable import StubLanguages

@Suite struct UTF8CheckTests {
  @Test("UTF-8 is the same as for the standard library", arguments: UInt8.min...UInt8.max)
  func agreement(first: UInt8) {
    let others: [UInt8] = [
      0x00, 0x61, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xF0, 0xFF,
    ]
    for second in others {
      for third in others {
        for rest in [[], [0x61], [0x80], [0xBF, 0x80]] as [[UInt8]] {
          let bytes = [first, second, third] + rest
          let isInvalid = UTF8Check.firstInvalidByte(in: bytes) != nil
          let text = String(validating: bytes, as: UTF8.self)
          #expect(isInvalid == (text == nil), "\(bytes)")
          #expect(String(ownCheckOf: bytes) == text, "\(bytes)")
        }
      }
    }
  }

  @Test("The position is that of the first byte of an invalid sequence", arguments: 0...20)
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
