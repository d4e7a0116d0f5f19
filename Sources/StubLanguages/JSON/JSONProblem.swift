/// The kind and position of a JSON syntax error, which each reader of JSON describes in its own
/// words.
package struct JSONProblem: Error, Sendable {
  package enum NumberPart: Sendable {
    case number
    case fraction
    case exponent
  }

  package enum Kind: Sendable {
    /// A value is missing.
    case noValue
    /// A quoted name is missing.
    case noName
    case noColon(JSONToken)
    /// A comma or the closing bracket is missing in an object or array; `from` is the position of
    /// its opening bracket.
    case noSeparator(in: JSONToken.Kind, from: Int)
    /// The text continues after the end of the value.
    case more
    case tooDeep(Int)
    case tooLong
    case leadingZero
    case noDigit(NumberPart)
    case noEndOfNumber
    case noClosingQuote(of: Int)
    case control(in: Int)
    case unknownEscape
    /// There are fewer than four hexadecimal digits after `\u`.
    case badDigits
    /// An escape is half of a surrogate pair, which Unicode text cannot contain.
    case halfOfPair
    case noUTF8
    case noComment
    case noEndOfComment
  }

  package let kind: Kind
  /// The position of the wrong byte; for an escape, the position of its backslash.
  package let place: Int

  package init(_ kind: Kind, at place: Int) { (self.kind, self.place) = (kind, place) }
}

/// The position and reason of a JSON syntax error.
package struct JSONSyntaxError: DescribedError, Sendable, Hashable {
  /// The text that was expected and the text that was found, with the remedy if it is known.
  package let reason: String
  /// The line of the wrong byte, from 1.
  package let line: Int
  /// The column of the wrong byte, counted in UTF-8 bytes from 1.
  package let column: Int

  package init(reason: String, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  package var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONSyntaxError {
  /// Creates the error for a text in which no extensions of JSON are allowed.
  init(_ problem: JSONProblem, in bytes: UnsafeBufferPointer<UInt8>) {
    var (place, found) = (problem.place, String?.none)
    let (wanted, remedy): (String, String?)
    switch problem.kind {
    case .noValue:
      let word = Self.word(bytes[place...])
      if let word { place += bytes[place...].prefix(word.count).commonCount(with: word) }
      (wanted, remedy) = word.map { ("\"\($0)\"", nil) } ?? ("a value", Self.remedy(bytes, place))
    case .noName:
      (wanted, remedy) = ("a member name in double quotes", Self.remedyForName(bytes, place))
    case .noColon: (wanted, remedy) = ("\":\" after a member name", nil)
    case .noSeparator(in: .object, _):
      (wanted, remedy) = ("\",\" or \"}\" after an object member", nil)
    case .noSeparator: (wanted, remedy) = ("\",\" or \"]\" after an array element", nil)
    case .more: (wanted, remedy) = ("the end of the text", nil)
    case .tooDeep(let limit): (wanted, remedy) = ("at most \(limit) levels of nesting", nil)
    case .tooLong: (wanted, remedy) = ("at most \(JSONToken.mostBytes) bytes", nil)
    case .leadingZero: (wanted, remedy) = ("no digit after a leading 0", "remove the 0")
    case .noDigit: (wanted, remedy) = ("a digit", nil)
    case .noEndOfNumber: (wanted, remedy) = ("the end of the number", nil)
    case .noClosingQuote: (wanted, remedy) = ("a closing quote", nil)
    case .control:
      (wanted, remedy) = ("a printable character", "write control characters as \\u0000")
    case .unknownEscape:
      place += 1
      (wanted, remedy) = ("one of \"\\/bfnrtu after a backslash", "write \\\\ for a backslash")
    case .badDigits:
      place += 2
      while place < bytes.count, PercentEncoding.hexValue(bytes[place]) != nil { place += 1 }
      (wanted, remedy) = ("four hexadecimal digits after \\u", nil)
    case .halfOfPair:
      found = "half of one"
      (wanted, remedy) = ("a surrogate pair", "write both halves, or \\ufffd")
    case .noUTF8: (wanted, remedy) = ("UTF-8", "save the text as UTF-8")
    case .noComment, .noEndOfComment: (wanted, remedy) = ("no comment", nil)
    }
    let lineStart = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let reason = "expected \(wanted), found \(found ?? Self.description(of: bytes, at: place))"
    self.init(
      reason: remedy.map { "\(reason); \($0)" } ?? reason,
      line: bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1, column: place - lineStart + 1)
  }

  /// Returns the word that was probably meant at the start of the text, judging by its first
  /// letter; `nil` if there is none.
  private static func word(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    ["true", "false", "null"].first { $0.utf8.first == rest.first }
  }

  private static func remedy(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> String? {
    switch place < bytes.count ? bytes[place] : 0 {
    case UInt8(ascii: "]"), UInt8(ascii: "}"): "remove the comma before it, or add the value"
    case UInt8(ascii: "'"): "use double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "remove the comment; JSON has none"
    case UInt8(ascii: "+"), UInt8(ascii: "."): "begin numbers with a digit or \"-\""
    case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "T"), UInt8(ascii: "F"):
      "write true, false and null in lower case; JSON has no NaN or Infinity"
    default: nil
    }
  }

  private static func remedyForName(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> String? {
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "}"): return "remove the comma before it"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "remove the comment; JSON has none"
    default: return "put the name in double quotes"
    }
  }

  private static func description(of bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> String {
    guard place < bytes.count else { return "the end of the text" }
    switch bytes[place] {
    case UInt8(ascii: "\n"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    case 0x20..<0x7F: return "\"\(Character(Unicode.Scalar(bytes[place])))\""
    case let byte:
      let digits = String(byte, radix: 16, uppercase: true)
      let character = String(decoding: bytes[place...].prefix(4), as: UTF8.self).first
      if byte >= 0xC2, let character, character != "\u{FFFD}" { return "\"\(character)\"" }
      return "byte 0x\(digits.count == 1 ? "0" : "")\(digits)"
    }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Returns the number of bytes at the start that are equal to the start of the text.
  fileprivate func commonCount(with text: String) -> Int {
    zip(self, text.utf8).prefix { $0 == $1 }.count
  }
}
