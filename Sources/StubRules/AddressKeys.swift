package import StubCore
package import StubDocuments

extension Key where Target == MatchDraft {
  package static var scheme: Self {
    Self("scheme", "The scheme of the URL.", .string, example: "https") { reader, value, match in
      guard let scheme = reader.string(value) else { return }
      guard let last = scheme.last, last.isLetter || last.isNumber else {
        reader.report(
          value, found: value.summary, expected: "a scheme without \"://\"", remedy: "use https")
        return
      }
      match.add(PartMatcher(.scheme, .equals(scheme)), from: value)
    }
  }

  package static var host: Self {
    Self("host", "The host name, without port.", .hostCondition, example: "api.example.com") {
      reader, value, match in
      let variables = match.scope.variables
      guard let condition = reader.condition(value, .host, variables: variables, check: .host)
      else { return }
      match.add(PartMatcher(.host, condition), from: value)
    }
  }

  package static var port: Self {
    Self(
      "port", "The port, from the URL or from its scheme.", .integer(in: 1...65_535),
      example: 8080
    ) { reader, value, match in
      guard let port = reader.integer(value, in: 1...65_535) else { return }
      match.add(HTTPStubPortMatcher(port), from: value)
    }
  }

  package static var clientAddress: Self {
    Self(
      "clientAddress", "The IP address that the client connects from.", .condition,
      example: "127.0.0.1"
    ) { reader, value, match in
      guard let condition = reader.condition(value, check: .clientAddress) else { return }
      match.add(PartMatcher(.clientAddress, condition), from: value)
    }
  }

  package static var path: Self {
    Self("path", "The path of the URL, percent-decoded.", .path, example: ["prefix": "/api/"]) {
      reader, value, match in
      guard let draft = reader.conditions(value, .path, check: .path) else { return }
      if let condition = draft.condition {
        reader.warnOfPattern(value, in: "path")
        match.add(PartMatcher(.path, condition), from: value)
      }
      for matcher in draft.matchers { match.add(matcher, from: value) }
    }
  }
}

extension Key where Target == MatchDraft {
  package static var url: Self {
    Self(
      "url", "The whole URL, or a path for any host; query items in any order.", .string,
      example: "https://api.example.com/users?page=2"
    ) { reader, value, match in
      guard let text = reader.url(value, in: match.scope, atLeast: "/users") else { return }
      let url = RequestURL(text)
      guard url.scheme == nil || url.host?.isEmpty == false else {
        reader.report(
          value, found: value.summary, expected: "a URL with a host",
          remedy: "use https://api.example.com/users")
        return
      }
      guard reader.isSite(value, url) else { return }
      let options = match.read("urlOptions") { $0.urlOptions($1) } ?? []
      if !options.contains(.ignorePath) { reader.warnOfPattern(value, in: "url") }
      match.add(HTTPStubURLMatcher(text, options: options), from: value)
    }
  }

  static var urlOptions: Self {
    Self(
      "urlOptions", "Parts of the URL that are ignored.",
      .oneOrMore(.oneOf(Reader.urlOptionNames.map(\.key))),
      example: ["ignoreQueryParameters"], beside: ["url": "https://api.example.com/users"]
    ) { reader, value, match in
      match.require(oneOf: ["url"], for: value)
      _ = reader.urlOptions(value)
    }
  }

  /// Returns the scheme, the host and the port of a URI template; `nil` if one of them contains
  /// variables.
  private static func site(ofTemplate text: String) -> String? {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let authority = text[start...].prefix { !"/?#{".contains($0) }
    let rest = text[authority.endIndex...]
    let isWhole = rest.first != "{" || rest.dropFirst().first.map("/?#&;".contains) == true
    return isWhole && !text[..<start].contains("{") ? String(text[..<authority.endIndex]) : nil
  }

  package static var uri: Self {
    Self(
      "uri", "A URI template (RFC 6570) for the whole URL or a path; variables become captures.",
      .string, example: "https://api.example.com/users/{id}{?page}"
    ) { reader, value, match in
      guard let text = reader.url(value, in: match.scope, atLeast: "/users/{id}", isTemplate: true)
      else { return }
      if let site = Self.site(ofTemplate: text) {
        guard reader.isSite(value, RequestURL(site)) else { return }
      }
      do throws(URITemplateError) {
        match.add(HTTPStubURITemplateMatcher(try URITemplate(text)), from: value)
      } catch {
        let written = value.scalar?.text
        let added = written == text ? 0 : text.utf8.count - (written?.utf8.count ?? 0)
        reader.report(
          value, atByte: max(0, error.offset - added),
          found: "invalid URI template: \(error.reason)",
          remedy: .advice(error.remedy.withoutFullStop))
      }
    }
  }
}

