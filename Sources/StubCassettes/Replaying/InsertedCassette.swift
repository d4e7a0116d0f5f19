public import StubCore

/// A cassette whose interactions answer requests, with the number of plays of each interaction.
public final class InsertedCassette: Sendable {
  /// The contents of the file, after `beforePlayback`.
  public let cassette: Cassette
  /// The configuration, with all layers merged, so that no field is `nil`.
  package let configuration: CassetteConfiguration
  package let order: RecordedOrder
  /// The recorder for requests to the real server; `nil` if nothing is recorded.
  package let recorder: CassetteRecorder?
  /// The recorder that passes unmatched requests to the real server, and keeps nothing.
  ///
  /// It is `nil` in any mode but `live`.
  private let liveRecorder: InteractionRecorder?
  /// The stubs in the order in which they are added, so that the last one is tried first.
  ///
  /// Stubs without placeholders for secrets are tried before stubs with placeholders.
  package let stubs: [HTTPStub]
  /// The number of stubs, at the start of the list, whose placeholders match any text.
  package let lenientCount: Int

  /// Creates a cassette that can be added to stub sets.
  ///
  /// `filters` change requests before they are compared; the filters of the configuration are
  /// applied after them.
  package init(
    _ cassette: Cassette, configuration: CassetteConfiguration, recorder: CassetteRecorder? = nil,
    isLive: Bool = false,
    filters: [RecordingFilter] = RecordingConfiguration.sharedFilters
  ) {
    let configuration = configuration.resolved
    var cassette = cassette
    for change in configuration.beforePlayback {
      cassette.interactions = cassette.interactions.compactMap(change)
    }
    self.cassette = cassette
    self.configuration = configuration
    self.recorder = recorder
    liveRecorder = isLive ? InteractionRecorder { _ in } : nil
    order = RecordedOrder(cassette.interactions, configuration)
    let stubs = CassetteStubs(
      cassette, order, configuration, ReplayFilters(filters + configuration.filters))
    (self.stubs, lenientCount) = stubs.stubs
  }

  /// The recorders that requests can reach while the cassette is in a set.
  fileprivate var recorders: [any ExchangeRecorder] {
    [recorder as (any ExchangeRecorder)?, liveRecorder].compactMap(\.self)
  }

  /// The hosts of the recorded requests, in alphabetical order; empty if the cassette answers
  /// requests for any host.
  package var hosts: [String] {
    guard RequestComparison(configuration).parts.contains(.host) else { return [] }
    let hosts = Set(cassette.interactions.compactMap { RequestURL($0.request.url).authority })
    return hosts.subtracting([""]).sorted()
  }

  /// The number of requests that the cassette has answered.
  public var playCount: Int { order.playCount }

  /// Whether every interaction has answered a request.
  public var allPlayed: Bool { order.plays.allSatisfy { $0 > 0 } }

  /// The interactions that have not answered a request, in recorded order.
  public var unused: [Interaction] {
    zip(cassette.interactions, order.plays).filter { $0.1 == 0 }.map(\.0)
  }

  /// Returns how many requests interaction `number`, counted from 0, has answered.
  ///
  /// - Precondition: the interaction exists.
  public func playCount(ofInteraction number: Int) -> Int { order.plays[number] }

  /// The recorded requests, in recorded order.
  public var requests: [RecordedRequest] { cassette.interactions.map(\.request) }

  /// The recorded responses to ``requests``; `nil` for a request that failed before a response.
  public var responses: [RecordedResponse?] { cassette.interactions.map(\.response) }

  /// Whether the cassette was empty when it was inserted.
  public var isNew: Bool { cassette.interactions.isEmpty }

  /// Whether no more requests are recorded to the cassette.
  public var isWriteProtected: Bool { recorder == nil }
}

/// Creates the stubs that play a cassette.
struct CassetteStubs {
  private let cassette: Cassette
  private let order: RecordedOrder
  private let comparison: RequestComparison
  private let ending: HTTPStubSequenceEnding
  private let playback: CassettePlayback
  private let beforeResponse: [RecordedResponder.Change]
  private let keepsOrder: Bool
  private let filters: ReplayFilters
  /// The part of requests by which stubs are found if filters change requests.
  private let part: DerivedPart

  init(
    _ cassette: Cassette, _ order: RecordedOrder, _ configuration: CassetteConfiguration,
    _ filters: ReplayFilters
  ) {
    self.cassette = cassette
    self.order = order
    comparison = RequestComparison(configuration)
    ending = configuration.ending ?? .repeatLast
    playback = configuration.playback ?? .immediate
    beforeResponse = configuration.beforeResponse
    keepsOrder = configuration.keepsRecordedOrder ?? false
    self.filters = filters
    part = filters.part(comparison)
  }

  /// The stubs in the order in which they are added; of stubs with equal priority, the last one is
  /// tried first.
  ///
  /// In the first `lenientCount` stubs, placeholders match any text.
  var stubs: (stubs: [HTTPStub], lenientCount: Int) {
    if keepsOrder { return (stubForEachInteraction, 0) }
    let lenient = stubs(for: InteractionGroups(cassette.interactions, comparison, isLenient: true))
    return (
      lenient + stubs(for: InteractionGroups(cassette.interactions, comparison)), lenient.count
    )
  }

