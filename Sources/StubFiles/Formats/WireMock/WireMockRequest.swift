import StubCore

extension ValueReader {
  /// The matchers of a request pattern.
  mutating func wireMockMatchers(in scope: RuleScope) -> [any HTTPStubMatcher]? {
    let members = node.members ?? []
    var match = MatchDraft(scope: scope, members: members)
    return mapping { reader in
      reader.settle(WireMockKeys.request)
      reader.reportAllButOne(of: WireMockKeys.urls, among: members)
      reader.read("method") { value in
        guard let method = value.methodName(), method != HTTPMethod(rawValue: "ANY") else { return }
        match.add(HTTPStubMethodMatcher([method]), from: &value)
      }
      reader.wireMockURL(into: &match)
      reader.wireMockAddress(into: &match)
      reader.wireMockFields(into: &match)
      reader.wireMockContent(into: &match)
      return match.matchers
    }
  }
}

extension MappingReader {
  fileprivate mutating func wireMockURL(into match: inout MatchDraft) {
    let whole: RegularExpression.Options = [.fullMatch, .dotMatchesLineSeparators]
    read("url") { value in
      guard let url = value.pathText() else { return }
      match.add(HTTPStubURLMatcher(url), from: &value)
    }
    read("urlPath") { value in
      guard let path = value.pathText() else { return }
      match.add(HTTPStubPathMatcher(.equals(path)), from: &value)
    }
    read("urlPattern") { value in
      guard let regex = value.pattern(whole) else { return }
      match.add(
        RequestPartMatcher("path and query", .matches(regex)) { [$0.target.pathAndQuery] },
        from: &value)
    }
    read("urlPathPattern") { value in
      guard let regex = value.pattern(whole) else { return }
      match.add(RequestPartMatcher("path", .matches(regex)) { [$0.target.path] }, from: &value)
    }
    let template = optional("urlPathTemplate") { value -> URITemplate? in
      guard let template = value.pathTemplate() else { return nil }
      match.add(HTTPStubURITemplateMatcher(template), from: &value)
      return template
    }
    read("pathParameters") { value in
      guard let template else {
        return match.require(oneOf: ["urlPathTemplate"], for: &value)
      }
      value.entries { name, value in
        guard let condition = value.wireMockCondition() else { return }
        match.add(
          RequestPartMatcher("path parameter \(name)", condition) { request in
            template.match(request.target)?[name]?.string.map { [$0] } ?? []
          }, from: &value)
      }
    }
  }

  fileprivate mutating func wireMockAddress(into match: inout MatchDraft) {
    read("scheme") { value in
      guard let scheme = value.string() else { return }
      match.add(HTTPStubSchemeMatcher(.equals(scheme)), from: &value)
    }
    read("host") { value in
      guard let condition = value.wireMockCondition() else { return }
      match.add(HTTPStubHostMatcher(condition), from: &value)
    }
    read("port") { value in
      guard let port = value.integer(in: 1...65_535) else { return }
      match.add(HTTPStubPortMatcher(port), from: &value)
    }
  }

  fileprivate mutating func wireMockFields(into match: inout MatchDraft) {
    wireMockEntries("queryParameters") { name, condition, value in
      match.add(HTTPStubQueryMatcher(name, condition), from: &value)
    }
    wireMockEntries("formParameters") { name, condition, value in
      match.add(HTTPStubFormMatcher(name, condition), from: &value)
    }
    wireMockEntries("cookies") { name, condition, value in
      match.add(HTTPStubCookieMatcher(name, condition), from: &value)
    }
    wireMockEntries("headers") { name, condition, value in
      guard value.isFieldName(name) else { return }
      match.add(HTTPStubHeaderMatcher(HTTPHeaderName(name), condition), from: &value)
    }
    for key in ["basicAuth", "basicAuthCredentials"] {
      read(key) { value in
        let matcher = value.mapping { reader -> HTTPStubBasicAuthMatcher? in
          let user = reader.required("username") { $0.text() }
          let password = reader.required("password") { $0.text() }
          guard let user, let password else { return nil }
          return HTTPStubBasicAuthMatcher(user: .equals(user), password: .equals(password))
        }
        if let matcher { match.add(matcher, from: &value) }
      }
    }
  }

  private mutating func wireMockEntries(
    _ key: String, _ add: (String, ValueMatcher, inout ValueReader) -> Void
  ) {
    read(key) { value in
      value.entries { name, value in
        guard let condition = value.wireMockCondition(ofSeveral: true) else { return }
        add(name, condition, &value)
      }
    }
  }

  fileprivate mutating func wireMockContent(into match: inout MatchDraft) {
    read("bodyPatterns") { value in
      for matcher in value.list({ $0.wireMockBodyMatcher() }) ?? [] {
        match.add(matcher, from: &value)
      }
    }
    read("multipartPatterns") { value in
      for matcher in value.list({ $0.wireMockPart() }) ?? [] { match.add(matcher, from: &value) }
    }
  }
}

extension ValueReader {
  /// A path, with or without query.
  fileprivate mutating func pathText() -> String? {
    guard let text = string() else { return nil }
    return text.hasPrefix("/")
      ? text
      : mismatch(
        expected: "a path that starts with \"/\"", remedy: "try \(Quotation.of("/\(text)"))")
  }

  /// A path with variables such as `{id}`.
  fileprivate mutating func pathTemplate() -> URITemplate? {
    guard let text = pathText() else { return nil }
    guard !text.contains("**") else {
      return mismatch(
        expected: "a template without \"**\"", remedy: "try \"urlPathPattern\" in its place")
    }
    do throws(URITemplateError) {
      return try URITemplate(text)
    } catch {
      report(
        atByte: error.offset, found: error.reason, expected: "a template such as /users/{id}",
        remedy: error.remedy.withoutFullStop)
      return nil
    }
  }

  /// A condition on a part of a multipart body.
  fileprivate mutating func wireMockPart() -> HTTPStubMultipartMatcher? {
    mapping { reader in
      let kinds: KeyValuePairs<String, HTTPStubMultipartMatcher.Scope> = [
        "ANY": .any, "ALL": .every,
      ]
      let scope = reader.optional("matchingType") { $0.keyword(kinds) } ?? .any
      let name = reader.optional("name") { $0.text() }
      let file = reader.optional("fileName") { $0.text() }
      let headers = reader.optional("headers") { value in
        value.mapping { reader in
          reader.rest { _, value in value.wireMockCondition() }
            .map { (HTTPHeaderName($0.key), $0.value) }
        }
      }
      let body = reader.optional("bodyPatterns") { $0.list { $0.wireMockCondition() } }
      return HTTPStubMultipartMatcher(
        scope, name: name.map { .equals($0) }, filename: file.map { .equals($0) },
        contentType: nil, headerList: headers ?? [], body: body.map { .all(of: $0) })
    }
  }
}
