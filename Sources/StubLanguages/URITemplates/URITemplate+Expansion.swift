extension URITemplate {
  /// Returns the URI to which the template expands with these values (RFC 6570 §3).
  ///
  /// A variable whose value is missing, `null`, or an empty list or object is undefined, and
  /// expands to nothing. Numbers and Booleans are converted to text.
  ///
  /// - Throws: `URITemplateError` if the value of a variable with a length (`:n`) is a list or
  ///   object, or if a list or object contains another one.
  package func expand(_ variables: [String: JSONValue]) throws(URITemplateError) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += URIEncoding.keepingReserved(literal)
      case .expression(let expression):
        var items: [String] = []
        for variable in expression.variables {
          let value = variables[variable.name] ?? .null
          items += try self.items(of: variable, value, in: expression)
        }
        if items.isEmpty { continue }
        text += expression.kind.first + items.joined(separator: expression.kind.separator)
      }
    }
    return text
  }

  /// Returns the texts that are joined by the separator.
  ///
  /// There is none if the variable is undefined, one for each member if it explodes (`*`), and
  /// otherwise one.
  private func items(
    of variable: URIVariable, _ value: JSONValue, in expression: URIExpression
  ) throws(URITemplateError) -> [String] {
    let encoding = URIEncoding(kind: expression.kind)
    let name = URIEncoding.keepingReserved(variable.name)
    let explodes = variable.modifier == .explode
    switch value {
    case .array(let elements):
      let texts = try self.texts(of: elements, variable, in: expression).map(encoding.encode)
      if texts.isEmpty { return [] }
      if explodes { return texts.map { encoding.item(name, $0) } }
      return [encoding.item(name, texts.joined(separator: ","))]
    case .object(let object):
      let members = object.members.filter { $0.value != .null }
      let values = try texts(of: members.map(\.value), variable, in: expression)
      if values.isEmpty { return [] }
      let pairs = zip(members, values).map { (encoding.encode($0.name), encoding.encode($1)) }
      if explodes { return pairs.map { "\($0)=\($1)" } }
      return [encoding.item(name, pairs.map { "\($0),\($1)" }.joined(separator: ","))]
    default:
      guard let text = Self.text(of: value) else { return [] }
      guard case .prefix(let length) = variable.modifier else {
        return [encoding.item(name, encoding.encode(text))]
      }
      var start = String.UnicodeScalarView()
      start.append(contentsOf: text.unicodeScalars.prefix(length))
      return [encoding.item(name, encoding.encode(String(start)))]
    }
  }

  /// Returns the texts of the members of a list or object, without undefined members.
  private func texts(
    of values: [JSONValue], _ variable: URIVariable, in expression: URIExpression
  ) throws(URITemplateError) -> [String] {
    if case .prefix(let length) = variable.modifier {
      throw URITemplateError(
        template: text, offset: expression.offset,
        reason: "`\(variable.name):\(length)` asks for a text, its value is a list or object",
        remedy: "write `{\(variable.name)}`, or give it a text.")
    }
    var texts: [String] = []
    for value in values where value != .null {
      guard let member = Self.text(of: value) else {
        throw URITemplateError(
          template: text, offset: expression.offset,
          reason: "the value of `\(variable.name)` holds a list or object within another",
          remedy: "give it texts, numbers or Booleans.")
      }
      texts.append(member)
    }
    return texts
  }

  private static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let isTrue): String(isTrue)
    case .null, .array, .object: nil
    }
  }
}

/// The encoding of values with one operator (RFC 6570 §3.2.1).
private struct URIEncoding {
  let kind: URIOperator

  func encode(_ text: String) -> String {
    kind.keepsReserved ? Self.keepingReserved(text) : PercentEncoding.encode(text)
  }

  func item(_ name: String, _ value: String) -> String {
    if !kind.isNamed { return value }
    return value.isEmpty ? name + kind.emptyMark : "\(name)=\(value)"
  }

  /// Returns the text with the invalid characters encoded; reserved characters and `%XX` stay (RFC
  /// 6570 §1.5, §3.1).
  static func keepingReserved(_ text: String) -> String {
    EncodedText(verbatim: text).text
  }
}
