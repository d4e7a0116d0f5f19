import Testing

@testable import stubber

@Suite("Tables")
struct TableTests {
  @Test("Columns are as wide as their widest cell and two blanks apart")
  func columns() {
    let table = Table(rows: [["a", "bb", "c"], ["aaa", "b", "cc"]], indent: 1)
    #expect(table.text == " a    bb  c\n aaa  b   cc")
  }

  @Test("Rows may have different lengths")
  func ragged() {
    #expect(Table(rows: [["a"], ["bb", "c"], []]).lines == ["a", "bb  c", ""])
  }

  @Test("No rows give no lines")
  func empty() {
    #expect(Table(rows: []).lines.isEmpty)
  }
}
