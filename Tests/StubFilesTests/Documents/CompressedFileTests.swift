import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Compressed files") struct CompressedFileTests {
  /// `a: 1` and a line end, as zlib and gzip write them.
  static let zlib: [UInt8] = [
    0x78, 0x9C, 0x4B, 0xB4, 0x52, 0x30, 0xE4, 0x02, 0x00, 0x03, 0x9E, 0x00, 0xF7,
  ]
  static let gzip: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4B, 0xB4, 0x52, 0x30, 0xE4, 0x02,
    0x00, 0x69, 0x19, 0x23, 0xE3, 0x05, 0x00, 0x00, 0x00,
  ]

  @Test("Files compressed with zlib and gzip are decompressed", arguments: [zlib, gzip])
  func inflates(bytes: [UInt8]) throws {
    #expect(try CompressedFile.text(of: bytes, named: "a") == Array("a: 1\n".utf8))
  }

  @Test("Members of a gzip file follow each other; anything else behind the end is damage")
  func members() throws {
    let text = Array("a: 1\na: 1\n".utf8)
    #expect(try CompressedFile.text(of: Self.gzip + Self.gzip, named: "a") == text)
    #expect(throws: Inflation.Failure.damaged) {
      try Inflation.inflated(Self.gzip + [0x61, 0x62, 0x63], limit: 100)
    }
  }

  @Test("Text stays as it is", arguments: ["", "x", "x^y: 1", "xڀ"])
  func text(text: String) throws {
    #expect(try CompressedFile.text(of: Array(text.utf8), named: "a") == Array(text.utf8))
  }

  @Test("Data that is damaged or cut short is reported")
  func damaged() throws {
    let remedy =
      "get the file again, or decompress it"
    #expect(
      throws: FileDiagnostic(
        file: "a", found: "compressed data that is cut short",
        expected: "a file that zlib or gzip has written",
        remedy: "get the file again, or decompress it")
    ) { try CompressedFile.text(of: Array(Self.zlib.dropLast(2)), named: "a") }
    var bytes = Self.zlib
    bytes[3] ^= 0x55
    let error = #expect(throws: FileDiagnostic.self) {
      try CompressedFile.text(of: bytes, named: "a")
    }
    #expect(
      error?.description
        == "a: error: expected a file that zlib or gzip has written, got compressed data that is damaged; \(remedy)"
    )
  }

  @Test("A small file cannot stand for more bytes than allowed")
  func limit() {
    #expect(throws: Inflation.Failure.longerThan(4)) {
      try Inflation.inflated(Self.gzip, limit: 4)
    }
  }
}
