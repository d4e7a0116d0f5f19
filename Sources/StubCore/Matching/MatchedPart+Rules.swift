import StubLanguages
import StubPlatform

/// The rules for comparing, checking and indexing conditions on a part.
extension MatchedPart {
  /// Returns a condition adapted to this part: on a host, for example, letter case is ignored.
  func adapted(_ test: ValueMatcher) -> ValueMatcher {
    switch self {
    case .scheme: test.onName
    case .host: test.onHost
    case .path: test.mapText(RequestURL.readable)
    case .pathExtension: test.mapText { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    case .header(let name): test.onField(name)
    case .body: test.mapConditions { $0.exactValue == "" ? .noText : $0 }
    case .method, .clientAddress, .headers, .cookie, .bearer, .item, .json, .xml, .derived: test
    }
  }

  /// Returns the mistakes in the part and in a condition on it.
  func problems(of test: ValueMatcher) -> [String] {
    switch self {
    case .host: test.problems + Self.problems(inHost: test.exactValue)
    case .path: test.problems + Self.problems(inPath: test.wholeText)
    case .headers(let name): name.problems + test.problems
    case .json(let selection): selection.problem.map { [$0] } ?? test.problems
    case .xml(let selection): selection.problem.map { [$0] } ?? test.problems
    case .method, .scheme, .clientAddress, .pathExtension, .header, .cookie, .bearer, .item, .body,
      .derived:
      test.problems
    }
  }

  /// Returns the keys of every request that `test` accepts; `test` must come from ``adapted(_:)``.
  func keys(for test: ValueMatcher) -> [StubKey] {
    if case .path = self {
      let keys = test.pathKeys
      if keys.contains(where: { !$0.urlKeys.isEmpty }) { return keys }
    }
    let keys = keyed.map { test.keys(of: $0) } ?? []
    switch self {
    case .json(let selection): return keys + selection.keys(for: test)
    case .xml(let selection): return selection.keys(for: test)
    default: return keys
    }
  }

  /// The part of the request by which the index finds stubs with a condition on this part.
  private var keyed: KeyedPart? {
    switch self {
    case .host: .host
    case .header(let name): .header(name)
    case .cookie(let name): .cookie(ScalarText(name))
    case .bearer: .bearer
    case .item(let name, let items): .item(ScalarText(name), in: items)
    case .body: .bodyText
    case .json(let selection): selection.keyed
    case .path: .path
    case .derived(let part): part.id == nil ? nil : .derived(part)
    case .method, .scheme, .clientAddress, .pathExtension, .headers, .xml: nil
    }
  }

  /// Returns a request that `test` accepts, or `nil` if no example is known; `test` must come from
  /// ``adapted(_:)``.
  func sample(for test: ValueMatcher) -> RequestSample? {
    switch self {
    case .host:
      test.exactValue.map { RequestSample(host: $0.contains(":") ? "[\($0)]" : $0) }
    case .path: RequestSample(readablePath: test.wholeText)
    case .pathExtension: RequestSample(readablePath: test.sample.map { "/1.\($0)" })
    case .header(let name): test.sample.map { RequestSample(headers: [name: $0]) }
    case .cookie(let name):
      test.sample.map { RequestSample(headers: [.cookie: "\(name)=\($0)"]) }
    case .bearer: test.sample.map { RequestSample(headers: [.authorization: "Bearer \($0)"]) }
    case .item(let name, let items):
      test.sample.map { items.sample([QueryItem(name: name, value: $0)]) }
    case .body: test.sample.map { RequestSample(body: Data($0.utf8)) }
    case .json(let selection): test.sample.flatMap { selection.sample(.string($0)) }
    case .method, .scheme, .clientAddress, .headers, .xml, .derived: nil
    }
  }

  /// Whether no caller code runs when the part's values are read.
  var isSynchronous: Bool {
    if case .headers(let name) = self { name.isSynchronous } else { true }
  }

  private static func problems(inHost host: String?) -> [String] {
    guard let host else { return [] }
    if host.contains("/") {
      return ["\"\(host)\" is not a host name; use match(URL: \"\(host)\")"]
    }
    let sides = host.split(separator: ":", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return [] }
    return [
      "\"\(host)\" is a host name with a port; "
        + "use match(host: \"\(sides[0])\").match(port: \(sides[1]))"
    ]
  }

  private static func problems(inPath path: String?) -> [String] {
    guard let path else { return [] }
    if path.utf8.first != UInt8(ascii: "/") {
      return ["a path starts with \"/\", not \"\(path)\"; use \"/\(path)\""]
    }
    guard path.utf8.contains(UInt8(ascii: "?")) else { return [] }
    return ["a path has no query, unlike \"\(path)\"; use match(URL: \"\(path)\")"]
  }
}

extension ValueMatcher {
  /// A condition for an empty body, which also accepts a request without a body.
  fileprivate static let noText = ValueMatcher(
    description: ValueMatcher.equals("").description, form: .equals(""), isSynchronous: true
  ) { ValueVerdict($0.allSatisfy(\.isEmpty)) }
}
