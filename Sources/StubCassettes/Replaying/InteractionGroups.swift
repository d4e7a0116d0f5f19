package import StubCore
import StubPlatform

extension RequestComparison {
  /// Returns the matchers that must accept a request for a recording to answer it.
  ///
  /// Matchers of ordinary stubs are preferred, because stubs can be found by them.
  func matchers(for group: InteractionGroup) -> [any HTTPStubMatcher] {
    let (recorded, compared) = (group.request, group.key)
    if group.isLenient { return lenientMatchers(for: recorded) }
    var matchers = urlMatchers(recorded.url, group.url, compared)
    // The stub answers the methods for which it has responses; responses for GET also answer HEAD.
    if compared.method == .get { matchers.append(HTTPStubMethodMatcher([.get])) }
    if parts.contains(.headers) {
      matchers.append(RecordedHeadersMatcher(recorded.headers, comparison: self))
    }
    for name in namedHeaders { matchers.append(PartMatcher(recorded: name, of: recorded.headers)) }
    if let body = compared.body { matchers.append(matcher(for: body)) }
    for closure in closures {
      matchers.append(RegisteredMatcher(closure: closure, recorded: recorded))
    }
    return matchers
  }

  private func urlMatchers(
    _ text: String, _ url: RequestURL, _ compared: ComparedRequest
  ) -> [any HTTPStubMatcher] {
    var matchers: [any HTTPStubMatcher] = []
    let items = compared.query ?? []
    let countsOrder = items.hasRepeatedName || !ignoredQueryParameters.isEmpty
    let hasWholeQuery = parts.contains(.query) && !countsOrder
    if comparesWholeURL {
      var options: HTTPStubURLOptions = .ignoreSchemeOnListeners
      if !hasWholeQuery { options.insert(.ignoreQueryParameters) }
      let text = url.host == nil && url.scheme == nil ? url.pathAndQuery : text
      matchers.append(HTTPStubURLMatcher(url, text: text, options: options))
    } else {
      if parts.contains(.scheme), let scheme = url.scheme {
        matchers.append(PartMatcher(recordedScheme: scheme))
      }
      if parts.contains(.host), let host = url.host {
        matchers.append(PartMatcher(.host, .equals(host)))
      }
      if parts.contains(.port), url.host != nil { matchers.append(RecordedPortMatcher(url)) }
      if parts.contains(.path), hasWholeQuery {
        matchers.append(HTTPStubURLMatcher(pathAndQueryOf: url))
      } else if parts.contains(.path) {
        matchers.append(PartMatcher(.path, .equals(url.path)))
      }
    }
    let isQueryLeft = !(hasWholeQuery && parts.contains(.path))
    if parts.contains(.query), isQueryLeft {
      matchers.append(
        RecordedItemsMatcher(.query, items, ignoring: ignoredQueryParameters, comparison: self))
    }
    return matchers
  }

  private func matcher(for body: ComparedRequest.Body) -> any HTTPStubMatcher {
    switch body {
    case .bytes(let data): BodyBytesMatcher(data)
    case .form(let items):
      RecordedItemsMatcher(.form, items, ignoring: ignoredBodyKeys, comparison: self)
    case .json(let value):
      ignoredBodyKeys.isEmpty
        ? HTTPStubJSONMatcher(value) : RecordedJSONMatcher(value, comparison: self)
    }
  }

  private var namedHeaders: [HTTPHeaderName] {
    parts.compactMap { part in if case .header(let name) = part { name } else { nil } }
      .sorted { $0.rawName < $1.rawName }
  }
}

/// Returns ` (ignoring a, b)`, a remark that follows a condition; empty if there are no names.
package func remark(ignoring names: Set<ScalarText>) -> String {
  names.isEmpty ? "" : " (ignoring \(names.sorted().map(\.text).joined(separator: ", ")))"
}

