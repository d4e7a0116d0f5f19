import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// Entries of the journal in WireMock's form.
struct ServedRequests: Sendable {
  let entries: [JournalEntry]
  private let admin: Admin
  private let forms: StubForms
  /// The current versions of the stubs that have answered; `nil` for a stub that was removed.
  private let stubs: [HTTPStub.ID: HTTPStub?]

  init(_ admin: Admin, _ entries: some Sequence<JournalEntry>) {
    self.admin = admin
    self.entries = Array(entries)
    var stubs: [HTTPStub.ID: HTTPStub?] = [:]
    for stub in self.entries.compactMap(\.stub) where stubs[stub.id] == nil {
      stubs[stub.id] = .some(admin.current(stub))
    }
    self.stubs = stubs
    forms = StubForms(admin, for: stubs.values.compactMap(\.self))
  }

  /// Returns the stub that answered, in WireMock's form; `nil` if none did.
  private func mapping(_ entry: JournalEntry) -> JSONValue? {
    entry.stub.map { stub in
      (stubs[stub.id] ?? nil).map(forms.mapping) ?? forms.mappingOfRemoved(stub)
    }
  }

  /// Returns a request with its stub and its response.
  func event(_ entry: JournalEntry) -> JSONValue {
    var event = JSONObject([
      ("id", .string(admin.names.name(.request, entry.id))), ("request", request(entry)),
    ])
    let mapping = mapping(entry)
    let wasMatched = entry.stubID != nil
    event["responseDefinition"] =
      mapping?["response"] ?? [
        "status": .number(JSONNumber((entry.response?.status ?? .notFound).rawValue)),
        "fromConfiguredStub": .bool(wasMatched),
      ]
    event["response"] = response(entry)
    event["wasMatched"] = .bool(wasMatched)
    event["timing"] = Self.timing(entry)
    if let mapping { event["stubMapping"] = mapping }
    // WireMock 2 has no `subEvents`, so there is none without webhooks.
    if !entry.webhooks.isEmpty {
      event["subEvents"] = .array(entry.webhooks.flatMap { Self.subEvents($0, of: entry) })
    }
    return .object(event)
  }

  /// Returns WireMock's `timing`.
  ///
  /// It has the stub's delay so far, the other waiting time, the time of sending, and their sums.
  private static func timing(_ entry: JournalEntry) -> JSONValue {
    let total = entry.duration ?? .zero
    let wait = entry.sent?.wait ?? .zero
    let delay = min(entry.plan?.wait ?? .zero, wait)
    return [
      "addedDelay": milliseconds(delay), "processTime": milliseconds(wait - delay),
      "responseSendTime": milliseconds(entry.sent?.sending ?? .zero),
      "serveTime": milliseconds(total - delay), "totalTime": milliseconds(total),
    ]
  }

  /// Returns the events of a webhook: its request, and its response or error.
  private static func subEvents(_ webhook: SentWebhook, of entry: JournalEntry) -> [JSONValue] {
    var events: [JSONValue] = []
    let start = max(0, (webhook.sent ?? entry.arrival) - entry.arrival)
    func add(_ type: JSONValue, after time: Duration = .zero, _ data: JSONValue) {
      let offset = Int(start) + Int(time / .nanoseconds(1))
      events.append(
        ["type": type, "timeOffsetNanos": .number(JSONNumber(offset)), "data": data])
    }
    if webhook.sent != nil {
      let target = RequestURL(webhook.url)
      add(
        "WEBHOOK_REQUEST",
        [
          "url": .string(target.pathAndQuery), "absoluteUrl": .string(target.absoluteString),
          "method": .string(webhook.method), "scheme": .string(target.scheme ?? "http"),
          "host": .string(target.host ?? ""),
          "port": .number(JSONNumber(target.effectivePort ?? 0)),
        ])
    }
    switch webhook.outcome {
    case .pending: break
    case .answered(let status):
      add(
        "WEBHOOK_RESPONSE", after: webhook.duration ?? .zero,
        ["status": .number(JSONNumber(status.rawValue))])
    case .failed(let reason):
      add(
        "ERROR", after: webhook.duration ?? .zero,
        ["message": .string("\(webhook.method) \(webhook.url): \(reason)")])
    }
    return events
  }

  /// Returns the entries whose stub has matching metadata.
  func entries(whoseStub condition: MetadataCondition) throws(AdminRefusal) -> [JournalEntry] {
    let answering = stubs.values.compactMap(\.self)
    let found = Set(try admin.stubs(answering, whose: condition, forms).map(\.id))
    return entries.filter { entry in
      guard let id = entry.stubID, let stub = stubs[id] ?? nil else { return false }
      return found.contains(stub.id)
    }
  }

