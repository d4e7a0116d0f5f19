package import StubCore
package import StubDocuments

/// The matchers of a stub or an ignore rule while the keys of `match` are read.
package struct MatchDraft {
  package let reader: Reader
  /// The whole mapping, for keys that complete other keys, such as `urlOptions` for `url`.
  package let mapping: Value
  package let scope: RuleScope
  package private(set) var matchers: [any HTTPStubMatcher] = []

  package init(_ reader: Reader, _ mapping: Value, in scope: RuleScope) {
    (self.reader, self.mapping, self.scope) = (reader, mapping, scope)
  }

  /// Adds a matcher, and reports one that can never work.
  package mutating func add(_ matcher: some HTTPStubMatcher, from value: Value) {
    let problems = matcher.problems
    for problem in problems { reader.report(value, found: problem) }
    if problems.isEmpty { matchers.append(matcher) }
  }

  /// Reads the value of another key, which completes this one.
  ///
  /// The errors of that value are reported when its own key is read.
  package func read<Result>(_ key: String, _ read: (Reader, Value) -> Result?) -> Result? {
    mapping[key].flatMap { read(Reader(), $0) }
  }

  /// Reports a key that completes other keys, if none of them exists.
  package func require(oneOf keys: [String], for value: Value) {
    reader.require(oneOf: keys, in: mapping, for: value)
  }
}

extension Reader {
  /// Reports a key that completes other keys, if none of them is in its mapping.
  package func require(oneOf keys: [String], in mapping: Value, for value: Value) {
    guard !keys.contains(where: { mapping[$0] != nil }) else { return }
    report(
      value,
      found: "\(value.name.map(Quotation.of) ?? "this") needs "
        + keys.map(Quotation.of).joined(separator: " or "))
  }
}

extension Keys where Target == MatchDraft {
  /// The keys of `match`; to add one, write a property and add its name to this list.
  package static let match = Keys([
    .method, .url, .urlRegex, .urlOptions, .uri, .scheme, .host, .port, .clientAddress, .path,
    .query, .queryFlags, .queryEquals, .headers, .headerNames, .cookies, .basicAuth, .bearer,
    .body, .json, .jsonOptions, .jsonPath, .form, .formEquals, .multipart,
    .xml, .xpath, .namespaces,
    .any, .all, .not,
  ])
}

extension Reader {
  /// Reads the matchers of a mapping of match keys; all of them must accept a request.
  package func matchers(_ value: Value, in scope: RuleScope) -> [any HTTPStubMatcher]? {
    var draft = MatchDraft(self, value, in: scope)
    return mapping(value) { mapping in
      mapping.read(.match, into: &draft)
      warnOfEmptyConditions(in: value)
      return draft.matchers
    }
  }

  /// The keys of `match` that have a condition for each name, and so none if the mapping is empty.
  private static let groups: Set = ["headers", "query", "cookies", "form", "jsonPath", "xpath"]

  /// Warns about keys that accept all requests, or none.
  private func warnOfEmptyConditions(in match: Value) {
    for member in match.members ?? [] where member.value.members?.isEmpty == true {
      if Self.groups.contains(member.key) {
        report(
          member.value, .warning,
          found: "\(Quotation.of(member.key)) without a name asks for nothing",
          remedy: "add a condition, or remove it")
      } else if member.key == "not" {
        report(
          member.value, .warning, found: "every request matches {}, so \"not\" accepts none",
          remedy: "add a condition, or remove it")
      }
    }
  }
}

extension Key where Target == MatchDraft {
  package static var method: Self {
    Self(
      "method", "A request method, or a list of them.", .oneOrMore(.methodName),
      example: ["GET", "HEAD"]
    ) { reader, value, match in
      let methods = reader.oneOrMore(value) {
        reader.method($0, orForEvery: "leave out \"method\" to match every method")
      }
      guard let methods, !methods.isEmpty else { return }
      match.add(HTTPStubMethodMatcher(methods), from: value)
    }
  }
}

