import StubCore

extension ValueReader {
  /// Header fields in any of the forms that recording tools write them in.
  ///
  /// A mapping from names to a value or a list of them; or a list of lines such as `Accept: */*`, of
  /// pairs of a name and a value or values, or of mappings with `name` and `value`.
  mutating func recordedHeaders() -> HTTPHeaders? {
    var headers = HTTPHeaders()
    if let members = node.members {
      for member in members {
        var value = ValueReader(member, in: path)
        value.appendHeader(member.key, to: &headers)
        report(value.diagnostics)
      }
      return headers
    }
    guard let elements = node.elements else {
      return mismatch(
        expected: "headers as a mapping or a list", remedy: "try { Accept: [\"*/*\"] }")
    }
    // A Python set is written as the one argument of its constructor.
    if elements.count == 1, let inner = elements[0].elements,
      inner.allSatisfy({ $0.elements != nil })
    {
      return list { $0.recordedHeaders() }?.first
    }
    for (number, element) in elements.enumerated() {
      if let field = element.headerField {
        headers.append(field.name, field.value)
        continue
      }
      var reader = ValueReader(element, path: .element(number, in: path))
      reader.appendHeaderLine(to: &headers)
      report(reader.diagnostics)
    }
    return headers
  }

  /// Adds the field, once for each value.
  private mutating func appendHeader(_ name: String, to headers: inout HTTPHeaders) {
    if case .null? = node.scalar?.kind { return headers.append(HTTPHeaderName(name), "") }
    for value in oneOrMore({ $0.recordedHeaderValue() }) ?? [] {
      headers.append(HTTPHeaderName(name), value)
    }
  }

  /// A field's value; binary data that is UTF-8 is text.
  private mutating func recordedHeaderValue() -> String? {
    switch node.scalar?.kind {
    case .null?: return ""
    case .bytes(let bytes)?:
      if let text = String(validating: bytes, as: UTF8.self) { return text }
      return mismatch(expected: "text in UTF-8", remedy: "try text in quotes")
    case nil: return mismatch(expected: "the value of a header", remedy: "try text in quotes")
    default: return node.scalar?.text
    }
  }

  /// Adds the field of one element of a list.
  private mutating func appendHeaderLine(to headers: inout HTTPHeaders) {
    if let pair = node.elements, pair.count == 2, let name = pair[0].givenText {
      var value = ValueReader(pair[1], path: .element(1, in: path))
      value.appendHeader(name, to: &headers)
      return report(value.diagnostics)
    }
    if let name = node["name"]?.givenText {
      let value = recorded("value") { $0.recordedHeaderValue() }
      return headers.append(HTTPHeaderName(name), value ?? "")
    }
    guard let line = node.scalar?.text, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
    else {
      return report(
        found: node.summary, expected: "a header", remedy: "try a line such as \"Accept: */*\"")
    }
    let value = line[line.index(after: colon)...].drop { $0.isWhitespace }
    let blanks = value.reversed().prefix { $0.isWhitespace }.count
    headers.append(HTTPHeaderName(String(line[..<colon])), String(value.dropLast(blanks)))
  }
}

extension DocumentNode {
  /// The field of a mapping with `name` and `value` that are texts, as nearly all are.
  fileprivate var headerField: HTTPHeaders.Field? {
    guard let name = self["name"]?.scalar, let value = self["value"]?.scalar,
      name.kind == .string, value.kind == .string
    else { return nil }
    return HTTPHeaders.Field(name: HTTPHeaderName(name.text), value: value.text)
  }
}
