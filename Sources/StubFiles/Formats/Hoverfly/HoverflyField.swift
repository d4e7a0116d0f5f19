import StubCore

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
        return RequestPartMatcher("header \(name)", condition.value) { request in
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
