extension JSONPathParser {
  /// Reads one or more alternatives, separated by two bars (RFC 9535 §2.3.5.1).
  mutating func parseOr() throws(JSONPathError) -> JSONPath.Filter {
    let first = try parseAnd()
    var parts = [first]
    while skip("||") {
      skipWhitespace()
      parts.append(try parseAnd())
    }
    return parts.count == 1 ? first : .or(parts)
  }

  private mutating func parseAnd() throws(JSONPathError) -> JSONPath.Filter {
    let first = try parseBasic()
    var parts = [first]
    skipWhitespace()
    while skip("&&") {
      skipWhitespace()
      parts.append(try parseBasic())
      skipWhitespace()
    }
    return parts.count == 1 ? first : .and(parts)
  }

  private mutating func parseBasic() throws(JSONPathError) -> JSONPath.Filter {
    if skip("!") {
      skipWhitespace()
      if next == UInt8(ascii: "(") { return .not(try parseParentheses()) }
      let start = index
      let operand = try parseOperand()
      skipWhitespace()
      if let comparison = nextComparison {
        throw expected(
          "the end of what \"!\" negates", found: "\"\(comparison.rawValue)\"",
          remedy: "put the comparison in parentheses")
      }
      return .not(try test(operand, at: start))
    }
    if next == UInt8(ascii: "(") { return try parseParentheses() }
    let start = index
    let operand = try parseOperand()
    skipWhitespace()
    guard let comparison = nextComparison else {
      if next == UInt8(ascii: "=") {
        throw expected("a comparison operator", remedy: "compare with \"==\"")
      }
      return try test(operand, at: start)
    }
    try checkComparable(operand, at: start)
    index += comparison.rawValue.utf8.count
    skipWhitespace()
    let secondStart = index
    let second = try parseOperand()
    try checkComparable(second, at: secondStart)
    return .comparison(operand, comparison, second)
  }

  private mutating func parseParentheses() throws(JSONPathError) -> JSONPath.Filter {
    try nest { (parser: inout JSONPathParser) throws(JSONPathError) in
      parser.index += 1
      parser.skipWhitespace()
      let filter = try parser.parseOr()
      guard parser.skip(")") else { throw parser.expected("\"&&\", \"||\" or \")\"") }
      return filter
    }
  }

  /// The next comparison operator; `nil` if there is none.
  ///
  /// Longer operators are tried first, because some begin with a shorter one.
  var nextComparison: JSONPath.Comparison? {
    JSONPath.Comparison.allCases.first { bytes[index...].starts(with: $0.rawValue.utf8) }
  }

  mutating func parseOperand() throws(JSONPathError) -> JSONPath.Operand {
    switch next {
    case UInt8(ascii: "@"), UInt8(ascii: "$"): return .query(try parseQuery())
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try parseString()))
    case let byte? where isDigit(byte) || byte == UInt8(ascii: "-"):
      return .literal(.number(try parseNumber()))
    case let byte? where isLetter(byte): return try parseWord()
    default:
      throw expected(
        "a query, a literal or a function",
        remedy: next == UInt8(ascii: "=") ? "compare with \"==\"" : nil)
    }
  }

  /// Returns a test of the operand: that its value exists or, for a logical function, that its
  /// result is true.
  private func test(
    _ operand: JSONPath.Operand, at start: Int
  ) throws(JSONPathError) -> JSONPath.Filter {
    switch operand {
    case .query(let query): return .exists(query)
    case .call(let call) where call.function.result == .logical: return .test(call)
    case .call(let call):
      throw expected(
        "a comparison", found: "the bare value of \(call.function)()", at: start,
        remedy: "compare it, such as \(call.function)(…) == 1")
    case .literal:
      throw expected(
        "a comparison", found: "a bare literal", at: start,
        remedy: "compare it, such as @.name == 1; use \"==\", not \"=\"")
    }
  }

  private func checkComparable(_ operand: JSONPath.Operand, at start: Int) throws(JSONPathError) {
    switch operand {
    case .literal: break
    case .query(let query):
      if query.isSingular { break }
      throw expected(
        "a query for one value", found: "one that may select several", at: start,
        remedy: "use only names and indexes, or value(…), or count(…)")
    case .call(let call):
      if call.function.result == .value { break }
      throw expected(
        "a value", found: "\(call.function)(), which is true or false", at: start,
        remedy: "use it without comparison; put \"!\" before it to negate it")
    }
  }
}

