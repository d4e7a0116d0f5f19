import StubCore
import StubFiles
import StubLanguages

/// Routes for the requests in the journal, in WireMock's form.
extension AdminRoute {
  static let requests: [AdminRoute] = [
    AdminRoute(
      .get, "/requests", "List the requests in the journal, the newest first", tag: "Requests",
      parameters: [
        Parameter("limit", "The most requests to list", .count(upTo: .max)),
        Parameter("since", "Only requests from this time on", .date),
        Parameter("unmatched", "Only requests that no stub answered", .flag),
        Parameter("matchingStub", "Only requests that this stub answered", .uuid),
      ], answers: [(200, .json(.named("ServeEvents")))]
    ) { request, admin throws(AdminRefusal) in
      let limit = try request.number("limit", in: 0...Int.max)
      let all = try admin.entries(request)
      let events = ServedRequests(admin, all.prefix(limit ?? .max))
      return .list(
        "requests", events.entries,
        then: [
          ("meta", ["total": .number(JSONNumber(all.count))]), admin.journalSwitch,
        ]
      ) { events.event($0) }
    },
    AdminRoute(
      .delete, "/requests", "Forget all requests", tag: "Requests",
      answers: [(200, .json(.object))]
    ) { _, admin in
      admin.stubs.journal.removeAll()
      return .json([:])
    },
    AdminRoute(
      .post, "/requests/reset", "Forget all requests", tag: "Requests",
      answers: [(200, .none)]
    ) { _, admin in
      admin.stubs.journal.removeAll()
      return .empty()
    },
    AdminRoute(
      .get, "/requests/unmatched", "List the requests that no stub answered", tag: "Requests",
      answers: [(200, .json(.named("LoggedRequests")))]
    ) { _, admin in
      let events = ServedRequests(admin, admin.newest.filter(\.isUnmatched))
      return .list(
        "requests", events.entries, then: [admin.journalSwitch]
      ) { events.request($0) }
    },
    AdminRoute(
      .post, "/requests/count", "Count the requests that a pattern fits", tag: "Requests",
      body: .json(.named("RequestPattern")), answers: [(200, .json(.object(["count": .count])))]
    ) { request, admin throws(AdminRefusal) in
      let count = try admin.entries(fitting: request).count
      return .json([
        "count": .number(JSONNumber(count)), "requestJournalDisabled": admin.journalSwitch.1,
      ])
    },
    AdminRoute(
      .post, "/requests/find", "List the requests that a pattern fits", tag: "Requests",
      body: .json(.named("RequestPattern")),
      answers: [(200, .json(.named("LoggedRequests")))]
    ) { request, admin throws(AdminRefusal) in
      let events = ServedRequests(admin, try admin.entries(fitting: request))
      return .list(
        "requests", events.entries, then: [admin.journalSwitch]
      ) { events.request($0) }
    },
    AdminRoute(
      .post, "/requests/remove", "Forget the requests that a pattern fits", tag: "Requests",
      body: .json(.named("RequestPattern")),
      answers: [(200, .json(.named("RemovedEvents")))]
    ) { request, admin throws(AdminRefusal) in
      let removed = try admin.entries(fitting: request)
      admin.stubs.journal.remove(Set(removed.map(\.id)))
      let events = ServedRequests(admin, removed)
      return .list("serveEvents", events.entries, then: []) { events.event($0) }
    },
    AdminRoute(
      .post, "/requests/remove-by-metadata",
      "Forget the requests that were answered by stubs whose metadata meets a condition",
      tag: "Requests", body: .json(.named("Condition")),
      answers: [(200, .json(.named("RemovedEvents")))]
    ) { request, admin throws(AdminRefusal) in
      let condition = try admin.metadataCondition(request)
      let removed = try ServedRequests(admin, admin.stubs.journal.entries)
        .entries(whoseStub: condition)
      admin.stubs.journal.remove(Set(removed.map(\.id)))
      let events = ServedRequests(admin, removed)
      return .list("serveEvents", events.entries, then: []) { events.event($0) }
    },
    AdminRoute(
      .get, "/requests/{requestId}", "Show a request", tag: "Requests",
      answers: [(200, .json(.named("ServeEvent")))]
    ) { request, admin throws(AdminRefusal) in
      let entry = try admin.entry(named: request["requestId"])
      return .json(ServedRequests(admin, [entry]).event(entry))
    },
    AdminRoute(
      .delete, "/requests/{requestId}", "Forget a request", tag: "Requests",
      answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      guard AdminNames.isUUID(request["requestId"]) else {
        throw AdminRefusal(400, "\(request["requestId"]) is not a valid UUID")
      }
      if let number = admin.names.number(.request, of: request["requestId"]) {
        admin.stubs.journal.remove([number])
      }
      return .json([:])
    },
  ]
}

extension Admin {
  /// The member of WireMock's responses that says whether the journal keeps no requests.
  var journalSwitch: (String, JSONValue) {
    ("requestJournalDisabled", .bool(stubs.journal.limits.keepNothing))
  }

  /// The requests in the journal, with the newest one first.
  var newest: [JournalEntry] { stubs.journal.entries.reversed() }

  func entry(named name: String) throws(AdminRefusal) -> JournalEntry {
    guard AdminNames.isUUID(name) else {
      throw AdminRefusal(400, "\(name) is not a valid UUID")
    }
    guard let entry = names.number(.request, of: name).flatMap(stubs.journal.entry) else {
      throw .notFound
    }
    return entry
  }

  /// Returns the requests that the query parameters select, with the newest one first.
  fileprivate func entries(_ request: AdminRequest) throws(AdminRefusal) -> [JournalEntry] {
    var entries = newest
    if let text = request.parameter("since") {
      guard let since = WireMockDate.nanoseconds(text) else {
        throw AdminRefusal(400, "\(text) is not a valid ISO8601 date", pointer: "since")
      }
      entries = entries.filter { $0.arrival >= since }
    }
    if let name = request.parameter("matchingStub") {
      guard AdminNames.isUUID(name) else {
        throw AdminRefusal(
          400, code: 15, "Query parameter matchingStub value '\(name)' is not a valid UUID")
      }
      let wanted = name.lowercasedASCII()
      var verdicts: [HTTPStub.ID: Bool] = [:]
      entries = entries.filter { entry in
        guard let stub = entry.stub else { return false }
        if let verdict = verdicts[stub.id] { return verdict }
        let verdict = self.name(of: current(stub) ?? stub) == wanted
        verdicts[stub.id] = verdict
        return verdict
      }
    }
    if try request.flag("unmatched") { entries = entries.filter(\.isUnmatched) }
    return entries
  }

  /// Returns the requests that match the pattern in the body, with the oldest one first.
  func entries(fitting request: AdminRequest) throws(AdminRefusal) -> [JournalEntry] {
    let matchers = try pattern(request)
    return try asking(of: stubs.journal.entries) { entry, limit throws(EvaluationGaveUp) in
      try limit.verdict(of: matchers, on: entry.request).isMatch ? entry : nil
    }
  }

  /// Reads the body as a request pattern of WireMock.
  func pattern(_ request: AdminRequest) throws(AdminRefusal) -> [any HTTPStubMatcher] {
    _ = try request.neededObject()
    do throws(DiagnosticList) {
      return try sentRules.wireMockPattern(request.body)
    } catch {
      throw AdminRefusal(mapping: error)
    }
  }
}

extension JournalEntry {
  /// Whether no stub answered the request and it did not pass through.
  var isUnmatched: Bool {
    if case .unmatched = outcome { true } else { false }
  }
}
