import StubCore

extension Reader {
  /// Reads the matchers of `httpRequest`.
  func mockServerMatchers(_ value: Value, in scope: RuleScope) -> [any HTTPStubMatcher]? {
    var match = MatchDraft(self, value, in: scope)
    return mapping(value) { mapping in
      mapping.settle(MockServerKeys.request)
      mapping.read("method") { value in
        guard value.scalar?.text.isEmpty != true,
          let condition = mockServerText(value)
        else { return }
        if let name = value.mockServerPlainText {
          match.add(HTTPStubMethodMatcher([HTTPMethod(named: name)]), from: value)
        } else {
          match.add(
            PartMatcher(.method, condition), from: value)
        }
      }
      mapping.mockServerPath(into: &match)
      mapping.read("secure") { value in
        guard let isSecure = boolean(value) else { return }
        match.add(PartMatcher(.scheme, .equals(isSecure ? "https" : "http")), from: value)
      }
      mapping.read("queryStringParameters") { value in
        mockServerEntries(value) { name, condition, value in
          match.add(PartMatcher(.query(name), condition), from: value)
        }
      }
      mapping.read("headers") { value in
        mockServerEntries(value) { name, condition, value in
          guard isFieldName(value, name) else { return }
          match.add(PartMatcher(.header(HTTPHeaderName(name)), condition), from: value)
        }
      }
      mapping.read("cookies") { value in
        mockServerEntries(value) { name, condition, value in
          match.add(PartMatcher(.cookie(name), condition), from: value)
        }
      }
      mapping.read("body") { value in
        guard let matcher = mockServerBody(value) else { return }
        match.add(matcher, from: value)
      }
      return match.matchers
    }
  }
}

/// A matcher for a path, ignoring letter case, with an index key so that few such stubs are tried.
struct MockServerPathMatcher: HTTPStubMatcher {
  private static let key = DerivedPart("path") { .one($0.target.readablePath.foldingCase()) }

  /// The matcher for the path as written, which gives the problems and the sample.
  private let written: PartMatcher
  private let matcher: PartMatcher
  let keys: [StubKey]

  init(_ path: String) {
    let readable = RequestURL.readable(path)
    written = PartMatcher(.path, .equals(path))
    matcher = PartMatcher(.path, .equalsIgnoringCase(readable))
    keys = [.derived(Self.key, readable.foldingCase())]
  }

  var description: String { matcher.description }
  var problems: [String] { written.problems }
  var sample: RequestSample? { written.sample }
  var isSynchronous: Bool { true }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    matcher.evaluate(request, for: source)
  }
}

extension Value {
  /// The text if it is compared only for equality ignoring case; `nil` for patterns, negated and
  /// optional texts.
  fileprivate var mockServerPlainText: String? {
    scalar.flatMap { MockServerMarks($0.text).plainText }
  }
}

extension Mapping {
  /// Reads the path, which is a text, a regular expression or, with path parameters, a template.
  fileprivate func mockServerPath(into match: inout MatchDraft) {
    guard has("pathParameters") else {
      return read("path") { value in
        guard value.scalar?.text.isEmpty != true,
          let condition = reader.mockServerText(value)
        else { return }
        if let path = value.mockServerPlainText {
          match.add(MockServerPathMatcher(path), from: value)
        } else {
          match.add(PartMatcher(.path, condition), from: value)
        }
      }
    }
    let template = required("path") { value -> URITemplate? in
      guard let text = reader.string(value) else { return nil }
      do throws(URITemplateError) {
        let template = try URITemplate(text)
        match.add(HTTPStubURITemplateMatcher(template), from: value)
        return template
      } catch {
        reader.report(
          value, atByte: error.offset, found: error.reason, expected: "a path such as /users/{id}",
          remedy: .advice(error.remedy.withoutFullStop))
        return nil
      }
    }
    read("pathParameters") { value in
      reader.mockServerEntries(value) { name, condition, value in
        guard let template else { return }
        match.add(
          PartMatcher(
            .derived("path parameter \(name)") { request in
              PartValues(template.match(request.target)?[name]?.string)
            }, condition), from: value)
      }
    }
  }
}

