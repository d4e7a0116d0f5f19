import StubCore
import StubDocuments
import StubRules

extension RegularExpression.Options {
  /// The options for a Java pattern that must match the whole text, and in which a dot matches line
  /// ends.
  static let wholeJava: Self = [.java, .asciiClasses, .fullMatch, .dotMatchesLineSeparators]
}

extension Reader {
  /// Reads a text as a regular expression, in which classes such as `\w` match only ASCII, as in
  /// the other tools.
  func pattern(_ value: Value, _ options: RegularExpression.Options) -> RegularExpression? {
    guard let text = text(value) else { return nil }
    do throws(PatternError) {
      return try RegularExpression(text, options: options.union(.asciiClasses))
    } catch {
      report(value, error)
      return nil
    }
  }

  /// Reads a JSONPath query (RFC 9535), or a query in a tool's dialect.
  func jsonPathQuery(_ value: Value, _ dialect: JSONPath.Dialect = .standard) -> JSONPath? {
    guard let text = string(value) else { return nil }
    do throws(JSONPathError) {
      return try JSONPath(text, dialect)
    } catch {
      report(
        value, atByte: String(text.prefix(error.offset)).utf8.count,
        found: "invalid JSONPath (RFC 9535): \(error.reason)",
        remedy: error.remedy.map { .advice($0.withoutFullStop) })
      return nil
    }
  }

  /// Returns a matcher on the values that an XPath 1.0 expression selects in the body.
  func xpath(
    _ value: Value, _ condition: ValueMatcher, namespaces: [String: String],
    options: XPathQuery.Options = []
  ) -> PartMatcher? {
    guard let expression = string(value) else { return nil }
    do throws(XPathError) {
      let selection = try XMLSelection(expression, namespaces: namespaces, options: options)
      return PartMatcher(.xml(selection), condition)
    } catch {
      report(
        value, found: "invalid XPath \(Quotation.of(expression)): \(error.reason)",
        remedy: "use a path such as //item/@id, with every prefix declared")
      return nil
    }
  }

  /// Reads a matcher on an XML body.
  func xmlBody(
    _ value: Value, comparison: XMLComparison = XMLComparison()
  ) -> HTTPStubXMLMatcher? {
    guard let text = string(value) else { return nil }
    do throws(XMLSyntaxError) {
      return try HTTPStubXMLMatcher(text, comparison: comparison)
    } catch {
      report(
        value, atByte: text.byteOffset(line: error.line, column: 1),
        found: "invalid XML: \(error.reason)",
        remedy: "use a whole element such as <user id=\"7\"/>")
      return nil
    }
  }

  /// Reads a JSON value, or a text that contains JSON.
  func jsonOrText(_ value: Value) -> JSONValue? {
    guard value.scalar?.kind == .string, let text = value.scalar?.text else { return value.json }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: text)
    } catch {
      report(
        value, found: "invalid JSON: \(error)",
        remedy: "use the value itself instead of text")
      return nil
    }
  }

  /// Reads a mapping from names to texts, such as namespaces by XPath prefix.
  func texts(_ value: Value) -> [String: String]? {
    mapping(value) { mapping in
      Dictionary(
        mapping.rest { _, value in text(value) }.map { ($0.key, $0.value) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Reads a time in milliseconds, 0 or more.
  func milliseconds(_ value: Value) -> Duration? {
    guard let number = amount(value) else { return nil }
    let time = Duration.seconds(min(number / 1000, Duration.longestDelay.seconds * 2))
    return time <= .longestDelay
      ? time : mismatch(value, expected: "at most a year in milliseconds", remedy: "use 500")
  }

  /// Reads a status code, for which 0 means 200.
  func statusCode(_ value: Value) -> HTTPStatusCode? {
    guard let code = integer(value, in: 0...999) else { return nil }
    if code == 0 { return .ok }
    guard code >= 100 else {
      return mismatch(value, expected: "a status code from 100 to 999", remedy: "use 200")
    }
    return HTTPStatusCode(rawValue: code)
  }

  /// Reads header fields, each with a text or several texts.
  ///
  /// Of a repeated key, the last value is used, or all values if `withEarlier` is set.
  func headerFields(_ value: Value, withEarlier: Bool = false) -> HTTPHeaders? {
    guard let members = withEarlier ? value.allMembers : value.members else {
      return mismatch(value, expected: "a mapping")
    }
    var headers = HTTPHeaders()
    for member in members where isFieldName(member.value, member.key) {
      let texts = oneOrMore(member.value) { repeatableFieldText($0) }
      for text in texts ?? [] { headers.append(HTTPHeaderName(member.key), text) }
    }
    return headers
  }

  /// Reads the header fields of a response without `Content-Length`, because the body that is sent
  /// may differ.
  ///
  /// A response to HEAD has no body, so it keeps this field.
  func responseFields(_ value: Value, toHead isForHead: Bool = false) -> HTTPHeaders? {
    var fields = headerFields(value, withEarlier: true)
    if !isForHead { fields?.remove(.contentLength) }
    return fields
  }

  /// Reads a method in any letter case.
  func methodName(_ value: Value) -> HTTPMethod? {
    guard let name = text(value) else { return nil }
    guard name.isToken else {
      return mismatch(value, expected: "a method such as GET", remedy: "use GET")
    }
    return HTTPMethod(named: name)
  }
}

extension ValueMatcher {
  /// A condition that always accepts, even if the part is missing.
  static let anything = ValueMatcher(description: "is anything") { _ in .accepted(groups: [:]) }

  /// This condition for the results of a query: one result must meet it, unless it is `absent`.
  var ofOneResult: ValueMatcher {
    form == .absent ? self : ofOneValue.ofPresent
  }

  /// This condition, which is not met if the part is missing.
  var ofPresent: ValueMatcher {
    ValueMatcher(description: description, problems: problems, implying: [self, .present]) {
      values in values.isEmpty ? .rejected : judge(values)
    }
  }

  /// Returns a condition for exactly as many values as there are conditions.
  ///
  /// Each condition must accept a value, and each value must meet a condition.
  static func exactly(_ conditions: [ValueMatcher]) -> ValueMatcher {
    let sentence = conditions.map(\.description).joined(separator: ", ")
    return ValueMatcher(
      description: "has exactly one value for each of: \(sentence)",
      problems: conditions.flatMap(\.problems), implying: conditions
    ) { values in
      let fits =
        values.count == conditions.count
        && conditions.allSatisfy { condition in values.contains { condition.accepts([$0]) } }
        && values.allSatisfy { value in conditions.contains { $0.accepts([value]) } }
      return fits ? .accepted(groups: [:]) : .rejected
    }
  }
}

extension String {
  /// A regular expression that matches only this text.
  var asPattern: String {
    var pattern = ""
    for scalar in unicodeScalars {
      let isSign = ("!"..."~").contains(scalar) && !scalar.properties.isAlphabetic
      if isSign, !("0"..."9").contains(scalar) { pattern.append("\\") }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}

/// The parts of a request in the form in which several tools compare them.
extension MatchedPart {
  /// The path as it was sent.
  static let encodedPath = derived("path", id: "encoded path", isAddress: true) {
    .one($0.target.path)
  }

  /// The text of the body; without a body it is empty.
  static let bodyOrEmpty = derived("body", id: "text or empty") { .one($0.bodyText) }
}
