public import StubPlatform

/// A matcher for URLs that match a URI template (RFC 6570), which captures the template's
/// variables.
package struct HTTPStubURITemplateMatcher: HTTPStubMatcher {
  private enum Form: Sendable {
    case template(URITemplate)
    /// The text of an invalid template, and its error.
    indirect case unreadable(String, URITemplateError)
  }

  private let form: Form

  package init(_ template: URITemplate) { form = .template(template) }

  /// Creates a matcher from a literal template; an invalid template accepts no request.
  package init(literal text: StaticString) { self.init(reading: text.description) }

  /// Creates a matcher from a template; an invalid template accepts no request.
  init(reading text: String) {
    do {
      form = .template(try URITemplate(text))
    } catch {
      form = .unreadable(text, error)
    }
  }

  /// The template; `nil` if it is invalid.
  private var template: URITemplate? {
    if case .template(let template) = form { template } else { nil }
  }

  private var text: String {
    switch form {
    case .template(let template): template.text
    case .unreadable(let text, _): text
    }
  }

  package var problems: [String] {
    switch form {
    case .template(let template): Self.problems(in: template)
    case .unreadable(_, let error): [error.description]
    }
  }

  package var description: String { "URI matches \(text)" }

  package var keys: [StubKey] {
    guard let template else { return [] }
    let host = template.literalHost.map { [StubKey.value(.host, $0)] } ?? []
    return [StubKey(.segments(template.pathShape))] + host
  }

  /// A URL with example values in place of the variables.
  package var sample: RequestSample? {
    guard let template else { return nil }
    let values = template.variableNames.map { name in
      (name, JSONValue.string(name.lowercased().hasSuffix("id") ? "1" : name))
    }
    let text = try? template.expand(Dictionary(values) { $1 })
    return text.map { RequestSample(url: $0) }
  }

  package func captures(of request: ReceivedRequest) -> Captures? {
    template?.match(request.target).map { Captures(uri: $0) }
  }

  package var isSynchronous: Bool { true }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard case .template(let template) = form else {
      let summary = if case .unreadable(_, let error) = form { error.summary } else { "" }
      return .mismatched(mismatch(.sentence("an invalid template (\(summary))")))
    }
    if let variables = template.match(request.target) {
      return .matched(Captures(uri: variables))
    }
    let target = request.target
    let found = template.namesHost ? target.absoluteString : target.pathAndQuery
    return .mismatched(mismatch(.values([found])))
  }

  private func mismatch(_ finding: Mismatch.Finding) -> Mismatch {
    Mismatch(.uri, .text(text), finding)
  }

  private static func problems(in template: URITemplate) -> [String] {
    let text = template.text
    if template.namesHost {
      guard let name = template.reservedHost else { return [] }
      return ["\"{+\(name)}\" right behind a scheme is only a host; use \"{host}{+path}\""]
    }
    guard let first = text.first, first != "/", first != "?" else { return [] }
    let start = text.firstRange(of: "://").map { text[..<$0.lowerBound] }
    if let start, !start.contains(where: "/?#".contains) {
      return ["\"\(start)\" is neither a scheme nor one variable; use \"{scheme}://…\""]
    }
    guard first != "{" else { return [] }
    return [
      "a URI template starts with a scheme or \"/\", not \"\(text)\"" + RequestURL.advice(for: text)
    ]
  }
}

extension HTTPStubMatcher where Self == HTTPStubCondition {
  /// Accepts requests whose URL matches a literal template; a template without a host matches any
  /// host.
  public static func uri(_ template: StaticString) -> Self {
    Self(HTTPStubURITemplateMatcher(literal: template))
  }

  /// Accepts requests whose URL matches the template; a template without a host matches any host.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func uri(_ template: some StringProtocol) throws -> Self {
    Self(HTTPStubURITemplateMatcher(try URITemplate(String(template))))
  }
}

extension HTTPStubRequest {
  /// Accepts requests whose URL matches the template, as in `/users/{id}`.
  ///
  /// If the literal is invalid, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(`URI` template: StaticString) -> Self {
    noteColonVariable(in: template.description)
    return match(HTTPStubURITemplateMatcher(literal: template))
  }

  /// Accepts requests whose URL matches the template, as in `/users/{id}`.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(`URI` template: any StringProtocol) throws -> Self {
    match(HTTPStubURITemplateMatcher(try URITemplate(String(template))))
  }

  /// Unavailable, so that the compiler suggests the right label, `URI`.
  @available(*, unavailable, renamed: "match(URI:)")
  public func match(uri template: String) -> Self { self }
}

extension HTTPStubRequest {
  /// Accepts requests for a URL; a URL without a query matches any query.
  @discardableResult
  public func match(`URI` url: URL) -> Self {
    // A `URL` has its braces percent-encoded, so its text is a template without variables.
    match(HTTPStubURITemplateMatcher(reading: url.absoluteString))
  }
}

extension HTTPStubRequest {
  /// Reports a variable in the style of other libraries, such as `/users/:id`, as a problem.
  ///
  /// Rule files have a separate check.
  func noteColonVariable(in text: String?) {
    guard let text, text.contains("/:") else { return }
    let segments = RequestURL(text).path.split(separator: "/")
    let isVariable = { (segment: Substring) in
      segment.hasPrefix(":") && segment.dropFirst().first?.isLetter == true
    }
    guard let variable = segments.first(where: isVariable) else { return }
    let template = segments.map { isVariable($0) ? "{\($0.dropFirst())}" : String($0) }
    note(
      problem: "\"\(variable)\" is no variable here; "
        + "use match(URI: \"/\(template.joined(separator: "/"))\")")
  }
}

extension URITemplate {
  /// Returns the values of the variables with which the template expands to a URL; `nil` if there
  /// are none.
  ///
  /// - Scheme, host and port must match if the template names them; a request with an unknown
  ///   scheme matches both `http` and `https`.
  /// - The whole path must match. Literals match in any percent-encoding. A variable matches all
  ///   characters that expansion can produce or that clients leave unencoded in a segment, except
  ///   `/`; `{+path}` and `{/path*}` also match `/`. A plain variable that is a whole segment is
  ///   not empty: `/users/{id}` does not match `/users/`.
  /// - A template without a query matches any query. Otherwise literal items (`?x=1`, `?q={q}`) are
  ///   required, in any order, and the items of `{?a,b}` are optional. Other items are ignored, or
  ///   captured by a variable that explodes (`{?rest*}`).
  /// - Fragments are ignored, because clients do not send them.
  ///
  /// Values are percent-decoded texts. A value with unencoded commas is a list. The value of a
  /// variable that explodes (`{x*}`) is a list, or an object if its items are `name=value`. A
  /// variable without a value is absent.
  package func match(_ target: RequestURL) -> [String: JSONValue]? { values(in: target) }
}

extension RequestURL: URIParts {
  package var encodedPath: EncodedText { forms.made.encodedPath.value { EncodedText(path) } }
}