extension Reader {
  static let urlOptionNames: KeyValuePairs<String, HTTPStubURLOptions> = [
    "ignoreQueryParameters": .ignoreQueryParameters, "ignorePath": .ignorePath,
  ]

  fileprivate func urlOptions(_ value: Value) -> HTTPStubURLOptions? {
    oneOrMore(value) { keyword($0, Self.urlOptionNames) }.map { HTTPStubURLOptions($0) }
  }

  /// Returns whether requests can be sent to the host and the port of a URL; if not, reports the
  /// URL.
  fileprivate func isSite(_ value: Value, _ url: RequestURL) -> Bool {
    if let port = url.port, !(1...65_535).contains(port) {
      report(value, found: "the port \(port) is not from 1 to 65535")
      return false
    }
    guard let host = url.host, host.utf8.contains(where: { $0 >= 0x80 }) else { return true }
    report(
      value, found: "the host \(Quotation.of(host)) is not in ASCII",
      remedy: "use its form that starts with \"xn--\"")
    return false
  }

  /// Reads a URL with a scheme, or a path, to which the base URL is prepended.
  ///
  /// Environment variables are replaced. `example` is a valid value for messages.
  fileprivate func url(
    _ value: Value, in scope: RuleScope, atLeast example: String, isTemplate: Bool = false
  ) -> String? {
    guard let text = string(value, from: scope.variables) else { return nil }
    let isExpression = isTemplate && text.hasPrefix("{")
    let isComplete = text.hasPrefix("/") || text.hasPrefix("?") || isExpression
    guard !isComplete, !text.contains("://") else {
      guard isExpression, scope.baseURL != nil, !text.contains("://"), !RuleScope.isOnlyPath(text)
      else { return scope.absolute(text) }
      return mismatch(
        value, expected: "a path that starts with \"/\", as the file has a \"baseURL\"",
        remedy: "use \(Quotation.of("/\(text)"))")
    }
    guard !text.isEmpty else {
      return mismatch(value, expected: "a URL or a path", remedy: "use \"\(example)\"")
    }
    return mismatch(
      value, expected: "a URL with a scheme, or a path that starts with \"/\"",
      remedy: "use \(Quotation.of("http://\(text)")) or \(Quotation.of("/\(text)"))")
  }
}

extension Key where Target == MatchDraft {
  static var urlRegex: Self {
    Self(
      "urlRegex", "A regular expression that occurs in the URL; * alone stands for every URL.",
      .regularExpression, example: "^https://[^/]+/users/(?<id>[0-9]+)$"
    ) { reader, value, match in
      guard let regex = reader.regularExpression(value) else { return }
      match.add(HTTPStubRegExMatcher(regex), from: value)
    }
  }
}

extension Key where Target == MatchDraft {
  package static var query: Self {
    Self(
      "query", "Query parameters; other parameters are ignored.", .mapping(to: .condition),
      example: ["page": "2"]
    ) { reader, value, match in
      reader.entries(value) { name, value in
        guard let condition = reader.condition(value) else { return }
        match.add(PartMatcher(.query(name), condition), from: value)
      }
    }
  }

  static var queryFlags: Self {
    Self(
      "queryFlags", "Query parameters that are written without `=`.", .oneOrMore(.text),
      example: "debug"
    ) { reader, value, match in
      for name in reader.oneOrMore(value, { reader.text($0) }) ?? [] {
        match.add(ItemsMatcher(.query, flag: name), from: value)
      }
    }
  }

  static var queryEquals: Self {
    Self(
      "queryEquals", "Exactly these query parameters, in any order.", .items,
      example: ["tag": ["a", "b"], "page": 2]
    ) { reader, value, match in
      guard let items = reader.items(value) else { return }
      match.add(ItemsMatcher(.query, equal: items), from: value)
    }
  }
}

extension Schema {
  /// A mapping from names to texts, in which a repeated name has a list of texts.
  package static var items: Schema { .mapping(to: .oneOrMore(.text)) }
}

extension Reader {
  /// Reads a mapping from names to texts, in which a repeated name has a list of texts.
  package func items(_ value: Value) -> [QueryItem]? {
    mapping(value) { mapping in
      mapping.rest { name, value in
        oneOrMore(value) { text($0) }?.map { QueryItem(name: name, value: $0) }
      }.flatMap(\.value)
    }
  }
}
