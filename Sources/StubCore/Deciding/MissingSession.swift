/// The error for a request that names a session, but cannot use it.
///
/// A session is one client's own view of a shared server, with its own stubs and counts.
package struct MissingSession: Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    /// The name is not valid as the name of a session.
    case noName
    /// The session has not begun, and on this server only the admin API begins sessions.
    case notBegun
    /// There are as many open sessions as the limit allows.
    case tooMany(Int)
  }

  package let name: String
  package let reason: Reason

  package init(name: String, reason: Reason) { (self.name, self.reason) = (name, reason) }

  package var status: HTTPStatusCode {
    switch reason {
    case .noName: .badRequest
    case .notBegun: .notFound
    case .tooMany: .tooManyRequests
    }
  }

  /// The problem in words, such as `there is no session "a"`.
  package var problem: String {
    switch reason {
    case .noName: "a session cannot be called \(name.quoted)"
    case .notBegun: "there is no session \(name.quoted)"
    case .tooMany(let limit):
      "session \(name.quoted) cannot begin: there are \(limit) sessions already"
    }
  }

  /// The remedy in words; paths are relative to the admin API.
  package var remedy: String {
    switch reason {
    case .noName: "use 1 to 200 letters, digits or signs, without blanks and slashes"
    case .notBegun: "begin it with POST /sessions of the admin API"
    case .tooMany:
      "end some with DELETE /sessions/NAME of the admin API, or raise --max-sessions"
    }
  }
}
