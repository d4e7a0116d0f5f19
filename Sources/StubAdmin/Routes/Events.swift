import StubCore
import StubLanguages
import StubPlatform

/// Routes for the events of the server, as they happen, and for a short list of requests.
extension AdminRoute {
  static let events: [AdminRoute] = [
    AdminRoute(
      .get, "/events", "Follow requests and changes of stubs, as server-sent events",
      answers: [(200, .other(["text/event-stream"]))]
    ) { request, admin in
      let last = request.message.headers["Last-Event-ID"] ?? request.parameter("lastEventId")
      let feed = EventFeed(admin, after: last.flatMap(EventFeed.Place.init))
      return AdminResponse(.ok, type: "text/event-stream", .stream { await feed.run($0) })
    },
    AdminRoute(
      .get, "/journal", "List requests in short, the newest first",
      parameters: [
        Parameter("limit", "The most requests to list (default: 100)", .count(upTo: 100_000)),
        Parameter("before", "Only requests with a lower number", .count(upTo: .max)),
      ],
      answers: [
        (
          200,
          .json(
            .object([
              "requests": .list(.object), "received": .count, "requestJournalDisabled": .flag,
            ]))
        )
      ]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...100_000) ?? 100
      let before = try request.number("before", in: 0...Int.max) ?? .max
      let journal = admin.stubs.journal
      return .list(
        "requests", journal.entries(before: before, limit: limit),
        then: [("received", .number(JSONNumber(journal.receivedCount))), admin.journalSwitch]
      ) { admin.row($0) }
    },
  ]
}

extension Admin {
  /// Returns the short form of a request, for lists.
  func row(_ entry: JournalEntry) -> JSONValue {
    var row = JSONObject([
      ("id", .string(names.name(.request, entry.id))), ("number", .number(JSONNumber(entry.id))),
      ("date", .number(JSONNumber(Int(entry.arrival / 1_000_000)))),
      ("method", .string(entry.request.method.rawValue)),
      ("url", .string(entry.request.target.pathAndQuery)),
      ("ended", .bool(entry.sent?.isOver == true)), ("state", .string(entry.state)),
    ])
    switch entry.outcome {
    case .stubbed(_, let title):
      row["outcome"] = "stub"
      row["stub"] = entry.stub.map { .string(name(of: current($0) ?? $0)) }
      row["stubTitle"] = .string(title)
    case .passedThrough: row["outcome"] = "passed"
    case .unmatched: row["outcome"] = "unmatched"
    }
    row["status"] = entry.status.map { .number(JSONNumber($0.rawValue)) }
    if let plan = entry.response {
      if plan.wait > .zero { row["delay"] = .milliseconds(plan.wait) }
      row["fault"] = plan.fault.map { .string($0.name) }
    }
    if let sent = entry.sent { Self.add(sent, to: &row) }
    row["warning"] = entry.warning.map { .string($0) }
    if !entry.webhooks.isEmpty { row["webhooks"] = .array(entry.webhooks.map(\.json)) }
    switch entry.ending {
    case .failed(let failure)?: row["failure"] = .string("\(failure)")
    case .cancelled?: row["failure"] = "the client left"
    case .completed?, nil: break
    }
    return .object(row)
  }

  /// Adds the number of sent bytes, and the times before and after the first byte.
  private static func add(_ sent: SentResponse, to row: inout JSONObject) {
    row["bytes"] = .number(JSONNumber(sent.bodyCount))
    row["plannedBytes"] = sent.plannedBodyCount.map { .number(JSONNumber($0)) }
    row["sent"] = .string(sent.description)
    row["wait"] = sent.wait.map(JSONValue.milliseconds)
    row["sending"] = sent.sending.map(JSONValue.milliseconds)
    row["duration"] = sent.duration.map(JSONValue.milliseconds)
  }
}

extension JSONValue {
  /// Returns a duration in milliseconds, with fractions.
  static func milliseconds(_ duration: Duration) -> JSONValue {
    .number(JSONNumber(duration / .milliseconds(1)))
  }
}

extension SentWebhook {
  /// The short form of a webhook, for lists.
  fileprivate var json: JSONValue {
    var object = JSONObject([("method", .string(method)), ("url", .string(url))])
    switch outcome {
    case .pending: break
    case .answered(let status): object["status"] = .number(JSONNumber(status.rawValue))
    case .failed(let reason): object["error"] = .string(reason)
    }
    object["date"] = sent.map { .number(JSONNumber(Int($0 / 1_000_000))) }
    object["duration"] = duration.map(JSONValue.milliseconds)
    return .object(object)
  }
}

extension JournalEntry {
  /// Whether the entry will still change, because the response or a webhook has not ended.
  fileprivate var isOpen: Bool {
    sent?.isOver != true || webhooks.contains { $0.outcome == .pending }
  }
}

/// A feed of events to one client: the arrival and the end of requests, and changes of stubs.
///
/// Only the client's position is stored; events that it has missed are read from the journal.
final class EventFeed: Sendable {
  /// The position of a client in the events, which is the `id` of an event.
  struct Place: Sendable, Hashable {
    /// The number of the last reported request.
    var last: Int
    /// The number of the oldest request that has not ended.
    var oldestOpen: Int

