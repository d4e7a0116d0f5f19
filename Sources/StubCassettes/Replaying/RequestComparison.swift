package import StubCore
package import StubPlatform

/// The parts of requests that are compared, and the details of these parts that are ignored.
struct RequestComparison: Sendable {
  let parts: Set<RequestPart>
  /// Whether all parts of the URL except the query are compared.
  let comparesWholeURL: Bool
  let ignoredQueryParameters: Set<ScalarText>
  let ignoredBodyKeys: Set<ScalarText>
  let ignoredHeaders: Set<HTTPHeaderName>
  let answersAnyHost: Bool
  /// The registered closures that the configuration uses, sorted by name.
  let closures: [Closure]
  /// The mistakes in the configuration.
  let problems: [String]

  struct Closure: Sendable {
    let name: String
    let accepts: @Sendable (RecordedRequest, ReceivedRequest) -> Bool
  }

  /// Creates the comparison for a configuration.
  ///
  /// - Precondition: the configuration is merged with all its outer layers.
  init(_ configuration: CassetteConfiguration) {
    var chosen = ChosenParts(configuration.matchers)
    chosen.add(configuration.matching ?? [])
    answersAnyHost = configuration.answersAnyHost ?? false
    parts = answersAnyHost ? chosen.parts.subtracting([.scheme, .host, .port]) : chosen.parts
    comparesWholeURL = parts.isSuperset(of: [.scheme, .host, .port, .path])
    closures = chosen.closures.sorted { $0.name < $1.name }
    problems = chosen.problems
    ignoredQueryParameters = Set((configuration.ignoredQueryParameters ?? []).map(ScalarText.init))
    ignoredBodyKeys = Set((configuration.ignoredBodyKeys ?? []).map(ScalarText.init))
    ignoredHeaders = (configuration.ignoredHeaders ?? []).union(RequestPart.connectionHeaders)
  }

  func query(of url: RequestURL) -> [QueryItem] {
    url.queryItems.filter { !ignoredQueryParameters.contains(ScalarText($0.name)) }.sortedByName
  }

  func form(of request: ReceivedRequest) -> [QueryItem] {
    request.formItems.filter { !ignoredBodyKeys.contains(ScalarText($0.name)) }.sortedByName
  }

  func json(_ value: JSONValue) -> JSONValue { value.removing(ignoredBodyKeys) }

  /// Returns the header fields that the part `headers` compares, each with its values in order.
  func headers(_ headers: HTTPHeaders) -> [HTTPHeaderName: [String]] {
    var compared: [HTTPHeaderName: [String]] = [:]
    for field in headers.fields where !ignoredHeaders.contains(field.name) {
      compared[field.name, default: []].append(field.value)
    }
    return compared
  }
}

/// The parts in a list, with the parts or closures of registered matchers in place of their names.
private struct ChosenParts {
  let registered: [String: RecordedRequestMatcher]
  var parts: Set<RequestPart> = []
  var closures: [RequestComparison.Closure] = []
  var problems: [String] = []
  private var seen: Set<String> = []

  init(_ registered: [String: RecordedRequestMatcher]) { self.registered = registered }

  mutating func add(_ list: [RequestPart]) {
    for part in list {
      switch part {
      case .url: parts.formUnion(RequestPart.partsOfURL)
      case .custom(let name): add(named: name)
      default: parts.insert(part)
      }
    }
  }

  private mutating func add(named name: String) {
    guard seen.insert(name).inserted else { return }
    switch registered[name] {
    case .closure(let accepts): closures.append(.init(name: name, accepts: accepts))
    case .parts(let list): add(list)
    case nil:
      let names = registered.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      problems.append(
        "unknown matcher \"\(name)\"; "
          + (names.isEmpty ? "register it in `matchers`" : "available: \(names)"))
      closures.append(.init(name: name) { _, _ in false })
    }
  }
}

