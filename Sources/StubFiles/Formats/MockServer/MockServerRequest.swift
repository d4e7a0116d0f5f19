import StubCore

extension ValueReader {
  /// The matchers of `httpRequest`.
  mutating func mockServerMatchers(in scope: RuleScope) -> [any HTTPStubMatcher]? {
    var match = MatchDraft(scope: scope, members: node.members ?? [])
    return mapping { reader in
      reader.settle(MockServerKeys.request)
      reader.read("method") { value in
        guard value.node.scalar?.text.isEmpty != true,
          let condition = value.mockServerText()
        else { return }
        if let name = condition.exactValue {
          match.add(HTTPStubMethodMatcher([HTTPMethod(named: name)]), from: &value)
        } else {
          match.add(
            RequestPartMatcher("method", condition) { [$0.method.rawValue] }, from: &value)
        }
      }
      reader.mockServerPath(into: &match)
      reader.read("secure") { value in
        guard let isSecure = value.boolean() else { return }
        match.add(HTTPStubSchemeMatcher(.equals(isSecure ? "https" : "http")), from: &value)
      }
      reader.read("queryStringParameters") { value in
        value.mockServerEntries { name, condition, value in
          match.add(HTTPStubQueryMatcher(name, condition), from: &value)
        }
      }
      reader.read("headers") { value in
        value.mockServerEntries { name, condition, value in
          guard value.isFieldName(name) else { return }
          match.add(HTTPStubHeaderMatcher(HTTPHeaderName(name), condition), from: &value)
        }
      }
      reader.read("cookies") { value in
        value.mockServerEntries { name, condition, value in
          match.add(HTTPStubCookieMatcher(name, condition), from: &value)
        }
      }
      reader.read("body") { value in
        guard let matcher = value.mockServerBody() else { return }
        match.add(matcher, from: &value)
      }
      return match.matchers
    }
  }
}

extension MappingReader {
  /// The path as a text, a regular expression or, with path parameters, a template.
  fileprivate mutating func mockServerPath(into match: inout MatchDraft) {
    guard has("pathParameters") else {
      return read("path") { value in
        guard value.node.scalar?.text.isEmpty != true,
          let condition = value.mockServerText()
        else { return }
        match.add(HTTPStubPathMatcher(condition), from: &value)
      }
    }
    let template = required("path") { value -> URITemplate? in
      guard let text = value.string() else { return nil }
      do throws(URITemplateError) {
        let template = try URITemplate(text)
        match.add(HTTPStubURITemplateMatcher(template), from: &value)
        return template
      } catch {
        value.report(
          atByte: error.offset, found: error.reason, expected: "a path such as /users/{id}",
          remedy: error.remedy.withoutFullStop)
        return nil
      }
    }
    read("pathParameters") { value in
      value.mockServerEntries { name, condition, value in
        guard let template else { return }
        match.add(
          RequestPartMatcher("path parameter \(name)", condition) { request in
            template.match(request.target)?[name]?.string.map { [$0] } ?? []
          }, from: &value)
      }
    }
  }
}
