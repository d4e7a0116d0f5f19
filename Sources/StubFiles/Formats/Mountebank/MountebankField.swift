import StubCore

/// A field of requests that predicates name.
struct MountebankField: Sendable {
  enum Value: Sendable {
    case text(@Sendable (ReceivedRequest) -> String)
    /// Names with a value each, some of them several times.
    case items(@Sendable (ReceivedRequest) -> [QueryItem])
    case body
  }

  let key: String
  let value: Value

  static let all: [MountebankField] = [
    MountebankField(key: "method", value: .text { $0.method.rawValue }),
    MountebankField(key: "path", value: .text { $0.target.path }),
    MountebankField(key: "query", value: .items { $0.target.queryItems }),
    MountebankField(key: "form", value: .items { $0.formItems }),
    MountebankField(
      key: "headers",
      value: .items { request in
        request.headers.fields.map { QueryItem(name: $0.name.rawName, value: $0.value) }
      }),
    MountebankField(key: "body", value: .body),
  ]
}

extension ValueReader {
  /// The matchers for what a predicate says about a field.
  mutating func mountebankField(
    _ field: MountebankField, _ test: MountebankTest, isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    switch field.value {
    case .text(let text):
      guard let condition = isExistence ? existence(in: test) : condition(test) else { return [] }
      return [
        RequestPartMatcher(field.key, condition) { request in
          let text = text(request)
          return text.isEmpty && isExistence ? [] : [text]
        }
      ]
    case .items(let items):
      return isExistence || node.members != nil
        ? mountebankItems(field.key, items, test, isExistence)
        : mismatch(expected: "a mapping of names", remedy: "try { \"name\": \"value\" }") ?? []
    case .body: return mountebankBody(test, isExistence).map { [$0] } ?? []
    }
  }

  /// A condition on one text.
  private mutating func condition(_ test: MountebankTest) -> ValueMatcher? {
    guard let expected = text() else { return nil }
    do throws(PatternError) {
      return try test.condition(expected)
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func existence(in test: MountebankTest) -> ValueMatcher? {
    boolean().map { $0 ? .present : .absent }
  }

  private mutating func mountebankItems(
    _ part: String, _ items: @escaping @Sendable (ReceivedRequest) -> [QueryItem],
    _ test: MountebankTest, _ isExistence: Bool
  ) -> [any HTTPStubMatcher] {
    var matchers: [any HTTPStubMatcher] = []
    var names: [String] = []
    entries { name, value in
      names.append(name)
      let conditions =
        isExistence
        ? value.existence(in: test).map { [$0] } : value.oneOrMore { $0.condition(test) }
      for condition in conditions ?? [] {
        matchers.append(
          RequestPartMatcher("\(part) \(name)", condition) { request in
            items(request).filter { test.isSame($0.name, name) }.map { $0.value ?? "" }
          })
      }
    }
    guard test.isDeep, !isExistence else { return matchers }
    let all = names
    matchers.append(
      HTTPStubCustomMatcher("\(part) names nothing but \(all)") { request, _ in
        items(request).allSatisfy { item in all.contains { test.isSame($0, item.name) } }
      })
    return matchers
  }

  /// A condition on the body: on its text, on what a selector finds, or on its JSON.
  private mutating func mountebankBody(
    _ test: MountebankTest, _ isExistence: Bool
  ) -> (any HTTPStubMatcher)? {
    if node.members != nil || node.elements != nil, !isExistence, test.selector == nil {
      return MountebankJSONMatcher(expected: json, test: test)
    }
    let found: ValueMatcher?
    if isExistence {
      found = existence(in: test)
    } else if node.elements != nil {
      found = list { $0.condition(test) }.map { .exactly($0) }
    } else {
      found = condition(test)
    }
    guard let found else { return nil }
    switch test.selector {
    case nil:
      return RequestPartMatcher("body", found) { request in
        request.body?.isEmpty ?? true ? (isExistence ? [] : [""]) : [request.bodyText]
      }
    case .jsonPath(let path): return HTTPStubJSONPathMatcher(path, found)
    case .xpath(let expression, let namespaces):
      return try? HTTPStubXPathMatcher(expression, found, namespaces: namespaces)
    }
  }
}
