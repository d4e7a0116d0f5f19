#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Accepts requests whose URL a URI template (RFC 6570) expands to; its variables are captured.
package struct HTTPStubURITemplateMatcher: HTTPStubMatcher {
  private enum Form: Sendable {
    case template(URITemplate)
    /// A literal that could not be read.
    indirect case unreadable(String, URITemplateError)
  }

  private let form: Form

  package init(_ template: URITemplate) { form = .template(template) }

  /// A template given as a literal; when it cannot be read, no request is accepted.
  package init(literal text: StaticString) { self.init(reading: text.description) }

  /// A template that, when it cannot be read, accepts no request.
  init(reading text: String) {
    do {
      form = .template(try URITemplate(text))
    } catch {
      form = .unreadable(text, error)
    }
  }

  /// `nil` when a literal template could not be read.
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
  private var expected: String { "URI \(text)" }

  package var keys: [StubKey] {
    guard let template else { return [] }
    let host = template.literalHost.map { [StubKey.value(.host, $0)] } ?? []
    return [StubKey(.segments(template.pathShape))] + host
  }

  /// A URL with values that read well in the place of variables.
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
      return .mismatched(expected: expected, found: "an invalid template (\(summary))")
    }
    if let variables = template.match(request.target) {
      return .matched(Captures(uri: variables))
    }
    let target = request.target
    let found = template.namesHost ? target.absoluteString : target.pathAndQuery
    return .mismatched(expected: expected, found: "URI \(found.quoted)")
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
  /// A template, written as a literal, with a host or as a path for any host.
  public static func uri(_ template: StaticString) -> Self {
    Self(HTTPStubURITemplateMatcher(literal: template))
  }

  /// A template with a host or as a path for any host.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @_disfavoredOverload
  public static func uri(_ template: some StringProtocol) throws -> Self {
    Self(HTTPStubURITemplateMatcher(try URITemplate(String(template))))
  }
}

extension HTTPStubRequest {
  /// Accepts requests whose URL the template expands to, as in `/users/{id}`.
  ///
  /// If the literal is invalid, the stub matches nothing, and reports say why.
  @discardableResult
  public func match(`URI` template: StaticString) -> Self {
    noteColonVariable(in: template.description)
    return match(HTTPStubURITemplateMatcher(literal: template))
  }

  /// Accepts requests whose URL the template expands to, as in `/users/{id}`.
  ///
  /// - Throws: An error with the offset, the reason and what to try.
  @discardableResult
  @_disfavoredOverload
  public func match(`URI` template: any StringProtocol) throws -> Self {
    match(HTTPStubURITemplateMatcher(try URITemplate(String(template))))
  }

  /// Says how the label is written.
  @available(*, unavailable, renamed: "match(URI:)")
  public func match(uri template: String) -> Self { self }
}

extension HTTPStubRequest {
  /// Accepts requests for a URL, whatever their query if the URL has none.
  @discardableResult
  public func match(`URI` url: URL) -> Self {
    // Braces are percent-encoded in a URL, so it is a template without variables.
    match(HTTPStubURITemplateMatcher(reading: url.absoluteString))
  }
}

extension HTTPStubRequest {
  /// Notes a variable as other libraries write it, as in `/users/:id`; rule files have their own check.
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
  /// The variables with which the template expands to this URL; `nil` when there are none.
  ///
  /// - Scheme, host and port have to agree where the template names them; a request whose scheme
  ///   is unknown fits `http` and `https`.
  /// - The whole path has to match. Literals are literal, however they are percent-encoded. A
  ///   variable holds what expansion could have produced and what clients leave unencoded in
  ///   a segment, never `/`; `{+path}` and `{/path*}` hold that too. A plain variable that is a
  ///   whole segment is not empty: `/users/{id}` does not match `/users/`.
  /// - A template without a query matches whatever the request's query. Otherwise literal items
  ///   (`?x=1`, `?q={q}`) have to be there, in any order; those of `{?a,b}` may be missing; other
  ///   items are ignored, or held by a variable that explodes (`{?rest*}`).
  /// - A fragment never travels and decides nothing.
  ///
  /// Values are percent-decoded texts; a list where unencoded commas or `*` show one, an object
  /// where `*` shows names. A variable that is undefined is absent.
  package func match(_ target: RequestURL) -> [String: JSONValue]? { values(in: target) }
}

extension RequestURL: URIParts {
  package var encodedPath: EncodedText { forms.made.encodedPath.value { EncodedText(path) } }
}