/// The interactions with equal requests, in recorded order.
struct InteractionGroup {
  let request: RecordedRequest
  /// Whether placeholders in the request match any text; all placeholders in `url` and `key` are
  /// equal then.
  let isLenient: Bool
  let url: RequestURL
  let key: ComparedRequest
  var interactions: [Int]

  init(
    _ request: RecordedRequest, _ comparison: RequestComparison, interaction: Int, isLenient: Bool
  ) {
    self.request = request
    self.isLenient = isLenient
    let received = (isLenient ? request.withEqualPlaceholders : request).received
    url = received.target
    key = ComparedRequest(received, comparison)
    interactions = [interaction]
  }

  /// The number of recorded bytes outside placeholders, in the URL and in the compared header
  /// fields and body.
  var literalCount: Int {
    let headers = (key.headers ?? [:]).values.joined()
    return headers.reduce(SecretPlaceholder.literalCount(request.url)) {
      $0 + SecretPlaceholder.literalCount($1)
    } + (key.body == nil ? 0 : SecretPlaceholder.literalCount(request.body ?? Data()))
  }
}

/// The interactions of a cassette in groups, ordered by the first interaction of each group.
struct InteractionGroups {
  private(set) var groups: [InteractionGroup] = []
  private var places: [ComparedRequest: [Int]] = [:]
  private let comparison: RequestComparison
  private let isLenient: Bool

  /// Creates the groups of equal requests.
  ///
  /// With `isLenient`, only requests with hidden secrets are grouped, and requests that differ only
  /// in their secrets are equal.
  init(_ interactions: [Interaction], _ comparison: RequestComparison, isLenient: Bool = false) {
    self.comparison = comparison
    self.isLenient = isLenient
    if !isLenient { places.reserveCapacity(interactions.count) }
    for (number, interaction) in interactions.enumerated() {
      for request in [interaction.request, interaction.originalRequest].compactMap({ $0 })
      where !isLenient || comparison.findsPlaceholders(in: request) {
        add(request, number)
      }
    }
  }

  private mutating func add(_ request: RecordedRequest, _ number: Int) {
    let group = InteractionGroup(
      request, comparison, interaction: number, isLenient: isLenient)
    let known = places[group.key, default: []]
    if let place = known.first(where: { agrees(groups[$0].request, request) }) {
      if groups[place].interactions.last != number { groups[place].interactions.append(number) }
    } else {
      places[group.key, default: []].append(groups.count)
      groups.append(group)
    }
  }

  /// Returns whether the registered closures treat two recorded requests as equal.
  private func agrees(_ recorded: RecordedRequest, _ other: RecordedRequest) -> Bool {
    if comparison.closures.isEmpty { return true }
    let received = other.received
    return comparison.closures.allSatisfy { $0.accepts(recorded, received) }
  }

  /// The groups in the order in which they are tried.
  ///
  /// Of groups that may answer the same request, the one with the most bytes outside placeholders
  /// comes first.
  var inOrder: [InteractionGroup] {
    guard isLenient else { return groups }
    let ordered = groups.enumerated().sorted {
      (-$0.element.literalCount, $0.offset) < (-$1.element.literalCount, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// Groups that differ only in the scheme, each merged into one, because a listener cannot
  /// distinguish them.
  var mergedOnListeners: [InteractionGroup] {
    guard groups.contains(where: { $0.key.scheme != groups[0].key.scheme }) else { return [] }
    var order: [ComparedRequest] = []
    var merged: [ComparedRequest: [InteractionGroup]] = [:]
    for group in groups {
      let key = group.key.withoutScheme(group.url)
      if merged[key] == nil { order.append(key) }
      merged[key, default: []].append(group)
    }
    return order.compactMap { key in
      guard let parts = merged[key], parts.count > 1,
        parts.allSatisfy({ agrees(parts[0].request, $0.request) })
      else { return nil }
      var whole = parts[0]
      whole.interactions = parts.flatMap(\.interactions).sorted()
      return whole
    }
  }
}
