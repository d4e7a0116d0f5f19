import Testing

@testable import StubLanguages

@Suite("Charsets")
struct CharsetTests {
  @Test(
    "A text comes back from each charset that has its characters",
    arguments: [
      ("ISO-8859-1", "café", [0x63, 0x61, 0x66, 0xE9]),
      ("latin1", "é", [0xE9]),
      ("windows-1252", "€é", [0x80, 0xE9]),
      ("ISO-8859-15", "€", [0xA4]),
      ("KOI8-R", "да", [0xC4, 0xC1]),
      ("windows-1251", "да", [0xE4, 0xE0]),
      ("Shift_JIS", #"日\"#, [0x93, 0xFA, 0x5C]),
      ("EUC-JP", "日", [0xC6, 0xFC]),
      ("GB18030", "日", [0xC8, 0xD5]),
      ("UTF-16", "é", [0xFE, 0xFF, 0x00, 0xE9]),
      ("UTF-16LE", "é", [0xE9, 0x00]),
      ("UTF-16BE", "é", [0x00, 0xE9]),
      ("UTF-32", "é", [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0xE9]),
      ("ISO-2022-JP", "日", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42]),
      ("utf-8", "é", [0xC3, 0xA9]), ("US-ASCII", "e", [0x65]),
    ] as [(String, String, [UInt8])])
  func bothWays(name: String, text: String, bytes: [UInt8]) throws {
    let charset = try #require(Charset(name))
    #expect(charset.isKnown)
    #expect(try charset.bytes(of: text) == bytes)
    #expect(charset.text(of: bytes) == text)
  }

  @Test("A byte order mark decides; without one, UTF-16 and UTF-32 are big-endian")
  func order() throws {
    let utf16 = try #require(Charset("utf-16"))
    #expect(utf16.text(of: [0xFF, 0xFE, 0x41, 0x00]) == "A")
    #expect(utf16.text(of: [0xFE, 0xFF, 0x00, 0x41]) == "A")
    #expect(utf16.text(of: [0x00, 0x41]) == "A")
    #expect(Charset("UTF-16LE")?.text(of: [0xFE, 0xFF, 0x00, 0x41]) == "A")
    #expect(Charset("utf-32")?.text(of: [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0]) == "A")
    #expect(Charset("utf-32")?.text(of: [0, 0, 0, 0x41]) == "A")
  }

  @Test("Bytes that are not valid become replacement characters, and the text goes on")
  func invalid() {
    #expect(Charset("utf-16le")?.text(of: [0x00, 0xD8, 0x41, 0x00]) == "\u{FFFD}A")
    #expect(Charset("utf-16be")?.text(of: [0x00, 0x41, 0x00]) == "A\u{FFFD}")
    #expect(Charset("windows-1252")?.text(of: [0x81, 0x41]) == "\u{FFFD}A")
    #expect(Charset("Shift_JIS")?.text(of: [0x41, 0x93]) == "A\u{FFFD}")
    let long = [UInt8](repeating: 0xE9, count: 100_001)
    #expect(Charset("iso-8859-1")?.text(of: long) == String(repeating: "é", count: 100_001))
  }

  @Test(
    "Names of no charset, of the system's own and with options of iconv are unknown",
    arguments: ["x-none", "latin1//TRANSLIT", "//", "../UTF-8", "char", "wchar_t", "a,b", "é", " "])
  func unknown(name: String) throws {
    let charset = try #require(Charset(name))
    #expect(!charset.isKnown)
    #expect(charset.text(of: [0xE9]) == nil)
    #expect(throws: CharsetError.unknown(charset)) { try charset.bytes(of: "é") }
  }

  @Test("A character that a charset lacks is named")
  func missing() throws {
    let charset = try #require(Charset("ISO-8859-1"))
    let error = #expect(throws: CharsetError.self) { try charset.bytes(of: "caf€☃") }
    #expect(error?.description == #""€" is not in the charset "ISO-8859-1""#)
    #expect(Charset("") == nil)
  }
}
