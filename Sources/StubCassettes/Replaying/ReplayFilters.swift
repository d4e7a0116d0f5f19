package import StubCore

/// The filters of recordings that also change requests on replay, before they are compared.
struct ReplayFilters: Sendable {
  private let changes: [@Sendable (RecordedRequest) -> RecordedRequest?]
  /// Whether no request is changed.
  var isEmpty: Bool { changes.isEmpty }

  /// Creates the changes to requests.
  ///
  /// As in recording, closures come first, and then replacements by fixed texts.
  init(_ filters: [RecordingFilter]) {
    var changes = filters.compactMap(\.changeRequest)
    var names = SecretNames.none
    for filter in filters { names.formUnion(filter.names) }
    let fixed = names.fixed
    if fixed != .none {
      changes.append { request in
        var interactions = [Interaction(request)]
        var redactor = Redactor(fixed)
        _ = redactor.redact(&interactions)
        return interactions[0].request
      }
    }
    self.changes = changes
  }

  /// Returns the request in the form in which it would have been recorded; `nil` if a filter leaves
  /// it out.
  func applied(to request: ReceivedRequest) -> ReceivedRequest? {
    let sent = RecordedRequest(request)
    var changed = sent
    for change in changes {
      guard let next = change(changed) else { return nil }
      changed = next
    }
    let keepsURL = changed.url.hasSameScalars(as: sent.url)
    if keepsURL, changed == sent { return request }
    let url = RequestURL(changed.url)
    let target =
      keepsURL
      ? request.target
      : RequestURL(
        scheme: request.target.scheme == nil ? nil : url.scheme, host: url.host, port: url.port,
        path: url.path, query: url.query,
        ownPort: request.target.isListenerPort ? request.target.port : nil)
    return request.with(
      method: changed.method, target: target, headers: changed.headers, body: changed.body)
  }

  /// Combines all matchers of a recording into one, which applies them to the changed request.
  ///
  /// The stub is found by a key of `part`, because the matchers' own keys do not apply to a request
  /// that has not been changed yet.
  func matchers(
    _ matchers: [any HTTPStubMatcher], for group: InteractionGroup, _ part: DerivedPart
  ) -> [any HTTPStubMatcher] {
    if isEmpty { return matchers }
    let keys = group.isLenient ? group.key.pathKey : group.key.wholeKey
    return [
      FilteredMatcher(
        matchers: matchers, filters: self, keys: keys.map { [.derived(part, $0)] } ?? [])
    ]
  }

  /// Returns a part of requests by which stubs are found; its values are keys of the changed
  /// request.
  func part(_ comparison: RequestComparison) -> DerivedPart {
    DerivedPart("changed request") { request in
      guard let changed = applied(to: request) else { return .missing }
      let compared = ComparedRequest(changed, comparison)
      return .list([compared.wholeKey, compared.pathKey].compactMap { $0 })
    }
  }
}

extension ComparedRequest {
  /// A text that is the same for all requests with the same path, query and body.
  fileprivate var wholeKey: String? {
    var hasher = Hasher()
    hasher.combine(path)
    hasher.combine(query)
    hasher.combine(body)
    return "whole \(hasher.finalize())"
  }

  /// A text that is the same for all requests with the same path; `nil` if the path has a
  /// placeholder.
  fileprivate var pathKey: String? {
    path.flatMap { SecretPlaceholder.occurs(in: $0) ? nil : "path \($0)" }
  }
}

/// A matcher that passes a request, after filters have changed it, to its own matchers.
private struct FilteredMatcher: HTTPStubMatcher {
  let matchers: [any HTTPStubMatcher]
  let filters: ReplayFilters
  let keys: [StubKey]

  var description: String {
    matchers.map(\.description).joined(separator: " and ")
      + ", once filters have changed the request"
  }

  var problems: [String] { matchers.flatMap(\.problems) }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let changed = filters.applied(to: request) else {
      return .mismatched(expected: "a request that is recorded", found: "one that a filter drops")
    }
    for matcher in matchers {
      let result = matcher.evaluate(changed, for: source)
      if !result.isMatch { return result }
    }
    return .matched
  }
}

extension Interaction {
  /// Returns the interaction as its clients see it if `path` on the recorded server is the root.
  ///
  /// The path is removed from the URL and, on replay, from references below it. A listener does the
  /// same when it forwards to a URL with a path. An interaction outside the path is returned
  /// unchanged.
  package func seen(below path: String) -> Interaction {
    let url = RequestURL(request.url)
    let site = RequestURL(scheme: url.scheme, host: url.host, port: url.port, path: path)
    guard let moved = HeaderURLRewriter(from: site, to: url).reference(request.url) else {
      return self
    }
    var interaction = self
    interaction.request.url = moved
    interaction.basePath = path.utf8.allSatisfy { $0 == UInt8(ascii: "/") } ? nil : path
    return interaction
  }
}
