import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A state of requests that were recorded several times, such as `{"sequence:1": "2"}`.
struct HoverflySequence: Sendable, Equatable {
  let name: String
  /// `nil` once the state is removed.
  let number: Int?
}

/// A request pattern of Hoverfly.
struct HoverflyRequest: Sendable {
  var matchers: [any HTTPStubMatcher] = []
  /// How much the matchers count when several pairs fit: 2 for equality, 1 for others and for a state.
  ///
  /// A body counts 1 too where nothing is asked of it, and so does a query.
  var weight = 0
  /// The state that it requires.
  var sequence: HoverflySequence?
}

extension Reader {
  func hoverflyRequest(_ value: Value, in scope: RuleScope) -> HoverflyRequest? {
    var match = MatchDraft(self, value, in: scope)
    var request = HoverflyRequest()
    let type = value["requestType"]?.scalar?.text
    let isTemplate = type == "template"
    var asked: Set<String> = []
    return mapping(value) { mapping in
      mapping.settle(HoverflyKeys.request)
      mapping.read("requestType") { _ = keyword($0, ["recording": true, "template": true]) }
      for field in HoverflyField.single {
        mapping.read(field.key) { value in
          let conditions = hoverflyConditions(value, plainIsGlob: isTemplate)
          for condition in conditions {
            match.add(field.matcher(condition), from: value)
            request.weight += condition.weight
            asked.insert(field.key)
          }
        }
      }
      for field in HoverflyField.several {
        mapping.read(field.key) { value in
          // In schema 1 headers of recordings do not count.
          if field.key == "headers", type == "recording" { return }
          if value.isWholeQuery { return hoverflyQuery(value, into: &match, &request) }
          if field.key == "query", value.members?.isEmpty == true {
            match.add(HTTPStubQueryMatcher(equals: []), from: value)
          }
          entries(value) { name, value in
            for condition in hoverflyConditions(value, plainIsGlob: isTemplate) {
              match.add(field.matcher(name, condition), from: value)
              request.weight += condition.weight
              asked.insert(field.key == "queriesWithMatchers" ? "query" : field.key)
            }
          }
        }
      }
      mapping.read("deprecatedQuery") { hoverflyQuery($0, into: &match, &request) }
      request.sequence = mapping.optional("requiresState") { hoverflySequence($0) }
      if request.sequence != nil { request.weight += 1 }
      for part in ["body", "query"] where !asked.contains(part) { request.weight += 1 }
      request.matchers = match.matchers
      return request
    }
  }

  /// Conditions on the query as a whole, as schemas before 5 write them.
  private func hoverflyQuery(
    _ value: Value, into match: inout MatchDraft, _ request: inout HoverflyRequest
  ) {
    if case .null? = value.scalar?.kind { return }
    for condition in hoverflyConditions(value, plainIsGlob: false) {
      if let text = condition.exactText {
        match.add(HTTPStubQueryMatcher(equals: QueryItem.parse(text)), from: value)
      } else {
        match.add(
          RequestPartMatcher("query", condition.value) { [$0.target.query ?? ""] }, from: value)
      }
      request.weight += condition.weight
    }
  }

  /// The one state that a pair requires or moves to; `nil` for none.
  private func hoverflySequence(_ value: Value) -> HoverflySequence? {
    guard let members = value.members, let state = members.first else { return nil }
    guard members.count == 1, state.key.hasPrefix("sequence:"),
      let number = state.value.scalar.flatMap({ Int($0.text) })
    else {
      return mismatch(
        value, expected: "one state \"sequence:…\" with a number",
        remedy: "use a rule file with a list of responses in \"respond\"")
    }
    return HoverflySequence(name: state.key, number: number)
  }
}

extension Value {
  /// Whether the value is about the query as a whole: a text, a list or a matcher by its old key.
  fileprivate var isWholeQuery: Bool {
    guard let members else { return true }
    let keys = HoverflyMatcher.all.compactMap(\.oldKey)
    return !members.isEmpty && members.allSatisfy { keys.contains($0.key) }
  }
}

/// A part of a request as simulations name it, and the matcher for a condition on it.
enum HoverflyField {
  struct Single: Sendable {
    let key: String
    let matcher: @Sendable (HoverflyCondition) -> any HTTPStubMatcher
  }

  struct Several: Sendable {
    let key: String
    let matcher: @Sendable (String, HoverflyCondition) -> any HTTPStubMatcher
  }

  static let single: [Single] = [
    Single(key: "method") { condition in
      if let text = condition.exactText { return HTTPStubMethodMatcher([HTTPMethod(named: text)]) }
      return RequestPartMatcher("method", condition.value) { [$0.method.rawValue] }
    },
    Single(key: "scheme") { HTTPStubSchemeMatcher($0.value) },
    Single(key: "destination", matcher: destination),
    Single(key: "path") { condition in
      if let text = condition.exactText { return HTTPStubPathMatcher(.equals(text)) }
      return RequestPartMatcher("path", condition.value) { [$0.target.decodedPath] }
    },
    Single(key: "body") { condition in
      if let make = condition.bodyMatcher { return make }
      return RequestPartMatcher("body", condition.value) { [$0.bodyText] }
    },
  ]

