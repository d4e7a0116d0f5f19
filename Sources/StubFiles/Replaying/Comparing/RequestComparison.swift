import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The parts of requests that are compared, and what of them is left out.
struct RequestComparison: Sendable {
  let parts: Set<RequestPart>
  /// Whether all that tells one URL from another counts, but for the query.
  let comparesWholeURL: Bool
  let ignoredQueryParameters: Set<String>
  let ignoredBodyKeys: Set<String>
  let ignoredHeaders: Set<HTTPHeaderName>
  let answersAnyHost: Bool
  /// The registered closures that were asked for, in the order of their names.
  let closures: [Closure]
  /// What is wrong with the configuration.
  let problems: [String]

  struct Closure: Sendable {
    let name: String
    let accepts: @Sendable (RecordedRequest, ReceivedRequest) -> Bool
  }

  /// - Precondition: the configuration is resolved.
  init(_ configuration: CassetteConfiguration) {
    var chosen = ChosenParts(configuration.matchers)
    chosen.add(configuration.matching ?? [])
    answersAnyHost = configuration.answersAnyHost ?? false
    parts = answersAnyHost ? chosen.parts.subtracting([.scheme, .host, .port]) : chosen.parts
    comparesWholeURL = parts.isSuperset(of: [.scheme, .host, .port, .path])
    closures = chosen.closures.sorted { $0.name < $1.name }
    problems = chosen.problems
    ignoredQueryParameters = configuration.ignoredQueryParameters ?? []
    ignoredBodyKeys = configuration.ignoredBodyKeys ?? []
    ignoredHeaders = (configuration.ignoredHeaders ?? []).union(RequestPart.connectionHeaders)
  }

  func query(of url: RequestURL) -> [QueryItem] {
    url.queryItems.filter { !ignoredQueryParameters.contains($0.name) }.sortedByName
  }

  func form(of request: ReceivedRequest) -> [QueryItem] {
    request.formItems.filter { !ignoredBodyKeys.contains($0.name) }.sortedByName
  }

  func json(_ value: JSONValue) -> JSONValue { value.removing(ignoredBodyKeys) }

  /// The fields that are compared when all are, by name, each with its values in order.
  func headers(_ headers: HTTPHeaders) -> [HTTPHeaderName: [String]] {
    var compared: [HTTPHeaderName: [String]] = [:]
    for field in headers.fields where !ignoredHeaders.contains(field.name) {
      compared[field.name, default: []].append(field.value)
    }
    return compared
  }
}

/// The parts that a list names, registered ones replaced by what they stand for.
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
        "expected the name of a registered matcher, found \"\(name)\"; "
          + (names.isEmpty ? "register it in `matchers`" : "try one of \(names)"))
      closures.append(.init(name: name) { _, _ in false })
    }
  }
}

extension [QueryItem] {
  /// In the order of the names; values of one name keep theirs, and `a` counts as `a=`.
  var sortedByName: [QueryItem] {
    enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
      .map { QueryItem(name: $0.element.name, value: $0.element.value ?? "") }
  }

  var hasRepeatedName: Bool { Set(map(\.name)).count < count }

  /// The items decoded, as people read them.
  var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }
}

extension JSONValue {
  /// The value without members of these names, at any depth.
  fileprivate func removing(_ names: Set<String>) -> JSONValue {
    if names.isEmpty { return self }
    switch self {
    case .array(let elements): return .array(elements.map { $0.removing(names) })
    case .object(let object):
      let kept = object.members.filter { !names.contains($0.name) }
      return .object(JSONObject(kept.map { ($0.name, $0.value.removing(names)) }))
    default: return self
    }
  }
}