extension Key where Target == MatchDraft {
  package static var headers: Self {
    Self(
      "headers", "Header fields by name, in any case.", .mapping(to: .condition),
      example: ["Accept": ["contains": "json"]]
    ) { reader, value, match in
      reader.entries(value) { name, value in
        guard reader.isFieldName(value, name), let condition = reader.condition(value) else {
          return
        }
        match.add(PartMatcher(.header(HTTPHeaderName(name)), condition), from: value)
      }
    }
  }

  static var headerNames: Self {
    Self(
      "headerNames", "A condition that the name of at least one header field matches.", .condition,
      example: ["prefix": "x-trace-"]
    ) { reader, value, match in
      guard let condition = reader.condition(value) else { return }
      match.add(PartMatcher(.headers(named: condition), .present), from: value)
    }
  }

  package static var cookies: Self {
    Self("cookies", "Cookies by name.", .mapping(to: .condition), example: ["session": "abc"]) {
      reader, value, match in
      reader.entries(value) { name, value in
        guard let condition = reader.condition(value) else { return }
        match.add(PartMatcher(.cookie(name), condition), from: value)
      }
    }
  }
}

extension Reader {
  /// Returns whether the key of this value is a valid name of a header field; if not, reports it.
  package func isFieldName(_ value: Value, _ name: String) -> Bool {
    if name.isToken { return true }
    report(
      value, atKeyByte: 0, found: "the header name \(Quotation.of(name))",
      expected: "a name of letters, digits and signs such as \"-\" (RFC 9110)",
      remedy: name.hasSuffix(":")
        ? "use \(Quotation.of(String(name.dropLast())))"
        : "use a name such as \"X-Name\"")
    return false
  }
}

extension Key where Target == MatchDraft {
  static var basicAuth: Self {
    Self(
      "basicAuth", "The user, and optionally the password, of basic authentication.",
      .object([("user", .condition), ("password", .condition)], required: ["user"]),
      example: ["user": "ada", "password": "countess"]
    ) { reader, value, match in
      let credentials = reader.mapping(value) { mapping in
        let password = mapping.optional("password") { reader.condition($0) }
        return mapping.required("user") { reader.condition($0) }.map { ($0, password ?? .present) }
      }
      guard let (user, password) = credentials else { return }
      match.add(HTTPStubBasicAuthMatcher(user: user, password: password), from: value)
    }
  }

  static var bearer: Self {
    Self("bearer", "The bearer token.", .condition, example: ["prefix": "test-"]) {
      reader, value, match in
      guard let condition = reader.condition(value, check: .bearer) else { return }
      match.add(PartMatcher(.bearer, condition), from: value)
    }
  }
}

extension Key where Target == MatchDraft {
  package static var any: Self {
    list("any", "At least one of these matches.") { HTTPStubCompositeMatcher(.any, of: $0) }
  }

  package static var all: Self {
    list("all", "All of these match.") { HTTPStubCompositeMatcher(.all, of: $0) }
  }

  package static var not: Self {
    Self("not", "This does not match.", .named("match"), example: ["method": "POST"]) {
      reader, value, match in
      guard let matchers = reader.matchers(value, in: match.scope) else { return }
      match.add(HTTPStubNotMatcher(combined(matchers)), from: value)
    }
  }

  private static func list(
    _ name: String, _ summary: String,
    _ combine: @escaping @Sendable ([any HTTPStubMatcher]) -> HTTPStubCompositeMatcher
  ) -> Self {
    Self(
      name, summary, .list(of: .named("match")).adding("minItems", 1),
      example: [["method": "GET"], ["path": "/a"]]
    ) { reader, value, match in
      let scope = match.scope
      guard let alternatives = reader.list(value, { reader.matchers($0, in: scope).map(combined) })
      else { return }
      if value.elements?.isEmpty ?? true {
        reader.report(
          value, found: "an empty list", expected: "at least one mapping of match keys",
          remedy: "remove it")
      }
      match.add(combine(alternatives), from: value)
    }
  }
}

/// Returns a matcher that requires all of the matchers; without any, it accepts every request.
private func combined(_ matchers: [any HTTPStubMatcher]) -> any HTTPStubMatcher {
  matchers.count == 1 ? matchers[0] : HTTPStubCompositeMatcher(.all, of: matchers)
}
