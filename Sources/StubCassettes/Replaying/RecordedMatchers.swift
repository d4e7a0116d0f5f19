package import StubCore
import StubDocuments

extension PartMatcher {
  /// Creates a condition on all recorded values of one header field, in order.
  package init(recorded name: HTTPHeaderName, of headers: HTTPHeaders) {
    let value = headers.joined(name)
    self.init(
      .derived("header \(name)") { PartValues($0.headers.joined(name)) },
      value.map { .equals($0) } ?? .absent, keys: value.map { [.header(name, $0)] } ?? [])
  }

  /// Creates a condition on the recorded scheme; on a listener, every scheme matches.
  package init(recordedScheme scheme: String) {
    let part = MatchedPart.derived("scheme") {
      $0.isFromListener ? .unknown : MatchedPart.scheme.values(in: $0)
    }
    self.init(part, ValueMatcher.equals(scheme).onName)
  }
}

extension HTTPHeaders {
  /// Returns the values of all fields named `name` as one field (RFC 9110 §5.3); `nil` if there are
  /// none.
  fileprivate func joined(_ name: HTTPHeaderName) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// A matcher for requests with exactly the recorded header fields, except ignored ones.
struct RecordedHeadersMatcher: HTTPStubMatcher {
  let description = "headers are the recorded ones"
  private let recorded: HTTPHeaders
  private let comparison: RequestComparison

  init(_ recorded: HTTPHeaders, comparison: RequestComparison) {
    self.recorded = recorded
    self.comparison = comparison
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let wanted = comparison.headers(recorded)
    let found = comparison.headers(request.headers)
    let names = Set(wanted.keys).union(found.keys).sorted { $0.rawName < $1.rawName }
    for name in names {
      let result = PartMatcher(recorded: name, of: recorded).evaluate(request, for: source)
      if !result.isMatch { return result }
    }
    return .matched
  }
}

/// A matcher for requests with the recorded items in their query or form.
///
/// Items with the same name must be in order.
package struct RecordedItemsMatcher: HTTPStubMatcher {
  package enum Part: String {
    case query
    case form
  }

  package let description: String
  private let part: Part
  private let items: [QueryItem]
  private let comparison: RequestComparison

  /// Creates a matcher for items, which must come from `comparison`: it sorts them and removes
  /// ignored items.
  init(
    _ part: Part, _ items: [QueryItem], ignoring ignored: Set<ScalarText>,
    comparison: RequestComparison
  ) {
    self.part = part
    self.items = items
    self.comparison = comparison
    let remark = remark(ignoring: ignored)
    description =
      items.isEmpty
      ? "\(part) is empty\(remark)" : "\(part) is \(items.readable.quoted)\(remark)"
  }

  package var keys: [StubKey] {
    items.map { item in
      switch part {
      case .query: .query(item.name, item.value ?? "")
      case .form: .form(item.name, item.value ?? "")
      }
    }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found =
      switch part {
      case .query: comparison.query(of: request.target)
      case .form: comparison.form(of: request)
      }
    if found == items { return .matched }
    return .mismatched(
      Mismatch(
        Mismatch.Subject(part.rawValue),
        items.isEmpty ? .test(.absent) : .text(items.readable.quoted),
        found.isEmpty ? .missing : .text(found.readable.quoted)))
  }
}

/// A matcher for requests whose JSON body equals the recorded one, except for ignored members.
struct RecordedJSONMatcher: HTTPStubMatcher {
  let description: String
  private let value: JSONValue
  private let comparison: RequestComparison

  /// Creates a matcher for a value, which must come from `comparison`: it removes ignored members.
  init(_ value: JSONValue, comparison: RequestComparison) {
    self.value = value
    self.comparison = comparison
    description =
      HTTPStubJSONMatcher(value).description + remark(ignoring: comparison.ignoredBodyKeys)
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let matcher = HTTPStubJSONMatcher(value)
    guard case .success(let found) = request.json else {
      return matcher.evaluate(request, for: source)
    }
    return request.evaluating(on: comparison.json(found).data()) {
      matcher.evaluate($0, for: source)
    }
  }
}

/// A matcher for the recorded port; on a listener, it accepts all requests if the recording has no
/// port.
struct RecordedPortMatcher: HTTPStubMatcher {
  let description: String
  private let url: RequestURL

  init(_ url: RequestURL) {
    self.url = url
    description = url.effectivePort.map { "port is \($0)" } ?? "port is the scheme's own"
  }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let ignoresDefault = request.isFromListener || request.target.scheme == nil
    let expected = ignoresDefault ? url.port : url.effectivePort
    let found = ignoresDefault ? request.target.sitePort : request.target.effectivePort
    guard let expected, let found, expected != found else { return .matched }
    return .mismatched(expected: "port \(expected)", found: "port \(found)")
  }
}

/// A matcher for requests that a registered closure treats as equal to the recorded one.
struct RegisteredMatcher: HTTPStubMatcher {
  let closure: RequestComparison.Closure
  let recorded: RecordedRequest

  var description: String { "\(closure.name) accepts the recording" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    closure.accepts(recorded, request)
      ? .matched
      : .mismatched(
        expected: "true from \(closure.name)",
        found: "false for the recorded \(recorded.method) \(recorded.url)")
  }
}

/// A matcher for requests that a listener received.
struct ListenerMatcher: HTTPStubMatcher {
  let description = "request came to a listener"

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    request.isFromListener
      ? .matched : .mismatched(expected: "a listener", found: "in-process")
  }
}
