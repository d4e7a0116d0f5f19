import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct SourceTextTests {
  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      (
        [0xFF, 0xFE, 0x61, 0x00],
        "a.yaml: error: expected UTF-8, got UTF-16 or UTF-32 text; save the file as UTF-8"
      ),
      (
        [0xFE, 0xFF, 0x00, 0x61],
        "a.yaml: error: expected UTF-8, got UTF-16 or UTF-32 text; save the file as UTF-8"
      ),
      (
        [0x61, 0x00],
        "a.yaml: error: expected UTF-8, got UTF-16 or UTF-32 text; save the file as UTF-8"
      ),
      (
        [0x61, 0x0A, 0x62, 0xE9, 0x63],
        """
        a.yaml:2:2: error: expected UTF-8, got bytes that are not UTF-8; save the file as UTF-8
        b�c
         ^
        """
      ),
      (
        [0x61, 0xC3],
        """
        a.yaml:1:2: error: expected UTF-8, got bytes that are not UTF-8; save the file as UTF-8
        a�
         ^
        """
      ),
    ] as [([UInt8], String)])
  func encodings(bytes: [UInt8], printed: String) {
    let error = #expect(throws: FileDiagnostic.self) {
      try SourceText(name: "a.yaml", bytes: bytes)
    }
    #expect(error?.description == printed)
  }

  @Test("Lines end with LF, CR LF or CR; offsets outside the text are its ends")
  func lines() throws {
    let text = try SourceText(name: "a", text: "a\nb\r\nc\rd\n")
    #expect((0...9).map { text.line(at: $0) } == [1, 1, 2, 2, 2, 3, 3, 4, 4, 5])
    #expect((0...9).map { text.column(at: $0) } == [1, 2, 1, 2, 3, 1, 2, 1, 2, 1])
    #expect(text.line(at: 99) == 5)
    #expect(text.line(at: -1) == 1)
  }

  @Test("Columns count characters, not bytes")
  func columns() throws {
    let text = try SourceText(name: "a", text: "é👩‍👩‍👧e\u{301}x")
    #expect(text.column(at: text.bytes.count - 1) == 4)
  }

  @Test("A file that cannot be read is a diagnostic")
  func missing() {
    let error = #expect(throws: FileDiagnostic.self) { try SourceText(path: "/nowhere/a.yaml") }
    #expect(
      error?.description == """
        /nowhere/a.yaml: error: cannot read this file: no such file or folder; check its path
        """)
  }
}