  static let several: [Several] =
    ["headers", "headersWithMatchers"].map { key in
      Several(key: key) { name, condition in
        let field = HTTPHeaderName(name)
        // Values are joined with semicolons, so a text without one is the only value.
        let only = condition.exactText.flatMap { $0.contains(";") ? nil : $0 }
        let keys = only.map { [StubKey.header(field, $0)] } ?? []
        return RequestPartMatcher("header \(name)", condition.value, keys: keys) { request in
          let values = request.headers.values(of: field)
          return values.isEmpty ? [] : [values.joined(separator: ";")]
        }
      }
    }
    + ["query", "queriesWithMatchers"].map { key in
      Several(key: key) { name, condition in
        let lower = name.lowercased()
        return RequestPartMatcher("query parameter \(name)", condition.value) { request in
          let values = request.target.queryItems.filter { $0.name.lowercased() == lower }
            .map { $0.value ?? "" }
          return values.isEmpty ? [] : [values.joined(separator: ";")]
        }
      }
    }

  /// A host with its port, when there is one.
  private static func destination(_ condition: HoverflyCondition) -> any HTTPStubMatcher {
    if let text = condition.exactText {
      let authority = Authority(text)
      let host = HTTPStubHostMatcher(.equals(authority.host))
      guard let port = authority.port else { return host }
      return HTTPStubCompositeMatcher(.all, of: [host, HTTPStubPortMatcher(port)])
    }
    return RequestPartMatcher("host and port", condition.value) { request in
      [request.target.host, request.target.authority].compactMap { $0 }
    }
  }
}

/// A response of Hoverfly.
struct HoverflyResponse: Sendable {
  var specification = ResponseSpecification()
  /// The state after the response, if it changes one.
  var next: HoverflySequence?

  /// What answers, after the wait that the simulation adds to such requests.
  func responder(delayedBy delays: HoverflyDelays) -> (any HTTPStubResponder)? {
    let responder = try? specification.responder()
    guard specification.timing == .immediate, specification.trouble == .none else {
      return responder
    }
    return responder.map { delays.met(by: $0) }
  }
}

extension Reader {
  func hoverflyResponse(_ value: Value, in scope: RuleScope) -> HoverflyResponse? {
    mapping(value) { mapping in
      var response = HoverflyResponse()
      mapping.settle(HoverflyKeys.response)
      if let status = mapping.optional("status", { statusCode($0) }) {
        response.specification.head.status = status
      }
      if let headers = mapping.optional("headers", { fieldsOrNull($0) }) {
        response.specification.head.headers = headers
        // The lengths are those of the message as it was recorded.
        response.specification.head.headers.remove(.contentLength)
        response.specification.head.headers.remove(.transferEncoding)
      }
      let isEncoded = mapping.optional("encodedBody") { boolean($0) } ?? false
      mapping.read("templated") { value in
        guard boolean(value) ?? false else { return }
        report(
          value, found: "\"templated\" is not supported",
          remedy: "use a rule file with a template")
      }
      let data = mapping.optional("body") { value -> Data? in
        isEncoded ? base64(value) : text(value).map { Data($0.utf8) }
      }
      if let data { response.specification.body = .data(data) }
      mapping.read("bodyFile") { value in
        if value.givenText?.isEmpty ?? true { return }
        if let path = filePath(value, inside: scope.folder, named: "the simulation's folder") {
          response.specification.body = .file(path: path)
        }
      }
      response.specification.acceptsRanges = false
      if let delay = mapping.optional("fixedDelay", { milliseconds($0) }) {
        response.specification.timing.beforeHead = delay
      }
      response.specification.trouble.delay =
        mapping.optional("logNormalDelay") { hoverflyLogNormal($0) }
      let moved = mapping.optional("transitionsState") { hoverflySequence($0) }
      response.next = mapping.optional("removesState") { hoverflyRemoval($0) } ?? moved
      return response
    }
  }

  /// The one state that a response removes; `nil` for none.
  private func hoverflyRemoval(_ value: Value) -> HoverflySequence? {
    guard let elements = value.elements, let first = elements.first else { return nil }
    guard elements.count == 1, let name = first.scalar?.text, name.hasPrefix("sequence:") else {
      return mismatch(
        value, expected: "one state \"sequence:…\"",
        remedy: "use a rule file with a list of responses in \"respond\"")
    }
    return HoverflySequence(name: name, number: nil)
  }

  private func fieldsOrNull(_ value: Value) -> HTTPHeaders? {
    if case .null? = value.scalar?.kind { return nil }
    return headerFields(value)
  }

  /// A delay between `min` and `max` with a given median and mean, all in milliseconds.
  ///
  /// The mean of a lognormal distribution is its median times e^(σ²/2).
  func hoverflyLogNormal(_ value: Value) -> HTTPStubDelay? {
    if case .null? = value.scalar?.kind { return nil }
    return mapping(value) { mapping in HoverflyDelays.logNormal(mapping) }
  }
}
