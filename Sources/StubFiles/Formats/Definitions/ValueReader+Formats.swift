import StubCore

extension ValueReader {
  /// A regular expression as text.
  mutating func pattern(_ options: RegularExpression.Options) -> RegularExpression? {
    guard let text = text() else { return nil }
    do throws(PatternError) {
      return try RegularExpression(text, options: options)
    } catch {
      report(error)
      return nil
    }
  }

  /// A JSONPath query (RFC 9535).
  mutating func jsonPathQuery() -> JSONPath? {
    guard let text = string() else { return nil }
    do throws(JSONPathError) {
      return try JSONPath(text)
    } catch {
      report(
        atByte: String(text.prefix(error.offset)).utf8.count,
        found: "a query that is no JSONPath (RFC 9535): \(error.reason)",
        remedy: error.remedy?.withoutFullStop)
      return nil
    }
  }

  /// A matcher on what an XPath 1.0 expression selects from the body.
  mutating func xpath(
    _ condition: ValueMatcher, namespaces: [String: String]
  ) -> HTTPStubXPathMatcher? {
    guard let expression = string() else { return nil }
    do throws(XPathError) {
      return try HTTPStubXPathMatcher(expression, condition, namespaces: namespaces)
    } catch {
      report(
        found: "\(Quotation.of(expression)), which is no XPath: \(error.reason)",
        remedy: "try a path such as //item/@id, with every prefix declared")
      return nil
    }
  }

  /// A matcher on a body that is this XML.
  mutating func xmlBody() -> HTTPStubXMLMatcher? {
    guard let text = string() else { return nil }
    do throws(XMLSyntaxError) {
      return try HTTPStubXMLMatcher(text)
    } catch {
      report(
        atByte: text.byteOffset(line: error.line, column: 1),
        found: "a text that is no XML: \(error.reason)",
        remedy: "try a whole element such as <user id=\"7\"/>")
      return nil
    }
  }

  /// A JSON value, or a text that holds one.
  mutating func jsonOrText() -> JSONValue? {
    guard node.scalar?.kind == .string, let text = node.scalar?.text else { return json }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: text)
    } catch {
      report(
        found: "a text that is no JSON: \(error)",
        remedy: "try the value itself in place of a text that holds it")
      return nil
    }
  }

  /// Texts by name, such as the namespaces of XPath prefixes.
  mutating func texts() -> [String: String]? {
    mapping { reader in
      Dictionary(
        reader.rest { _, value in value.text() }.map { ($0.key, $0.value) },
        uniquingKeysWith: { $1 })
    }
  }

  /// A time in milliseconds, 0 or more.
  mutating func milliseconds() -> Duration? {
    guard let number = amount() else { return nil }
    let time = Duration.seconds(min(number / 1000, Duration.longestDelay.seconds * 2))
    return time <= .longestDelay
      ? time : mismatch(expected: "at most a year in milliseconds", remedy: "try 500")
  }

  /// A status code; 0 stands for 200.
  mutating func statusCode() -> HTTPStatusCode? {
    guard let code = integer(in: 0...999) else { return nil }
    if code == 0 { return .ok }
    guard code >= 100 else {
      return mismatch(expected: "a status code from 100 to 999", remedy: "try 200")
    }
    return HTTPStatusCode(rawValue: code)
  }

  /// Header fields, each with a text or several.
  mutating func headerFields() -> HTTPHeaders? {
    var headers = HTTPHeaders()
    entries { name, value in
      guard value.isFieldName(name) else { return }
      let texts = value.oneOrMore { value -> String? in
        guard let text = value.text(), value.isFieldValue(text) else { return nil }
        return text
      }
      for text in texts ?? [] { headers.append(HTTPHeaderName(name), text) }
    }
    return headers
  }

  /// A method, in whatever case it is written.
  mutating func methodName() -> HTTPMethod? {
    guard let name = text() else { return nil }
    guard name.isToken else {
      return mismatch(expected: "a method such as GET", remedy: "try GET")
    }
    return HTTPMethod(named: name)
  }
}
