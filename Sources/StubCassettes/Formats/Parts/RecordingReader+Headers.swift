package import StubCore
package import StubDocuments

extension RecordingReader {
  /// Reads header fields in any form that recording tools write.
  ///
  /// - A mapping from names, which may be repeated, to a value or a list of values.
  /// - A list of lines such as `Accept: */*`.
  /// - A list of pairs of a name and a value or values.
  /// - A list of mappings with `name` and `value`.
  package func headers(_ value: Value) -> HTTPHeaders? {
    var headers = HTTPHeaders()
    if let members = value.allMembers {
      for member in members { appendHeader(member.value, member.key, to: &headers) }
      return headers
    }
    guard let elements = value.elements else {
      return values.mismatch(
        value, expected: "headers as a mapping or a list", remedy: "use { Accept: [\"*/*\"] }")
    }
    // A Python set is written as the only argument of its constructor.
    if elements.count == 1, let inner = elements[0].elements,
      inner.allSatisfy({ $0.elements != nil })
    {
      return values.list(value) { self.headers($0) }?.first
    }
    for element in elements {
      if let field = element.headerField {
        headers.append(field.name, field.value)
        continue
      }
      appendHeaderLine(element, to: &headers)
    }
    return headers
  }

  /// Adds a field for each of the values.
  private func appendHeader(_ value: Value, _ name: String, to headers: inout HTTPHeaders) {
    if case .null? = value.scalar?.kind { return headers.append(HTTPHeaderName(name), "") }
    for value in values.oneOrMore(value, { headerValue($0) }) ?? [] {
      headers.append(HTTPHeaderName(name), value)
    }
  }

  /// Reads the value of a field; binary data that is valid UTF-8 becomes text.
  private func headerValue(_ value: Value) -> String? {
    switch value.scalar?.kind {
    case .null?: return ""
    case .bytes(let bytes)?:
      if let text = String(checkingUTF8: bytes) { return text }
      return values.mismatch(value, expected: "text in UTF-8", remedy: "use text in quotes")
    case nil:
      return values.mismatch(value, expected: "a header value", remedy: "use text in quotes")
    default: return value.scalar?.text
    }
  }

  /// Adds the field of one element of a list.
  private func appendHeaderLine(_ value: Value, to headers: inout HTTPHeaders) {
    if let pair = value.elements, pair.count == 2, let name = pair[0].givenText {
      return appendHeader(pair[1], name, to: &headers)
    }
    if let name = value["name"]?.givenText {
      guard let field = value[given: "value"] else {
        return headers.append(HTTPHeaderName(name), "")
      }
      return appendHeader(field, name, to: &headers)
    }
    guard let line = value.scalar?.text, let colon = line.utf8.firstIndex(of: UInt8(ascii: ":"))
    else {
      return values.report(
        value, found: value.summary, expected: "a header field",
        remedy: "use a line such as \"Accept: */*\"")
    }
    let value = line[line.utf8.index(after: colon)...].drop { $0.isWhitespace }
    let blanks = value.reversed().prefix { $0.isWhitespace }.count
    headers.append(HTTPHeaderName(String(line[..<colon])), String(value.dropLast(blanks)))
  }
}

extension Value {
  /// The field of a mapping whose `name` and `value` are texts, which is the usual form; otherwise
  /// `nil`.
  fileprivate var headerField: HTTPHeaders.Field? {
    guard let name = self["name"]?.scalar, let value = self["value"]?.scalar,
      name.kind == .string, value.kind == .string
    else { return nil }
    return HTTPHeaders.Field(name: HTTPHeaderName(name.text), value: value.text)
  }
}