extension Reader {
  /// Reads a matcher on the body, which is a text, a JSON value, or a mapping with a type.
  ///
  /// An empty text matches any body.
  func mockServerBody(_ value: Value) -> (any HTTPStubMatcher)? {
    guard let members = value.members else {
      if value.elements != nil { return mockServerJSON(value, lenient) }
      return text(value).map { PartMatcher(.body, $0.isEmpty ? .anything : .equals($0)) }
    }
    let types = MockServerKeys.bodyTypes
    let written = value["type"]?.scalar?.text
    let implied = implicitTypes.first { key, _ in members.contains { $0.key == key } }?.value
    guard
      let type = written.flatMap({ types.read.contains($0) || types.refused[$0] != nil ? $0 : nil })
        ?? implied
    else {
      // A mapping without a known type is the JSON that the body must contain.
      return mockServerJSON(value, lenient)
    }
    return mapping(value) { mapping in
      mapping.read("type") { _ in }
      let isNegated = mapping.optional("not") { boolean($0) } ?? false
      _ = mapping.take("contentType")
      mapping.read("optional") { value in
        guard boolean(value) ?? false else { return }
        report(
          value, found: "an optional body is not supported",
          remedy: "use two expectations, one of them without a body")
      }
      let matcher = mapping.mockServerBody(of: type)
      guard let matcher else { return nil }
      return isNegated ? HTTPStubNotMatcher(matcher) : matcher
    }
  }

  /// Reads a matcher on a JSON body, whose expected texts may be placeholders.
  fileprivate func mockServerJSON(
    _ value: Value, _ comparison: JSONComparison
  ) -> HTTPStubJSONMatcher? {
    var comparison = comparison
    comparison.usesPlaceholders = true
    return jsonWithPlaceholders(value, remedy: "use JSON_PATH on the parts that matter")
      .map { HTTPStubJSONMatcher($0, comparison: comparison) }
  }
}

/// The types of bodies that keys imply in a mapping without `type`.
private let implicitTypes: KeyValuePairs<String, String> = [
  "regex": "REGEX", "jsonPath": "JSON_PATH", "xpath": "XPATH", "jsonSchema": "JSON_SCHEMA",
  "xmlSchema": "XML_SCHEMA", "base64Bytes": "BINARY", "parameters": "PARAMETERS",
  "string": "STRING", "json": "JSON", "xml": "XML",
]

/// The comparison of JSON bodies, unless the match type is STRICT.
private let lenient = JSONComparison(
  ignoresArrayOrder: true, ignoresExtraMembers: true, ignoresExtraElements: true)

extension Mapping {
  fileprivate func mockServerBody(of type: String) -> (any HTTPStubMatcher)? {
    switch type {
    case "STRING":
      let isPart = optional("subString") { reader.boolean($0) } ?? false
      return required("string") { reader.text($0) }.map { text in
        PartMatcher(.body, text.isEmpty ? .anything : isPart ? .contains(text) : .equals(text))
      }
    case "REGEX":
      return required("regex") { reader.wholePattern($0) }.map { PartMatcher(.body, .matches($0)) }
    case "JSON":
      let kinds: KeyValuePairs<String, JSONComparison> = [
        "STRICT": JSONComparison(), "ONLY_MATCHING_FIELDS": lenient,
      ]
      let comparison = optional("matchType") { reader.keyword($0, kinds) } ?? lenient
      return required("json") { reader.mockServerJSON($0, comparison) }
    case "JSON_PATH":
      return required("jsonPath") { reader.jsonPathQuery($0, .jayway) }
        .map { PartMatcher($0, .present) }
    case "XML":
      var comparison = XMLComparison()
      comparison.placeholders = try? XMLPlaceholders()
      return required("xml") { reader.xmlBody($0, comparison: comparison) }
    case "XPATH":
      let namespaces = optional("namespacePrefixes") { reader.texts($0) } ?? [:]
      // As in WireMock, namespaces in documents are ignored if the expression declares none.
      let options: XPathQuery.Options =
        namespaces.isEmpty ? [.isTruth, .ignoresNamespaces] : .isTruth
      return required("xpath") {
        reader.xpath($0, .present, namespaces: namespaces, options: options)
      }
    case "BINARY":
      return required("base64Bytes") { reader.base64($0) }.map { BodyBytesMatcher($0) }
    case "PARAMETERS":
      var fields: [any HTTPStubMatcher] = []
      read("parameters") { value in
        reader.mockServerEntries(value) { name, condition, _ in
          fields.append(PartMatcher(.item(name, in: .formOfAnyType), condition))
        }
      }
      return HTTPStubCompositeMatcher(.all, of: fields)
    default:
      for member in remaining { _ = take(member.key) }
      report(
        found: "the body type \(Quotation.of(type)) is not supported",
        remedy: MockServerKeys.bodyTypes.refused[type].map { .advice($0) })
      return nil
    }
  }
}
