import StubCore
import StubLanguages

/// Routes for sessions, by which many tests can share one server.
extension AdminRoute {
  /// The longest idle time of a session, in seconds: a year.
  private static let mostIdleSeconds = 31_536_000

  static let sessions: [AdminRoute] = [
    AdminRoute(
      .get, "/sessions", "List the sessions",
      answers: [(200, .json(.object(["sessions": .list(.named("Session"))])))]
    ) { _, admin in .list("sessions", admin.sessions.all, then: []) { $0.form } },
    AdminRoute(
      .post, "/sessions", "Begin a session",
      body: .json(.optional(["name": .text, "idleSeconds": .range(1, mostIdleSeconds)])),
      answers: [(201, .json(.named("Session")))]
    ) { request, admin throws(AdminRefusal) in
      let object = try request.object()
      let name = object["name"]?.string ?? AdminNames.unusedSession(admin.sessions)
      guard StubSession.isName(name) else {
        throw AdminRefusal(
          unprocessable: "a session cannot be called \(name.quoted)",
          "use 1 to 200 letters, digits or signs, without blanks and slashes", pointer: "/name")
      }
      let sent = object["idleSeconds"].flatMap { $0.isNull ? nil : $0 }
      let idle = sent?.number?.integer
      guard sent == nil || (1...mostIdleSeconds).contains(idle ?? 0) else {
        throw AdminRefusal(
          unprocessable: "idleSeconds must be a whole number from 1 to \(mostIdleSeconds)",
          "that is up to a year", pointer: "/idleSeconds")
      }
      guard let begun = admin.sessions.begin(name, idleLimit: idle.map { .seconds($0) }) else {
        let limit = admin.sessions.configuration.limit
        throw AdminRefusal(MissingSession(name: name, reason: .tooMany(limit)))
      }
      guard begun.isNew else {
        throw AdminRefusal(
          409, code: 409, "there is a session \(name.quoted) already", pointer: "/name")
      }
      return .json(begun.session.form, status: .created)
    },
    AdminRoute(
      .get, "/sessions/{name}", "Show a session", answers: [(200, .json(.named("Session")))]
    ) { request, admin throws(AdminRefusal) in
      guard let session = admin.sessions[request["name"]] else { throw .notFound }
      return .json(session.form)
    },
    AdminRoute(
      .delete, "/sessions/{name}", "End a session with all that it has", answers: [(204, .none)]
    ) { request, admin throws(AdminRefusal) in
      guard admin.sessions.end(request["name"]) else { throw .notFound }
      return .empty(.noContent)
    },
  ]
}

extension AdminNames {
  /// Returns a name for a session that no other session has.
  fileprivate static func unusedSession(_ sessions: StubSessions) -> String {
    while true {
      let name = "s-" + String(UInt32.random(in: .min ... .max), radix: 36)
      if sessions[name] == nil { return name }
    }
  }
}

extension StubSession {
  fileprivate var form: JSONValue {
    [
      "name": .string(name), "stubs": .number(JSONNumber(stubs.stubCount)),
      "requests": .number(JSONNumber(stubs.journal.receivedCount)),
      "idleSeconds": .number(JSONNumber(Int(idleLimit / .seconds(1)))),
    ]
  }
}
