public import StubCore

/// A cassette in use: what of it has been played.
public final class InsertedCassette: Sendable {
  /// What the file holds, after `beforePlayback`.
  public let cassette: Cassette
  /// The layers that it was inserted with, merged: every field says something.
  package let configuration: CassetteConfiguration
  let order: RecordedOrder
  /// Records unmatched requests; `nil` when nothing is recorded.
  package let recorder: CassetteRecorder?
  /// Sends unmatched requests to the real server in the mode `live`; `nil` in others.
  private let liveRecorder: InteractionRecorder?
  /// In the order they are added: the last is tried first.
  ///
  /// Interactions that match a request exactly come before those with placeholders of secrets.
  package let stubs: [HTTPStub]
  /// How many of the stubs, the first, have placeholders that match any text.
  let lenientCount: Int

  /// A cassette that is ready to be put into sets.
  ///
  /// Requests pass the filters before they are compared, and those of the configuration after them.
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

  /// What takes unmatched requests while the cassette is in a set.
  fileprivate var recorders: [any ExchangeRecorder] {
    [recorder as (any ExchangeRecorder)?, liveRecorder].compactMap(\.self)
  }

  /// The hosts that requests must be for, in alphabetical order; empty if those of every host are answered.
  package var hosts: [String] {
    guard RequestComparison(configuration).parts.contains(.host) else { return [] }
    let hosts = Set(cassette.interactions.compactMap { RequestURL($0.request.url).authority })
    return hosts.subtracting([""]).sorted()
  }

  /// How many requests it has answered.
  public var playCount: Int { order.playCount }

  /// Whether every interaction has answered a request.
  public var allPlayed: Bool { order.plays.allSatisfy { $0 > 0 } }

  /// The interactions that have answered no request, in recorded order.
  public var unused: [Interaction] {
    zip(cassette.interactions, order.plays).filter { $0.1 == 0 }.map(\.0)
  }

  /// How many requests the interaction with that number, counted from 0, has answered.
  ///
  /// - Precondition: there is such an interaction.
  public func playCount(ofInteraction number: Int) -> Int { order.plays[number] }

  /// The recorded requests, in recorded order.
  public var requests: [RecordedRequest] { cassette.interactions.map(\.request) }

  /// The recorded response to each of ``requests``; `nil` for one that failed before any.
  public var responses: [RecordedResponse?] { cassette.interactions.map(\.response) }

  /// Whether nothing had been recorded when it was inserted.
  public var isNew: Bool { cassette.interactions.isEmpty }

  /// Whether nothing more is recorded onto it.
  public var isWriteProtected: Bool { recorder == nil }
}

/// The stubs that play a cassette.
struct CassetteStubs {
  private let cassette: Cassette
  private let order: RecordedOrder
  private let comparison: RequestComparison
  private let ending: HTTPStubSequenceEnding
  private let playback: CassettePlayback
  private let beforeResponse: [RecordedResponder.Change]
  private let keepsOrder: Bool
  private let filters: ReplayFilters
  /// What requests are found by if filters change them.
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

  /// In the order they are added; of stubs with one priority the last is asked first.
  ///
  /// The first `lenientCount` are those whose placeholders match any text.
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
  /// Lets a cassette answer, before the stubs and cassettes that are there already.
  ///
  /// The configuration is a layer over `CassetteConfiguration.shared`. A problem with it, such as
  /// the name of an unknown matcher, is told to the hooks of the set.
  ///
  /// - Returns: the inserted cassette, which shows its use and can be ejected.
  @discardableResult
  public func insert(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) -> InsertedCassette {
    let inserted = InsertedCassette(cassette, configuration: configuration)
    exchange([], for: inserted.stubs)
    return inserted
  }

  /// Lets a cassette that is ready, or was ejected, answer from where it is.
  package func insert(_ inserted: InsertedCassette) {
    exchange([], for: inserted.stubs)
    for recorder in inserted.recorders { add(recorder: recorder) }
  }

  /// Takes a cassette out; requests it has matched are still answered.
  public func eject(_ inserted: InsertedCassette) {
    exchange(Set(inserted.stubs.map(\.id)), for: [])
    for recorder in inserted.recorders { remove(recorder: recorder) }
  }

  /// Takes a cassette out and puts another in, in one step.
  ///
  /// - Returns: the other inserted cassette.
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

/// Interactions made in code instead of recorded.
///
/// ```swift
/// let cassette = Cassette(interactions: [
///   Interaction(.get, "https://api.test/me", respond: .json(["name": "Ada"])),
///   Interaction(.get, "https://api.test/gone", status: .notFound),
///   Interaction(.get, "https://api.test/slow", error: .timedOut),
/// ])
/// ```
extension Interaction {
  /// A request with the response to it.
  ///
  /// The headers are those of the response; `Content-Type` is that of the body by default.
  public init(
    _ method: HTTPMethod = .get, _ url: String, respond body: RecordedBody = .empty,
    status: HTTPStatusCode = .ok, headers: HTTPHeaders = [:],
    file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url), RecordedResponse(status, headers, body),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request with the response to it, where more than method and URL of the request counts.
  public init(
    _ request: RecordedRequest, respond body: RecordedBody, status: HTTPStatusCode = .ok,
    headers: HTTPHeaders = [:], file: String = #fileID, line: Int = #line
  ) {
    self.init(
      request, RecordedResponse(status, headers, body),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request that fails with a URL loading error, if need be in the middle of a response.
  public init(
    _ method: HTTPMethod = .get, _ url: String, error: NetworkErrorCode,
    after partial: RecordedResponse? = nil, file: String = #fileID, line: Int = #line
  ) {
    self.init(
      RecordedRequest(method, url),
      partial, failure: RecordedFailure(code: error.rawValue),
      origin: HTTPStub.Origin(file: file, line: line))
  }

  /// A request that fails with an error of another domain.
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
