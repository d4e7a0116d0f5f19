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
