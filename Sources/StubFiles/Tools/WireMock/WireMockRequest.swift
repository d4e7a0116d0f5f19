import StubCore

extension Reader {
  /// Reads the matchers of a request pattern.
  func wireMockMatchers(_ value: Value, in scope: RuleScope) -> [any HTTPStubMatcher]? {
    var match = MatchDraft(self, value, in: scope)
    return mapping(value) { mapping in
      mapping.settle(WireMockKeys.request)
      mapping.reportAllButOne(of: WireMockKeys.urls, among: mapping.remaining)
      mapping.read("method") { value in
        guard let methods = wireMockMethods(value) else { return }
        match.add(HTTPStubMethodMatcher(methods), from: value)
      }
      mapping.wireMockURL(into: &match)
      mapping.wireMockAddress(into: &match)
      mapping.wireMockFields(into: &match)
      mapping.wireMockContent(into: &match)
      return match.matchers
    }
  }
}

extension Mapping {
  fileprivate func wireMockURL(into match: inout MatchDraft) {
    read("url") { value in
      guard let url = reader.pathText(value) else { return }
      match.add(HTTPStubURLMatcher(url), from: value)
    }
    read("urlPath") { value in
      guard let path = reader.pathText(value) else { return }
      match.add(PartMatcher(.path, .equals(path)), from: value)
    }
    read("urlPattern") { value in
      guard let regex = reader.wholePattern(value) else { return }
      match.add(
        PartMatcher(
          .derived("path and query", isAddress: true) { .one($0.target.pathAndQuery) },
          .matches(regex)), from: value)
    }
    read("urlPathPattern") { value in
      guard let regex = reader.wholePattern(value) else { return }
      match.add(PartMatcher(.encodedPath, .matches(regex)), from: value)
    }
    let template = optional("urlPathTemplate") { value -> WireMockPathTemplate? in
      guard reader.pathText(value) != nil, let template = reader.wireMockPathTemplate(value)
      else { return nil }
      match.add(WireMockPathTemplateMatcher(template: template), from: value)
      return template
    }
    read("pathParameters") { value in
      guard let template else {
        return match.require(oneOf: ["urlPathTemplate"], for: value)
      }
      reader.entries(value) { name, value in
        guard let condition = reader.wireMockCondition(value) else { return }
        match.add(
          PartMatcher(
            .derived("path parameter \(name)") { request in
              PartValues(template.match(request.target.path)?[name])
            }, condition), from: value)
      }
    }
  }

  fileprivate func wireMockAddress(into match: inout MatchDraft) {
    read("scheme") { value in
      guard let scheme = reader.string(value) else { return }
      match.add(PartMatcher(.scheme, .equals(scheme)), from: value)
    }
    read("host") { value in
      guard let condition = reader.wireMockCondition(value) else { return }
      match.add(PartMatcher(.host, condition), from: value)
    }
    read("clientIp") { value in
      guard let condition = reader.wireMockCondition(value) else { return }
      match.add(PartMatcher(.clientAddress, condition), from: value)
    }
    read("port") { value in
      guard let port = reader.integer(value, in: 1...65_535) else { return }
      match.add(HTTPStubPortMatcher(port), from: value)
    }
  }

  fileprivate func wireMockFields(into match: inout MatchDraft) {
    wireMockEntries("queryParameters") { name, condition, value in
      match.add(PartMatcher(.query(name), condition), from: value)
    }
    wireMockEntries("formParameters") { name, condition, value in
      match.add(PartMatcher(.form(name), condition), from: value)
    }
    wireMockEntries("cookies") { name, condition, value in
      // A missing header or parameter can match other conditions, such as `doesNotContain`, but a
      // missing cookie matches only `absent`.
      let condition = value["absent"] == nil ? condition.ofPresent : condition
      match.add(PartMatcher(.cookie(name), condition), from: value)
    }
    wireMockEntries("headers") { name, condition, value in
      guard reader.isFieldName(value, name) else { return }
      match.add(PartMatcher(.header(HTTPHeaderName(name)), condition), from: value)
    }
    for key in ["basicAuth", "basicAuthCredentials"] {
      read(key) { value in
        let matcher = reader.mapping(value) { mapping -> HTTPStubBasicAuthMatcher? in
          let user = mapping.required("username") { reader.text($0) }
          let password = mapping.required("password") { reader.text($0) }
          guard let user, let password else { return nil }
          return HTTPStubBasicAuthMatcher(user: .equals(user), password: .equals(password))
        }
        if let matcher { match.add(matcher, from: value) }
      }
    }
  }

  private func wireMockEntries(
    _ key: String, _ add: (String, ValueMatcher, Value) -> Void
  ) {
    read(key) { value in
      reader.entries(value) { name, value in
        guard let condition = reader.wireMockCondition(value, ofSeveral: true) else { return }
        add(name, condition, value)
      }
    }
  }

  fileprivate func wireMockContent(into match: inout MatchDraft) {
    read("bodyPatterns") { value in
      for matcher in reader.list(value, { reader.wireMockBodyMatcher($0) }) ?? [] {
        match.add(matcher, from: value)
      }
    }
    read("multipartPatterns") { value in
      for matcher in reader.list(value, { reader.wireMockPart($0) }) ?? [] {
        match.add(matcher, from: value)
      }
    }
  }
}

extension Reader {
  /// Reads the methods that a name stands for; `nil` for `ANY`, or after an error.
  fileprivate func wireMockMethods(_ value: Value) -> [HTTPMethod]? {
    guard let method = methodName(value) else { return nil }
    switch method.rawValue {
    case "ANY": return nil
    case "GET_OR_HEAD": return [.get, .head]
    default: return [method]
    }
  }

  /// Reads a path, with or without a query.
  fileprivate func pathText(_ value: Value) -> String? {
    guard let text = string(value) else { return nil }
    return text.hasPrefix("/")
      ? text
      : mismatch(
        value, expected: "a path that starts with \"/\"", remedy: "use \(Quotation.of("/\(text)"))")
  }

  /// Reads a condition on a part of a multipart body.
  fileprivate func wireMockPart(_ value: Value) -> HTTPStubMultipartMatcher? {
    mapping(value) { mapping in
      mapping.settle(WireMockKeys.part)
      let kinds: KeyValuePairs<String, HTTPStubMultipartMatcher.Scope> = [
        "ANY": .any, "ALL": .every,
      ]
      let scope = mapping.optional("matchingType") { keyword($0, kinds) } ?? .any
      let name = mapping.optional("name") { text($0) }
      let file = mapping.optional("fileName") { text($0) }
      let headers = mapping.optional("headers") { value in
        self.mapping(value) { mapping in
          mapping.rest { _, value in wireMockCondition(value) }
            .map { (HTTPHeaderName($0.key), $0.value) }
        }
      }
      let contents = mapping.optional("bodyPatterns") { list($0) { wireMockBodyMatcher($0) } }
      return HTTPStubMultipartMatcher(
        scope, name: name.map { .equals($0) }, filename: file.map { .equals($0) },
        contentType: nil, headerList: headers ?? [], contents: contents ?? [])
    }
  }
}
