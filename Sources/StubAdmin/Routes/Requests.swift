import StubCore
import StubFiles
import StubLanguages

/// Routes for the requests in the journal, in WireMock's form.
extension AdminRoute {
  static let requests: [AdminRoute] = [
    AdminRoute(
      .get, "/requests", "List the requests in the journal, the newest first",
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
    AdminRoute(.delete, "/requests", "Forget all requests", answers: [(200, .json(.object))]) {
      _, admin in
      admin.stubs.journal.removeAll()
      return .json([:])
    },
    AdminRoute(.post, "/requests/reset", "Forget all requests", answers: [(200, .none)]) {
      _, admin in
      admin.stubs.journal.removeAll()
      return .empty()
    },
    AdminRoute(
      .get, "/requests/unmatched", "List the requests that no stub answered",
      answers: [(200, .json(.named("LoggedRequests")))]
    ) { _, admin in
      admin.list(admin.unmatched)
    },
    .asking(
      "/requests/count", "Count the requests that a pattern fits",
      body: .json(.named("RequestPattern")), answers: [(200, .json(.object(["count": .count])))]
    ) { request, admin throws(AdminRefusal) in
      let count = try admin.entries(fitting: try admin.pattern(request)).count
      return .json([
        "count": .number(JSONNumber(count)), "requestJournalDisabled": admin.journalSwitch.1,
      ])
    },
    .asking(
      "/requests/find", "List the requests that a pattern fits",
      body: .json(.named("RequestPattern")), answers: [(200, .json(.named("LoggedRequests")))]
    ) { request, admin throws(AdminRefusal) in
      admin.list(try admin.entries(fitting: try admin.pattern(request)))
    },
    AdminRoute(
      .post, "/requests/remove", "Forget the requests that a pattern fits",
      body: .json(.named("RequestPattern")), answers: [(200, .json(.named("RemovedEvents")))]
    ) { request, admin throws(AdminRefusal) in
      admin.forgetting(try admin.entries(fitting: try admin.pattern(request)))
    },
    AdminRoute(
      .post, "/requests/remove-by-metadata",
      "Forget the requests that were answered by stubs whose metadata meets a condition",
      body: .json(.named("Condition")), answers: [(200, .json(.named("RemovedEvents")))]
    ) { request, admin throws(AdminRefusal) in
      let condition = try MetadataCondition(request, admin)
      let all = ServedRequests(admin, admin.stubs.journal.entries)
      return admin.forgetting(try all.entries(whoseStub: condition))
    },
    AdminRoute(
      .get, "/requests/{requestId}", "Show a request", answers: [(200, .json(.named("ServeEvent")))]
    ) { request, admin throws(AdminRefusal) in
      let entry = try admin.entry(named: request["requestId"])
      return .json(ServedRequests(admin, [entry]).event(entry))
    },
    AdminRoute(
      .delete, "/requests/{requestId}", "Forget a request", answers: [(200, .json(.object))]
    ) { request, admin throws(AdminRefusal) in
      try admin.forget(request["requestId"])
      return .json([:])
    },
  ]
}

extension Admin {
  /// The member of WireMock's responses that tells whether the journal keeps no requests.
  var journalSwitch: (String, JSONValue) {
    ("requestJournalDisabled", .bool(stubs.journal.limits.keepNothing))
  }

  /// Returns a list of requests without their responses.
  fileprivate func list(_ entries: [JournalEntry]) -> AdminResponse {
    let events = ServedRequests(self, entries)
    return .list("requests", entries, then: [journalSwitch]) { events.request($0) }
  }

  /// Removes requests, and returns a list of them with their responses.
  fileprivate func forgetting(_ entries: [JournalEntry]) -> AdminResponse {
    forget(entries)
    let events = ServedRequests(self, entries)
    return .list("serveEvents", entries, then: []) { events.event($0) }
  }

  /// Returns the requests that the query parameters select, newest first.
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

  /// Reads the body as a request pattern of WireMock.
  func pattern(_ request: AdminRequest) throws(AdminRefusal) -> [any HTTPStubMatcher] {
    try request.wireMock(sentRules.wireMockPattern)
  }
}
