import Foundation
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct FileDiagnosticTests {
  private func diagnostic(
    _ text: String, at offset: Int, file: String = "stubs.yaml",
    severity: FileDiagnostic.Severity = .error
  ) throws -> FileDiagnostic {
    let source = try SourceText(name: file, text: text)
    return FileDiagnostic(
      severity, at: SourcePosition(source: source, offset: offset),
      pointer: "/stubs/0/a~1b~0c",
      found: "unknown key \"respnd\"", expected: "\"respond\"",
      remedy: .nearest("\"respond\""))
  }

  @Test("A diagnostic is printed as compilers print: place, severity, message, line, caret")
  func text() throws {
    #expect(
      try diagnostic("stubs:\n  - respnd: 1\n", at: 11, severity: .warning).description == """
        stubs.yaml:2:5: warning: unknown key "respnd"; did you mean "respond"?
          - respnd: 1
            ^
        """)
  }

  @Test("As JSON it is one line with every part")
  func json() throws {
    let diagnostic = try diagnostic("stubs:\n  - respnd: 1\n", at: 11)
    #expect(
      diagnostic.jsonLine == #"""
        {"column":5,"expected":"\"respond\"","file":"stubs.yaml","found":"unknown key \"respnd\"",\#
        "line":2,"message":"unknown key \"respnd\"; did you mean \"respond\"?",\#
        "pointer":"/stubs/0/a~1b~0c","remedy":"did you mean \"respond\"?",\#
        "severity":"error","source":"  - respnd: 1"}
        """#)
    let whole = FileDiagnostic(file: "a.yaml", found: "nothing")
    #expect(
      whole.jsonLine
        == #"{"file":"a.yaml","found":"nothing","message":"nothing","severity":"error"}"#)
  }

  @Test("A tab before the place is kept so that the caret stands below it")
  func tabs() throws {
    let excerpt = try #require(try diagnostic("\ta\tb", at: 3).excerpt)
    #expect(excerpt.line == "\ta\tb")
    #expect(excerpt.caret == "\t \t^")
  }

  @Test("A long line is cut on both sides, between characters")
  func longLines() throws {
    let text = String(repeating: "é", count: 500) + "X" + String(repeating: "日", count: 500)
    let excerpt = try #require(try diagnostic(text, at: 1000).excerpt)
    let left = String(repeating: "é", count: 60)
    let right = String(repeating: "日", count: 59)
    #expect(excerpt.line == "…\(left)X\(right)…")
    #expect(excerpt.caret == String(repeating: " ", count: 61) + "^")
  }

  @Test("Control characters of a file never reach the terminal")
  func controlCharacters() throws {
    #expect(try diagnostic("a\u{1B}[31mb\u{7}", at: 0).excerpt?.line == "a\u{FFFD}[31mb\u{FFFD}")
    #expect(Quotation.of("a\u{1B}\n\t\"\\") == #""a\u{1b}\n\t\"\\""#)
    #expect(Quotation.of(String(repeating: "x", count: 70)).count == 63)
  }

  @Test("A list is sorted by file and place; findings about whole files come first")
  func sorting() throws {
    let list = DiagnosticList([
      try diagnostic("a\nb\nc", at: 4, file: "b.yaml"),
      try diagnostic("a\nb", at: 2, file: "b.yaml"),
      FileDiagnostic(file: "b.yaml", found: "x"), try diagnostic("a", at: 0, file: "a.yaml"),
    ])
    #expect(list.sorted.map(\.file) == ["a.yaml", "b.yaml", "b.yaml", "b.yaml"])
    #expect(list.sorted.map(\.line) == [1, nil, 2, 3])
  }

  @Test("A list keeps 100 findings and counts the rest")
  func bound() {
    var list = DiagnosticList((0..<150).map { FileDiagnostic(file: "\($0)", found: "x") })
    list.append(FileDiagnostic(.warning, file: "w", found: "y"))
    var all = DiagnosticList([FileDiagnostic(file: "first", found: "x")])
    all.append(contentsOf: list)
    #expect(all.sorted.count == 100)
    #expect(all.errorCount == 151)
    #expect(all.warningCount == 1)
    #expect(all.omittedCount == 52)
    #expect(all.hasErrors)
    #expect(all.description.hasSuffix("\nand 52 more"))
  }
}