extension [QueryItem] {
  /// The items sorted by name; values of the same name keep their order, and `a` equals `a=`.
  var sortedByName: [QueryItem] {
    enumerated().sorted {
      (ScalarText($0.element.name), $0.offset) < (ScalarText($1.element.name), $1.offset)
    }.map { QueryItem(name: $0.element.name, value: $0.element.value ?? "") }
  }

  var hasRepeatedName: Bool { Set(map { ScalarText($0.name) }).count < count }

  /// The items in percent-decoded form, for display.
  package var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }
}

extension JSONValue {
  /// Returns the value without the members with these names, at any depth.
  fileprivate func removing(_ names: Set<ScalarText>) -> JSONValue {
    if names.isEmpty { return self }
    switch self {
    case .array(let elements): return .array(elements.map { $0.removing(names) })
    case .object(let object):
      let kept = object.members.filter { !names.contains(ScalarText($0.name)) }
      return .object(JSONObject(kept.map { ($0.name, $0.value.removing(names)) }))
    default: return self
    }
  }
}

/// The compared parts of a recorded request; recordings whose parts are equal answer the same
/// requests.
package struct ComparedRequest: Hashable {
  package enum Body: Hashable {
    case bytes(Data)
    case form([QueryItem])
    case json(JSONValue)
  }

  package private(set) var method: HTTPMethod?
  package private(set) var scheme: String?
  package private(set) var host: String?
  package private(set) var port: Int?
  package private(set) var path: String?
  package private(set) var query: [QueryItem]?
  package private(set) var headers: [HTTPHeaderName: [String]]?
  package private(set) var body: Body?

  init(_ request: RecordedRequest, _ comparison: RequestComparison) {
    self.init(request.received, comparison)
  }

  init(_ request: ReceivedRequest, _ comparison: RequestComparison) {
    let url = request.target
    let parts = comparison.parts
    if parts.contains(.method) { method = request.method }
    if parts.contains(.scheme) { scheme = url.scheme }
    if parts.contains(.host) { host = url.host }
    if parts.contains(.port) { port = url.effectivePort }
    if parts.contains(.path) { path = url.readablePath }
    if parts.contains(.query) { query = comparison.query(of: url) }
    headers = Self.headers(request.headers, comparison)
    body = Self.body(request, comparison)
  }

  package static func == (left: ComparedRequest, right: ComparedRequest) -> Bool {
    left.method == right.method && left.port == right.port
      && left.path.hasSameScalars(as: right.path) && left.query == right.query
      && left.host.hasSameScalars(as: right.host) && left.scheme.hasSameScalars(as: right.scheme)
      && left.headers?.mapValues { $0.map(ScalarText.init) }
        == right.headers?.mapValues { $0.map(ScalarText.init) }
      && left.body == right.body
  }

  /// Returns the parts of a request whose scheme, and therefore default port, is not known.
  func withoutScheme(_ url: RequestURL) -> ComparedRequest {
    var key = self
    key.scheme = nil
    if key.port != nil { key.port = url.port }
    return key
  }

  private static func headers(
    _ headers: HTTPHeaders, _ comparison: RequestComparison
  ) -> [HTTPHeaderName: [String]]? {
    var compared: [HTTPHeaderName: [String]] = [:]
    if comparison.parts.contains(.headers) { compared = comparison.headers(headers) }
    for case .header(let name) in comparison.parts {
      compared[name] = headers.values(of: name)
    }
    return compared
  }

  private static func body(
    _ request: ReceivedRequest, _ comparison: RequestComparison
  ) -> Body? {
    let wantsBytes = comparison.parts.contains(.body)
    let wantsJSON = comparison.parts.contains(.jsonBody)
    guard wantsBytes || wantsJSON else { return nil }
    if wantsJSON || (!comparison.ignoredBodyKeys.isEmpty && request.contentType?.isJSON == true),
      case .success(let value) = request.json
    {
      return .json(comparison.json(value))
    }
    if request.contentType?.essence == HTTPContentType.formURLEncoded.rawValue {
      return .form(comparison.form(of: request))
    }
    return .bytes(request.body ?? Data())
  }
}
