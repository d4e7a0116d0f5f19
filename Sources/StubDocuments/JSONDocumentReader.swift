import StubCore

/// Reads JSON (RFC 8259) that may have comments and trailing commas.
enum JSONDocumentReader {
  /// Returns the document; `nil` after a syntax error.
  ///
  /// Findings are added to `diagnostics`. Unless `run` is `nil`, array elements of at least `run`
  /// tokens are folded into one token, and parsed again when they are read. So a long file takes
  /// little more memory than its text.
  static func document(
    in source: SourceText, foldingRuns run: Int?, strictness judge: (Value) -> Strictness,
    reportingTo diagnostics: inout DiagnosticList
  ) -> Document? {
    source.bytes.withUnsafeBufferPointer { bytes -> Document? in
      var scanner = JSONScanner(bytes, .relaxed(depth: DocumentLimits.depth, foldingRuns: run))
      var problem: JSONProblem?
      do throws(JSONProblem) { try scanner.scan() } catch { problem = error }
      let document = Document(source, .json, scanner.tokens, run: scanner.hasRuns ? run : nil)
      let strictness =
        problem == nil && !scanner.isPlain ? judge(Value(document)) : .own
      diagnostics.append(scanner.repeatedNames, of: document, in: strictness)
      if let problem = problem ?? strictness.problem(of: scanner) {
        diagnostics.append(JSONMistake(problem: problem, source: source).diagnostic)
        return nil
      }
      if let number = scanner.nonNumber {
        diagnostics.append(JSONMistake(problem: number, source: source).nonNumber)
      }
      guard let halves = scanner.halves, let first = halves.first else { return document }
      let mistake = JSONMistake(problem: JSONProblem(.halfOfPair, at: first), source: source)
      // Recording programs cut texts between the two halves; in a handwritten file, the half is a
      // mistake that its author can correct.
      guard judge(Value(document)).isRecording else {
        diagnostics.append(mistake.diagnostic)
        return nil
      }
      diagnostics.append(mistake.warning(occurrences: halves.count))
      return document
    }
  }
}

extension JSONScanner {
  /// Whether the document has no mistakes that some tools allow.
  fileprivate var isPlain: Bool {
    repeatedNames.isEmpty && singleQuote == nil && nonNumber == nil
  }
}

extension Strictness {
  /// Returns the first mistake that only files of other tools may have; `nil` in such files.
  fileprivate func problem(of scanner: JSONScanner) -> JSONProblem? {
    guard isOwn else { return nil }
    return [scanner.singleQuote, scanner.nonNumber].compactMap(\.self)
      .min { $0.place < $1.place }
  }
}

/// A mistake in a JSON text, described for users.
private struct JSONMistake {
  let problem: JSONProblem
  let source: SourceText

