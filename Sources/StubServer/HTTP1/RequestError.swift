package import StubCore
import StubLanguages

/// The reason why the listener refuses a request, with the remedy for the client.
package struct RequestError: Error, Sendable, Hashable {
  /// A place in the request's bytes; lines and bytes are counted from 1, as in editors.
  package struct Place: Sendable, Hashable {
    /// The line number, from 1; empty lines before the request line count.
    package var line: Int
    /// The number of the byte in its line, from 1.
    package var byte: Int
  }

  package var status: HTTPStatusCode
  /// The problem, as a clause such as `the request has two Host fields`.
  package var problem: String
  /// The remedy, as an imperative such as `send Host once`.
  package var remedy: String
  package var place: Place?

  package init(
    _ status: HTTPStatusCode, _ problem: String, try remedy: String, at place: Place? = nil
  ) {
    self.status = status
    self.problem = problem
    self.remedy = remedy
    self.place = place
  }
}

extension RequestError: CustomStringConvertible {
  package var description: String {
    let position = place.map { "line \($0.line), byte \($0.byte) of the request: " } ?? ""
    return "\(position)\(problem); \(remedy)"
  }
}

/// A complete request, with the facts that its connection needs.
package struct IncomingRequest: Sendable, Hashable {
  package var request: ReceivedRequest
  /// Whether the client will send another request on this connection (RFC 9112 §9.3).
  package var keepsAlive: Bool
  /// Whether the request has an `Upgrade` field.
  package var offersUpgrade = false

  package var isHTTP10: Bool { request.httpVersion == "1.0" }
}

/// Errors of requests that arrive too slowly or incompletely.
extension RequestError {
  static func slowHead(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, "the head was not complete after \(timeouts.head)",
      try: "send the request without pauses, or raise the timeout `head`")
  }

  /// The error for a body that stops arriving.
  static func stalledBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, "no more of the body arrived within \(timeouts.body)",
      try: "send the request without pauses, or raise the timeout `body`")
  }

  /// The error for a body that takes too long, even if it arrives steadily.
  static func slowBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, "the body was not complete after \(timeouts.wholeBody)",
      try: "send it faster, or raise the timeout `wholeBody` (--body-timeout)")
  }

  /// The error for a connection that ends in the middle of a request.
  static func cutShort(isBody: Bool) -> RequestError {
    RequestError(
      400, "the connection ended within the \(isBody ? "body" : "head") of the request",
      try: isBody
        ? "send as many bytes as the request announces" : "send the whole head, with its empty line"
    )
  }
}

/// Errors of requests in any version of HTTP.
extension RequestError {
  static func largeHead(_ limits: ListenerLimits, at place: Place? = nil) -> RequestError {
    RequestError(
      431, "the header fields have more than \(limits.headSize) bytes together",
      try: "send less, or raise the limit `headSize` (--max-head)", at: place)
  }

  static func tooManyFields(_ limits: ListenerLimits, at place: Place? = nil) -> RequestError {
    RequestError(
      431, "the request has more than \(limits.headerCount) header fields",
      try: "send fewer, or raise the limit `headerCount` (--max-headers)", at: place)
  }

  static func largeBody(_ limits: ListenerLimits, at place: Place? = nil) -> RequestError {
    RequestError(
      413, "the body has more than \(limits.bodySize) bytes",
      try: "send less, or raise the limit `bodySize` (--max-body)", at: place)
  }

  static func tooManyConnections(_ limits: ListenerLimits) -> RequestError {
    RequestError(
      503, "the server already has \(limits.connections) connections",
      try: "close some, or raise the limit `connections` (--max-connections)")
  }

  static func unknownExpectation(_ value: String, at place: Place? = nil) -> RequestError {
    RequestError(
      417, "the Expect field must be `100-continue`, not \(quoted(value))", try: "leave it out",
      at: place)
  }

  /// The error for an invalid host in the part of the request that `name` names.
  static func invalidHost(
    _ value: String, in name: String, at place: Place? = nil
  ) -> RequestError {
    RequestError(
      400, "\(name) must be `host` or `host:port`, not \(quoted(value))",
      try: "leave out scheme, path and user name", at: place)
  }

  /// Returns the client's text in quotes; a long text is cut off.
  static func quoted(_ text: String) -> String {
    if text.isEmpty { return "empty" }
    return text.utf8.count <= 30 ? text.quoted : "\(text.prefix(29))…".quoted
  }
}
