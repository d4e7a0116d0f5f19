import StubCore

extension JSONDocumentReader {
  /// A text in double quotes (RFC 8259 §7).
  mutating func text() throws(FileDiagnostic) -> JSONText {
    let extent = JSONTextExtent(startingAt: index, in: bytes)
    let start = index
    if let place = extent.firstLongEscape { try checkEscapes(from: place, upTo: extent.end) }
    let text = JSONText(source: source, range: index + 1..<extent.end)
    index = extent.end
    switch extent.ending {
    case .quote:
      index += 1
      return text
    case .lineEnd:
      throw FileDiagnostic(
        at: position(start), found: "a text that does not end on its line",
        expected: "a closing double quote", remedy: #"try \n for a line end inside the text"#)
    case .control(let byte):
      let shown = byte == 0x09 ? "a tab" : "a control character"
      throw FileDiagnostic(
        at: here, found: "\(shown) inside a text", expected: "an escape",
        remedy: byte == 0x09 ? #"try \t"# : #"try \u followed by four hexadecimal digits"#)
    case .endOfFile:
      throw FileDiagnostic(
        at: position(start), found: "a text that never ends", expected: "a closing double quote",
        remedy: "try closing the text")
    }
  }

  private func checkEscapes(from start: Int, upTo end: Int) throws(FileDiagnostic) {
    let problem = bytes.withUnsafeBufferPointer { bytes -> JSONEscape.Problem? in
      var place = start
      while let next = ByteSearch.first(JSONEscape.backslash, in: bytes, place..<end) {
        do throws(JSONEscape.Problem) {
          place = next + (try JSONEscape(at: next, in: bytes).length)
        } catch {
          return error
        }
      }
      return nil
    }
    if let problem { throw diagnostic(of: problem) }
  }

  private func diagnostic(of problem: JSONEscape.Problem) -> FileDiagnostic {
    let position = position(problem.place)
    switch problem.kind {
    case .unknown:
      return FileDiagnostic(
        at: position, found: "an unknown escape",
        expected: #"one of \" \\ \/ \b \f \n \r \t \uXXXX"#, remedy: #"try \\ for a backslash"#)
    case .badDigits:
      return FileDiagnostic(
        at: position, found: #"\u without four hexadecimal digits"#,
        expected: #"an escape such as \u00e9"#, remedy: "try writing the character itself")
    case .halfOfPair:
      return FileDiagnostic(
        at: position, found: "half of a surrogate pair",
        expected: "two \\u escapes that belong together",
        remedy: "try writing the character itself")
    }
  }
}
