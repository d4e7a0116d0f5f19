import StubCore

extension RuleKey where Target == MatchDraft {
  static var url: Self {
    Self(
      "url", "The whole URL, or a path for any host; query items in any order.", .string,
      example: "https://api.example.com/users?page=2"
    ) { value, match in
      guard let text = value.url(in: match.scope, atLeast: "/users") else { return }
      guard !text.contains("://") || !(RequestURL(text).host ?? "").isEmpty else {
        value.report(
          found: value.node.summary, expected: "a URL with a host",
          remedy: "try https://api.example.com/users")
        return
      }
      let options = match.read("options") { $0.urlOptions() } ?? []
      if !options.contains(.ignorePath) { value.warnOfPattern(in: "url") }
      match.add(HTTPStubURLMatcher(text, options: options), from: &value)
    }
  }

  static var options: Self {
    Self(
      "options", "What of the URL does not count.",
      .oneOrMore(.oneOf(ValueReader.urlOptionNames.map(\.key))),
      example: ["ignoreQueryParameters"], beside: ["url": "https://api.example.com/users"]
    ) { value, match in
      match.require(oneOf: ["url"], for: &value)
      _ = value.urlOptions()
    }
  }

  static var uri: Self {
    Self(
      "uri", "A URI template (RFC 6570) for the whole URL or a path; variables become captures.",
      .string, example: "https://api.example.com/users/{id}{?page}"
    ) { value, match in
      guard let text = value.url(in: match.scope, atLeast: "/users/{id}") else { return }
      do throws(URITemplateError) {
        match.add(HTTPStubURITemplateMatcher(try URITemplate(text)), from: &value)
      } catch {
        let written = value.node.scalar?.text
        let added = written == text ? 0 : text.utf8.count - (written?.utf8.count ?? 0)
        value.report(
          atByte: max(0, error.offset - added), found: error.reason,
          expected: "a URI template (RFC 6570)", remedy: error.remedy.withoutFullStop)
      }
    }
  }
}

extension ValueReader {
  static let urlOptionNames: KeyValuePairs<String, HTTPStubURLMatcher.Options> = [
    "ignoreQueryParameters": .ignoreQueryParameters, "ignorePath": .ignorePath,
  ]

  fileprivate mutating func urlOptions() -> HTTPStubURLMatcher.Options? {
    oneOrMore { $0.keyword(Self.urlOptionNames) }.map { HTTPStubURLMatcher.Options($0) }
  }

  /// A URL with a scheme, or a path, which the base URL then completes; variables are filled in.
  fileprivate mutating func url(in scope: RuleScope, atLeast example: String) -> String? {
    guard let text = string(from: scope.variables) else { return nil }
    let isComplete = text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("{")
    guard !isComplete, !text.contains("://") else { return scope.absolute(text) }
    guard !text.isEmpty else {
      return mismatch(expected: "a URL or a path", remedy: "try \"\(example)\"")
    }
    return mismatch(
      expected: "a URL with a scheme, or a path that starts with \"/\"",
      remedy: "try \(Quotation.of("http://\(text)")) or \(Quotation.of("/\(text)"))")
  }
}