    init(last: Int, oldestOpen: Int) { (self.last, self.oldestOpen) = (last, oldestOpen) }

    /// Parses a position that a client sends; `nil` if it is invalid.
    init?(_ text: String) {
      let parts = text.split(separator: "-").map { Int($0) }
      guard parts.count == 2, let last = parts[0], let oldest = parts[1], last >= 0, oldest >= 1
      else { return nil }
      (self.last, oldestOpen) = (last, oldest)
    }

    var text: String { "\(last)-\(oldestOpen)" }
  }

  private struct PendingEvents {
    /// The numbers of requests that have changed, for example by their end.
    var ended: Set<Int> = []
    var hasArrivals = false
    var areStubsChanged = false
    var areRequestsRemoved = false
    var isAlarmed = false
    var isOver = false

    var isEmpty: Bool {
      ended.isEmpty && !hasArrivals && !areStubsChanged && !areRequestsRemoved && !isAlarmed
    }
  }

  private struct State {
    var news = PendingEvents()
    var waiter: CheckedContinuation<Void, Never>?
  }

  /// The largest number of requests that are reported at once.
  private static let batch = 256
  /// The time without events after which a comment line is sent, by which the server notices if the
  /// client has left.
  private static let silence = Duration.seconds(15)

  private let admin: Admin
  private let start: Place?
  private let state = Lock(State())

  /// Creates a feed of the events after a position; without one, the feed begins now.
  init(_ admin: Admin, after place: Place?) { (self.admin, start) = (admin, place) }

  /// Writes events until the client leaves.
  func run(_ stream: AdminStream) async {
    let journal = admin.stubs.journal
    let requests = Observer<Journal.Change> { [self] change in
      note { news in
        switch change {
        case .arrived: news.hasArrivals = true
        case .ended(let number), .changed(let number): news.ended.insert(number)
        case .removed: news.areRequestsRemoved = true
        }
      }
    }
    let stubs = Observer<Void> { [self] in note { $0.areStubsChanged = true } }
    journal.add(requests)
    admin.stubs.add(stubs)
    let end = Observer<Void> { [self] in note { $0.isOver = true } }
    stream.whenOver(end)
    // The client will reconnect, to the session that has the name then.
    let session = admin.liveSession
    session?.whenOver(end)
    if admin.session != nil, session == nil { end.tell(()) }
    let alarm = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.silence)
        note { $0.isAlarmed = true }
      }
    }
    defer {
      alarm.cancel()
      session?.forget(end)
      journal.remove(requests)
      admin.stubs.remove(stubs)
    }
    await write(to: stream)
  }

  private func write(to stream: AdminStream) async {
    let journal = admin.stubs.journal
    // A position beyond the end of this journal is invalid or is from an earlier server.
    let start = start.flatMap { $0.last <= journal.receivedCount ? $0 : nil }
    var last = start?.last ?? journal.receivedCount
    // The numbers of requests that were reported before their end.
    var open: Set<Int> = []
    if let start {
      for entry in journal.entries(from: start.oldestOpen, limit: .max) where entry.id <= last {
        if entry.isOpen { open.insert(entry.id) }
        guard await stream.write(event(entry, Place(last: last, oldestOpen: start.oldestOpen)))
        else { return }
      }
    }
    // A comment line shows the client at once that it is connected.
    guard await stream.write(Data(":\n\n".utf8)) else { return }
    while true {
      while true {
        let entries = journal.entries(from: last + 1, limit: Self.batch)
        for entry in entries {
          last = entry.id
          if entry.isOpen { open.insert(entry.id) }
          let place = Place(last: last, oldestOpen: open.min() ?? last + 1)
          guard await stream.write(event(entry, place)) else { return }
        }
        if entries.count < Self.batch { break }
      }
      let news = await next()
      if news.isOver { return }
      for number in news.ended.sorted() where open.contains(number) {
        let entry = journal.entry(number)
        if entry?.isOpen != true { open.remove(number) }
        guard let entry else { continue }
        let place = Place(last: last, oldestOpen: open.min() ?? last + 1)
        guard await stream.write(event(entry, place)) else { return }
      }
      var text = ""
      if news.areRequestsRemoved { text += "event: removed\ndata: {}\n\n" }
      if news.areStubsChanged {
        text += "event: stubs\ndata: {\"count\":\(admin.stubs.stubCount)}\n\n"
      }
      if text.isEmpty, news.isAlarmed { text = ":\n\n" }
      if !text.isEmpty {
        guard await stream.write(Data(text.utf8)) else { return }
      }
    }
  }

  private func event(_ entry: JournalEntry, _ place: Place) -> Data {
    Data("id: \(place.text)\nevent: request\ndata: \(admin.row(entry).text())\n\n".utf8)
  }

  private func note(_ change: (inout PendingEvents) -> Void) {
    let waiter = state.withLock { state in
      change(&state.news)
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Returns the changes since the last call; if there are none, waits for some.
  private func next() async -> PendingEvents {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        if !state.news.isEmpty || state.news.isOver { return true }
        state.waiter = continuation
        return false
      }
      if isNow { continuation.resume() }
    }
    return state.withLock { state in
      defer { state.news = PendingEvents() }
      return state.news
    }
  }
}