  private var stubForEachInteraction: [HTTPStub] {
    cassette.interactions.indices.reversed().map { number in
      let request = cassette.interactions[number].request
      let group = InteractionGroup(
        request, comparison, interaction: number,
        isLenient: comparison.findsPlaceholders(in: request))
      return stub(for: group, ending: .repeatLast)
    }
  }

  private func stubs(for groups: InteractionGroups) -> [HTTPStub] {
    let onListeners = groups.mergedOnListeners.reversed().map { group in
      stub(for: group, ending: ending, isForListeners: true)
    }
    return groups.inOrder.reversed().map { stub(for: $0, ending: ending) } + onListeners
  }

  private func stub(
    for group: InteractionGroup, ending: HTTPStubSequenceEnding, isForListeners: Bool = false
  ) -> HTTPStub {
    let interactions = group.interactions
    let origin = cassette.interactions[interactions[0]].origin
    let request = HTTPStubRequest(file: origin?.file ?? "cassette", line: origin?.line ?? 0)
    request.name = cassette.name
    if isForListeners { request.match(ListenerMatcher()) }
    for matcher in filters.matchers(comparison.matchers(for: group), for: group, part) {
      request.match(matcher)
    }
    for problem in comparison.problems { request.note(problem: problem) }
    let method = comparison.parts.contains(.method) ? group.request.method : nil
    request.responses[ResponseKey(method: method)] = ResponseScript(
      responders: interactions.map {
        RecordedResponder(
          interaction: cassette.interactions[$0], playback: playback, changes: beforeResponse)
      },
      ending: ending,
      condition: RecordedOrderCondition(order, interactions: interactions, ending: ending))
    return request.snapshot
  }
}

extension StubSet {
  /// Adds the interactions of a cassette as stubs, which are asked before the existing stubs and
  /// cassettes.
  ///
  /// The configuration is a layer over `CassetteConfiguration.shared`. A problem in the
  /// configuration, such as the name of an unknown matcher, is reported to the hooks of the set.
  ///
  /// - Returns: the inserted cassette, which counts its plays and can be ejected.
  @discardableResult
  public func insert(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let inserted = InsertedCassette(cassette, configuration: configuration)
    exchange([], for: inserted.stubs)
    return inserted
  }

  /// Adds the stubs and recorders of a prepared or ejected cassette, which continues where it
  /// stopped.
  package func insert(_ inserted: InsertedCassette) {
    exchange([], for: inserted.stubs)
    for recorder in inserted.recorders { add(recorder: recorder) }
  }

  /// Removes a cassette; it still answers the requests that it has already matched.
  public func eject(_ inserted: InsertedCassette) {
    exchange(Set(inserted.stubs.map(\.id)), for: [])
    for recorder in inserted.recorders { remove(recorder: recorder) }
  }

  /// Replaces a cassette by another one, in one step.
  ///
  /// - Returns: the new inserted cassette.
  @discardableResult
  public func swap(
    _ inserted: InsertedCassette, for cassette: Cassette,
    configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let next = InsertedCassette(cassette, configuration: configuration)
    exchange(Set(inserted.stubs.map(\.id)), for: next.stubs)
    return next
  }
}

/// Interactions that are written in code, and not recorded.
///
/// ```swift
/// let cassette = Cassette(interactions: [
///   Interaction(.get, "https://api.test/me", respond: .json(["name": "Ada"])),
///   Interaction(.get, "https://api.test/gone", status: .notFound),
///   Interaction(.get, "https://api.test/slow", error: .timedOut),
/// ])
/// ```
extension Interaction {
  /// Creates a request with its response.
  ///
  /// The headers are those of the response; by default, `Content-Type` is the type of the body.
  public init(
    _ method: HTTPMethod = .get, _ url: String, respond body: RecordedBody = .empty,
    status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:],
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url), RecordedResponse(status, headers, body),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// Creates a request with its response, for requests that need more than a method and a URL.
  public init(
    _ request: RecordedRequest, respond body: RecordedBody, status: HTTPStatusCode = .ok,
    headers: HTTPHeaders = [:], file: String = #fileID, line: Int = #line
  ) {
    self.init(
      request, RecordedResponse(status, headers, body),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// Creates a request that fails with a URL loading error, perhaps after a part of a response.
  public init(
    _ method: HTTPMethod = .get, _ url: String, error: NetworkErrorCode,
    after partial: RecordedResponse? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url),
      partial, failure: RecordedFailure(code: error.rawValue),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// Creates a request that fails with an error of another domain.
  package init(
    _ method: HTTPMethod = .get, _ url: String, error: DomainError,
    after partial: RecordedResponse? = nil, file: String = #fileID, line: Int = #line
  ) {
    let failure = RecordedFailure(
      domain: error.domain, code: error.code, message: error.message)
    self.init(
      RecordedRequest(method, url), partial, failure: failure,
      origin: HTTPStub.Origin(file: file, line: line))
  }
}

extension RecordedResponse {
  fileprivate init(_ status: HTTPStatusCode, _ headers: HTTPHeaders, _ body: RecordedBody) {
    var headers = headers
    if let type = body.contentType, !headers.contains(.contentType) {
      headers[.contentType] = type.rawValue
    }
    self.init(status, headers: headers, body: body.data)
  }
}
