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

extension JSONDocumentReader {
  /// `true`, `false` or `null`.
  mutating func word() throws(FileDiagnostic) -> DocumentScalar {
    let letters = bytes[index...].prefix { isWordByte($0) }
    let text = String(decoding: letters.prefix(64), as: UTF8.self)
    let kind: DocumentScalar.Kind? =
      switch text {
      case "true": .bool(true)
      case "false": .bool(false)
      case "null": .null
      default: nil
      }
    guard let kind else { throw misspelled(text) }
    index += letters.count
    return DocumentScalar(kind, text: text)
  }

  /// A number (RFC 8259 §6); its text is kept.
  mutating func number() throws(FileDiagnostic) -> DocumentScalar {
    let start = index
    var isInteger = true
    _ = skip(UInt8(ascii: "-"))
    if skip(UInt8(ascii: "0")) {
      if let byte = currentByte, isDigit(byte) {
        throw malformed(
          "a number with a leading zero", "try the number without the zero, or in quotes")
      }
    } else {
      try digits("in the number")
    }
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      try digits("after the decimal point")
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isInteger = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      try digits("in the exponent")
    }
    if let byte = currentByte, isWordByte(byte) || byte == UInt8(ascii: ".") {
      throw unexpected(
        "in a number", expected: "the end of the number", remedy: "try the value in double quotes")
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let number = JSONNumber(text: text)
    return DocumentScalar(isInteger ? .integer(number) : .real(number), text: text)
  }

  private mutating func digits(_ place: String) throws(FileDiagnostic) {
    let count = bytes[index...].prefix { isDigit($0) }.count
    guard count > 0 else {
      throw unexpected(place, expected: "a digit", remedy: "try a number such as 1, 0.5 or 1e3")
    }
    index += count
  }

  private func malformed(_ found: String, _ remedy: String) -> FileDiagnostic {
    FileDiagnostic(at: here, found: found, expected: "a JSON number", remedy: remedy)
  }

  private func misspelled(_ text: String) -> FileDiagnostic {
    let known = ["true", "false", "null"]
    if currentByte == UInt8(ascii: "'") {
      return unexpected(
        "where a value should be", expected: "text in double quotes",
        remedy: "try double quotes instead of single ones")
    }
    if currentByte == UInt8(ascii: ",") {
      return unexpected(
        "where a value should be", expected: "a JSON value", remedy: "try removing the comma")
    }
    guard !text.isEmpty else {
      return unexpected(
        "where a value should be", expected: "a JSON value",
        remedy: "try a text in double quotes, a number, true, false, null, [ or {")
    }
    let remedy =
      NearestName.to(text, among: known).map { "did you mean \($0)?" }
      ?? "try the text in double quotes"
    return FileDiagnostic(
      at: here, found: "the bare word \(Quotation.of(text))", expected: "a JSON value",
      remedy: remedy)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether the byte belongs to a word as people write them, UTF-8 beyond ASCII included.
  private func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