  var diagnostic: FileDiagnostic {
    switch problem.kind {
    case .noValue: noValue
    case .noName:
      unexpected(
        "where a key should be", expected: "a key in double quotes",
        remedy: isComma ? "remove the comma" : #"use "key": value"#)
    case .noColon(let name):
      unexpected(
        "after the key \(Quotation.of(text(of: name)))", expected: "\":\" and a value",
        remedy: #"use "key": value"#)
    case .noSeparator(in: .object, let start): noSeparator("mapping", start, "}")
    case .noSeparator(_, let start): noSeparator("list", start, "]")
    case .more:
      unexpected(
        "after the end of the document", expected: "nothing more",
        remedy: "use one JSON value per file")
    case .tooDeep(let limit):
      wrong(
        "lists and mappings are nested more than \(limit) levels deep",
        remedy: "use a flatter document")
    case .tooLong:
      wrong(
        "the file is longer than \(JSONToken.mostBytes) bytes",
        remedy: "use several files")
    case .leadingZero:
      wrong(
        "JSON numbers have no leading zero",
        remedy: "remove the zero, or put the number in quotes")
    case .noDigit(let part):
      unexpected(
        part.inWords, expected: "a digit", remedy: "use a number such as 1, 0.5 or 1e3")
    case .noEndOfNumber:
      unexpected(
        "in a number", expected: "the end of the number", remedy: "put the value in double quotes")
    case .noClosingQuote(let start):
      wrong("missing closing quote", at: start)
    case .control(let start): control(in: start)
    case .unknownEscape:
      wrong(
        "unknown escape",
        remedy: #"use \" \\ \/ \b \f \n \r \t or \uXXXX; \\ is a backslash"#)
    case .badDigits:
      wrong(
        #"\u needs four hexadecimal digits, such as \u00e9"#, remedy: "write the character itself")
    case .halfOfPair:
      wrong(
        "this \\u escape is half of a surrogate pair", remedy: "write the character itself")
    case .noUTF8:
      wrong("bytes that are not UTF-8", expected: "UTF-8", remedy: "save the file as UTF-8")
    case .noComment:
      unexpected(
        "outside a text", expected: "a value or a comment", remedy: "use // or /* … */")
    case .noEndOfComment:
      wrong("this comment has no end", remedy: "close it with */")
    }
  }

  /// Returns the warning that a recording has `occurrences` escaped halves of surrogate pairs.
  ///
  /// The warning has the position of the first half.
  func warning(occurrences: Int) -> FileDiagnostic {
    var warning = FileDiagnostic(
      .warning, at: SourcePosition(source: source, offset: problem.place),
      found: "this \\u escape is half of a surrogate pair and read as U+FFFD",
      remedy: "write the character itself if it matters")
    warning.occurrences = occurrences
    return warning
  }

  /// The warning about a number that is not valid in JSON.
  var nonNumber: FileDiagnostic {
    FileDiagnostic(
      .warning, at: SourcePosition(source: source, offset: problem.place),
      found: "JSON has no NaN and no Infinity, so they are read as null",
      remedy: "write the number if it matters")
  }

  private var noValue: FileDiagnostic {
    let place = "where a value should be"
    if rest.first == UInt8(ascii: "'") {
      return unexpected(
        place, expected: "text in double quotes",
        remedy: "use double quotes instead of single ones")
    }
    if isComma {
      return unexpected(place, expected: "a JSON value", remedy: "remove the comma")
    }
    let letters = rest.prefix(64).prefix { JSONScanner.isPartOfWord($0) }
    guard !letters.isEmpty else {
      return unexpected(
        place, expected: "a JSON value",
        remedy: "use a text in double quotes, a number, true, false, null, [ or {")
    }
    let word = String(decoding: letters, as: UTF8.self)
    return wrong(
      "the bare word \(Quotation.of(word))", expected: "a JSON value",
      remedy: NearestName.to(word, among: ["true", "false", "null"]).map { .nearest($0) }
        ?? "put the text in double quotes")
  }

  private func noSeparator(_ container: String, _ start: Int, _ bracket: String) -> FileDiagnostic {
    let position = SourcePosition(source: source, offset: start)
    return unexpected(
      "in the \(container) that starts at \(position.short)", expected: "\",\" or \"\(bracket)\"",
      remedy: "use a comma between the values, or the closing \"\(bracket)\"")
  }

  private func control(in start: Int) -> FileDiagnostic {
    switch rest.first {
    case 0x0A, 0x0D:
      wrong(
        "a text that does not end on its line", at: start, expected: "a closing double quote",
        remedy: #"use \n for a line end inside the text"#)
    case 0x09: wrong("a tab inside a text", expected: "an escape", remedy: #"use \t"#)
    default:
      wrong(
        "a control character inside a text", expected: "an escape",
        remedy: #"use \u followed by four hexadecimal digits"#)
    }
  }

  private var rest: ArraySlice<UInt8> { source.bytes[problem.place...] }

  private var isComma: Bool { rest.first == UInt8(ascii: ",") }

  private func text(of token: JSONToken) -> String {
    source.bytes.withUnsafeBufferPointer { JSONText(token, in: $0).string }
  }

  private func wrong(
    _ found: String, at place: Int? = nil, expected: String? = nil, remedy: Remedy? = nil
  ) -> FileDiagnostic {
    FileDiagnostic(
      at: SourcePosition(source: source, offset: place ?? problem.place), found: found,
      expected: expected, remedy: remedy)
  }

  /// Returns the error for a character, or an end of the file, that is not allowed at its position.
  private func unexpected(_ place: String, expected: String, remedy: Remedy) -> FileDiagnostic {
    let next = String(decoding: rest.prefix(32), as: UTF8.self).first
    let found = next.map { Quotation.of(String($0)) } ?? "the end of the file"
    return wrong("\(found) \(place)", expected: expected, remedy: remedy)
  }
}

extension JSONProblem.NumberPart {
  fileprivate var inWords: String {
    switch self {
    case .number: "in the number"
    case .fraction: "after the decimal point"
    case .exponent: "in the exponent"
    }
  }
}
