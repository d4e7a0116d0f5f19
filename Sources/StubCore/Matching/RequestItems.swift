import StubLanguages
import StubPlatform

/// A source of items, each a name with a value: the query, or a form in the body.
package enum RequestItems: Sendable, Hashable {
  /// The query of the URL, decoded like a form.
  case query
  /// The URL-encoded form in the body.
  case form
  /// The body as a form, whatever its `Content-Type`.
  case formOfAnyType
}

extension RequestItems {
  /// The name of all the items in reports.
  var name: String { if case .query = self { "query" } else { "form" } }

  /// The name of one item in reports.
  var itemName: String { if case .query = self { "query parameter" } else { "form field" } }

  func items(in request: ReceivedRequest) -> [QueryItem] {
    switch self {
    case .query: request.target.queryItems
    case .form: request.formItems
    case .formOfAnyType: request.itemsOfBody
    }
  }

  /// Returns the reason why the items of a request cannot be read; `nil` if they can.
  func obstacle(in request: ReceivedRequest) -> UnreadableContent? {
    switch self {
    case .query: nil
    case .form: request.isForm ? request.bodyObstacle : nil
    case .formOfAnyType: request.bodyObstacle
    }
  }

  /// Returns the values of the items named `name`; an item without `=` has an empty value.
  func values(named name: String, in request: ReceivedRequest) -> PartValues {
    if let obstacle = obstacle(in: request) { return .unreadable(obstacle) }
    let items = items(in: request)
    if items.count == 1, items[0].name.hasSameScalars(as: name) {
      return .one(items[0].value ?? "")
    }
    return .list(items.compactMap { $0.name.hasSameScalars(as: name) ? $0.value ?? "" : nil })
  }

  /// Returns the reason why there is no item named `name`; `nil` if no special reason is known.
  func absence(of name: String, in request: ReceivedRequest) -> Mismatch.Finding? {
    if let reason = absence(in: request) { return .sentence(reason) }
    return items(in: request).first { $0.name.looksLike(name) }.map { .lookalike($0.name) }
  }

  /// Returns the reason why a request cannot have any items; `nil` if it can have some.
  func absence(in request: ReceivedRequest) -> String? {
    guard case .form = self, !request.isForm else { return nil }
    let type = HTTPContentType.formURLEncoded.rawValue
    guard let contentType = request.contentType else {
      return "no form (no Content-Type; a form's is \(type))"
    }
    return "no form (Content-Type is \(contentType), not \(type))"
  }

  /// Returns a request with these items.
  func sample(_ items: [QueryItem]) -> RequestSample {
    if case .query = self { return RequestSample(query: items.encoded) }
    return RequestSample(
      headers: [.contentType: HTTPContentType.formURLEncoded.rawValue],
      body: Data(items.encoded.utf8))
  }
}

extension ReceivedRequest {
  fileprivate var isForm: Bool { contentType?.essence == HTTPContentType.formURLEncoded.rawValue }
}

/// A matcher for all items of a query or form, or for one item without `=`.
package struct ItemsMatcher: HTTPStubMatcher {
  private enum Kind: Sendable {
    /// All the items, both sorted for comparison and in their written order.
    case all([QueryItem], written: [QueryItem])
    case flag(String)
  }

  private let source: RequestItems
  private let kind: Kind

  /// Creates a condition for exactly these items, in any order and including repetitions; `a`
  /// equals `a=`.
  package init(_ source: RequestItems, equal items: [QueryItem]) {
    self.source = source
    kind = .all(items.comparable, written: items)
  }

  /// Creates a condition for one item without `=`; other items are ignored.
  package init(_ source: RequestItems, flag name: String) {
    self.source = source
    kind = .flag(name)
  }

  package var description: String {
    switch kind {
    case .flag: "\(subject) has no \"=\""
    case .all(_, let items):
      items.isEmpty ? "\(subject) is empty" : "\(subject) is \(items.readable.quoted)"
    }
  }

  private var subject: String {
    switch kind {
    case .flag(let name): "\(source.itemName) \(name)"
    case .all: source.name
    }
  }

  package var keys: [StubKey] {
    let items =
      switch kind {
      case .all(let items, _): items
      case .flag(let name): [QueryItem(name: name, value: nil)]
      }
    return items.map { .value(.item(ScalarText($0.name), in: source), $0.value ?? "") }
  }

  package var sample: RequestSample? {
    switch kind {
    case .all(let items, _): source.sample(items)
    case .flag(let name): source.sample([QueryItem(name: name, value: nil)])
    }
  }

  package var isSynchronous: Bool { true }

  package func captures(of request: ReceivedRequest) -> Captures? {
    if source.obstacle(in: request) == nil, accepts(source.items(in: request)) {
      Captures()
    } else {
      nil
    }
  }

  private func accepts(_ items: [QueryItem]) -> Bool {
    switch kind {
    case .all(let wanted, _): items.count == wanted.count && items.comparable == wanted
    case .flag(let name): items.contains { $0.name.hasSameScalars(as: name) && $0.value == nil }
    }
  }

  package func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    if let obstacle = self.source.obstacle(in: request) {
      let mismatch = mismatch(.sentence(obstacle.description))
      return obstacle.isTooLarge ? .undecided(mismatch) : .mismatched(mismatch)
    }
    let items = self.source.items(in: request)
    if accepts(items) { return .matched }
    let absence = self.source.absence(in: request).map { Mismatch.Finding.sentence($0) }
    return .mismatched(mismatch(absence ?? finding(items)))
  }

  private func mismatch(_ finding: Mismatch.Finding) -> Mismatch {
    let expectation: Mismatch.Expectation =
      switch kind {
      case .all(_, let items): items.isEmpty ? .test(.absent) : .text(items.readable.quoted)
      case .flag: .text("without \"=\"")
      }
    return Mismatch(Mismatch.Subject(subject), expectation, finding)
  }

  private func finding(_ items: [QueryItem]) -> Mismatch.Finding {
    switch kind {
    case .all: items.isEmpty ? .missing : .text(items.readable.quoted)
    case .flag(let name):
      items.first { $0.name.hasSameScalars(as: name) }
        .map { .values([$0.value ?? ""]) } ?? .missing
    }
  }
}

extension [QueryItem] {
  /// The items in sorted order, with `a` as `a=`, so that they can be compared.
  var comparable: [QueryItem] {
    map { QueryItem(name: $0.name, value: $0.value ?? "") }.sorted {
      (ScalarText($0.name), ScalarText($0.value ?? ""))
        < (ScalarText($1.name), ScalarText($1.value ?? ""))
    }
  }

  /// The decoded items as text for reports.
  fileprivate var readable: String {
    map { item in item.value.map { "\(item.name)=\($0)" } ?? item.name }.joined(separator: "&")
  }

  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.map { QueryItem(name: $0.key, value: $0.value) }
  }

  // Generic, because the compiler would otherwise treat a literal as a dictionary, in which names
  // cannot repeat.
  init(_ dictionary: [String: (some StringProtocol)?]) {
    self = dictionary.sorted { $0.key.precedesByScalars($1.key) }
      .map { QueryItem(name: $0.key, value: $0.value.map { String($0) }) }
  }
}