  /// Returns a request with the time of its arrival, without its response.
  func request(_ entry: JournalEntry) -> JSONValue {
    var object = Self.request(entry.request)
    let milliseconds = entry.arrival / 1_000_000
    object["loggedDate"] = .number(JSONNumber(Int(milliseconds)))
    object["loggedDateString"] = .string(WireMockDate.text(milliseconds: milliseconds))
    if let count = entry.wholeRequestCount { Self.note(cutFrom: count, in: &object) }
    return .object(object)
  }

  /// Returns a request without the time of its arrival.
  static func request(_ request: ReceivedRequest) -> JSONObject {
    let target = request.target
    return JSONObject([
      ("url", .string(target.pathAndQuery)), ("absoluteUrl", .string(target.absoluteString)),
      ("method", .string(request.method.rawValue)),
      ("clientIp", .string(request.clientAddress ?? "")),
      ("headers", request.headers.multimap),
      (
        "cookies",
        .object(JSONObject(request.cookies.map { ($0.name, .string($0.value)) }))
      ),
      ("browserProxyRequest", .bool(request.isForProxy)),
      ("bodyAsBase64", .string((request.body ?? Data()).base64EncodedString())),
      ("body", .string(request.bodyText)), ("protocol", .string("HTTP/\(request.httpVersion)")),
      ("scheme", .string(target.scheme ?? "http")), ("host", .string(target.host ?? "")),
      ("port", .number(JSONNumber(target.effectivePort ?? 0))),
      (
        "queryParams",
        .object(
          JSONObject(
            target.queryItems.grouped { $0.name }.map { group in
              let values = group.elements.map { JSONValue.string($0.value ?? "") }
              return (group.name, ["key": .string(group.name), "values": .array(values)])
            }))
      ),
    ])
  }

  /// Returns the response as it was sent, with as much of its body as the journal keeps.
  ///
  /// A response that is still being sent is shown as complete, because the client may have received
  /// all of it before its end is noted.
  private func response(_ entry: JournalEntry) -> JSONValue {
    let (plan, isSound) = (entry.response, entry.isSound)
    if plan == nil, entry.sent == nil, !entry.isUnmatched { return [:] }
    var response = JSONObject()
    response["status"] = .number(JSONNumber(entry.status?.rawValue ?? 0))
    // In WireMock, the response to an unmatched request has no header fields.
    if let plan {
      response["headers"] = entry.status == nil ? [:] : plan.head?.headers.multimap ?? [:]
    }
    var body = entry.sentBody
    if isSound, case .data(let whole)? = plan?.body { body = whole }
    if body != nil || plan == nil {
      let kept = (body ?? Data()).prefix(admin.stubs.journal.limits.bodyBytes)
      response["bodyAsBase64"] = .string(kept.base64EncodedString())
      let charset = TextCharset(plan?.head?.headers ?? HTTPHeaders())
      response["body"] = .string(charset.repairedText(of: kept))
      let count =
        isSound ? entry.wholeResponseCount ?? kept.count : entry.sent?.bodyCount ?? kept.count
      if plan != nil, count > kept.count { Self.note(cutFrom: count, in: &response) }
    }
    if let fault = plan?.fault { response["fault"] = .string(fault.name) }
    response["warning"] = entry.warning.map { .string($0) }
    if !isSound, entry.sent?.isComplete != true { response["sent"] = Self.json(entry) }
    return .object(response)
  }

  /// Returns the progress of a response that is incomplete, or its end, for which WireMock has no
  /// member.
  private static func json(_ entry: JournalEntry) -> JSONValue {
    var object = JSONObject([
      ("state", .string(entry.state)),
      ("description", .string(entry.sent?.description ?? entry.state)),
      ("bodyBytes", .number(JSONNumber(entry.sent?.bodyCount ?? 0))),
    ])
    object["plannedBodyBytes"] = entry.sent?.plannedBodyCount.map { .number(JSONNumber($0)) }
    return .object(object)
  }

  /// Adds to a message that its body, of `count` bytes, is only the start of the whole body.
  ///
  /// WireMock has no such members, so they are added only to cut bodies.
  private static func note(cutFrom count: Int, in message: inout JSONObject) {
    message["bodyIsCut"] = true
    message["bodyBytes"] = .number(JSONNumber(count))
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    .number(JSONNumber(Int(duration / .milliseconds(1))))
  }
}

/// The times in WireMock's form, which is ISO 8601 in UTC.
enum WireMockDate {
  static var now: String { text(Date()) }

  static func text(_ date: Date) -> String {
    text(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
  }

  static func text(milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
  }

  /// Parses a time, with or without fractions of a second, as nanoseconds since 1970.
  static func nanoseconds(_ text: String) -> Int64? {
    let styles = [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
    ]
    let date = styles.lazy.compactMap { try? Date(text, strategy: $0) }.first
    return date.map { date in
      Int64(exactly: (date.timeIntervalSince1970 * 1e9).rounded())
        ?? (date.timeIntervalSince1970 > 0 ? .max : .min)
    }
  }
}