extension JSONPathParser {
  /// Reads `true`, `false`, `null` or a function call.
  mutating func parseWord() throws(JSONPathError) -> JSONPath.Operand {
    let start = index
    while let byte = next, isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") {
      index += 1
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    if next == UInt8(ascii: "(") { return .call(try parseCall(of: word, at: start)) }
    switch word {
    case "true": return .literal(.bool(true))
    case "false": return .literal(.bool(false))
    case "null": return .literal(.null)
    default:
      throw expected(
        "a query, a literal or a function", found: "\"\(word)\"", at: start,
        remedy: remedy(forWord: word))
    }
  }

  private mutating func parseCall(
    of name: String, at start: Int
  ) throws(JSONPathError) -> JSONPath.Call {
    guard let function = JSONPath.Function(rawValue: name) else {
      let known = JSONPath.Function.allCases.map(\.rawValue).joined(separator: ", ")
      throw expected(
        "a known function", found: "\"\(name)\"", at: start, remedy: "use one of \(known)")
    }
    index += 1
    skipWhitespace()
    var arguments: [JSONPath.Operand] = []
    var pattern: IRegexp?
    if !skip(")") {
      repeat {
        skipWhitespace()
        let place = index
        let argument = try parseArgument(arguments.count, of: function)
        if arguments.count == 1, case .literal(.string(let text)) = argument {
          pattern = try compile(text, for: function, at: place)
        }
        arguments.append(argument)
        skipWhitespace()
      } while skip(",")
      guard skip(")") else { throw expected("\",\" or \")\" after an argument") }
    }
    let wanted = function.parameters.count
    guard arguments.count == wanted else {
      throw expected(
        "\(wanted) \(wanted == 1 ? "argument" : "arguments") to \(name)()",
        found: String(arguments.count), at: start)
    }
    return JSONPath.Call(function: function, arguments: arguments, pattern: pattern)
  }

  private mutating func parseArgument(
    _ place: Int, of function: JSONPath.Function
  ) throws(JSONPathError) -> JSONPath.Operand {
    let start = index
    guard place < function.parameters.count else {
      throw expected("\")\" after \(place) \(place == 1 ? "argument" : "arguments")")
    }
    let type = function.parameters[place]
    guard next != UInt8(ascii: "!"), next != UInt8(ascii: "(") else {
      throw mismatch(function, type, found: "a logical expression", at: start)
    }
    let argument = try nest { (parser: inout JSONPathParser) throws(JSONPathError) in
      try parser.parseOperand()
    }
    skipWhitespace()
    let isLogical = ["&&", "||"].contains { bytes[index...].starts(with: $0.utf8) }
    if nextComparison != nil || isLogical {
      throw mismatch(function, type, found: "a logical expression", at: start)
    }
    switch (argument, type) {
    case (.literal, .value), (.query, .nodes): break
    case (.query(let query), .value) where query.isSingular: break
    case (.call(let call), _) where call.function.result == type: break
    case (.literal, _): throw mismatch(function, type, found: "a literal", at: start)
    case (.query, _):
      throw mismatch(function, type, found: "a query that may select several", at: start)
    case (.call(let call), _):
      throw mismatch(function, type, found: call.function.result.rawValue, at: start)
    }
    return argument
  }

  private func mismatch(
    _ function: JSONPath.Function, _ type: JSONPath.FunctionType, found: String, at place: Int
  ) -> JSONPathError {
    let remedy =
      type == .nodes ? "pass a query, such as @.*" : "pass a literal or a query such as @.name"
    return expected("\(type.rawValue) for \(function)()", found: found, at: place, remedy: remedy)
  }

  private func compile(
    _ pattern: String, for function: JSONPath.Function, at place: Int
  ) throws(JSONPathError) -> IRegexp? {
    guard function == .match || function == .search else { return nil }
    do {
      return try IRegexp(pattern, matchesWhole: function == .match)
    } catch {
      throw expected(
        "an I-Regexp (RFC 9485)", found: error.reason, at: place, remedy: error.remedy)
    }
  }

  private func remedy(forWord word: String) -> String {
    ["true", "false", "null"].contains(word.lowercased())
      ? "write it in lower case" : "put texts in quotes; write members as @.\(word)"
  }
}
