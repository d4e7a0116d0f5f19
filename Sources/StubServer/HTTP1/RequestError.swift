package import StubCore

/// Why the bytes that a client sent are not a valid request, and what the client can do.
package struct RequestError: Error, Sendable, Hashable {
  /// A place in the request's bytes, counted the way editors count.
  package struct Place: Sendable, Hashable {
    /// The line number, from 1; empty lines before the request line count.
    package var line: Int
    /// The number of the byte in its line, from 1.
    package var byte: Int
  }

  package var status: HTTPStatusCode
  package var expected: String
  package var found: String
  package var remedy: String
  package var place: Place?

  package init(
    _ status: HTTPStatusCode, expected: String, found: String, try remedy: String,
    at place: Place? = nil
  ) {
    self.status = status
    self.expected = expected
    self.found = found
    self.remedy = remedy
    self.place = place
  }
}

extension RequestError: CustomStringConvertible {
  package var description: String {
    let position = place.map { "line \($0.line), byte \($0.byte) of the request: " } ?? ""
    return "\(position)expected \(expected), got \(found); \(remedy)"
  }
}

/// A whole request as received, with the facts that its connection needs.
package struct IncomingRequest: Sendable, Hashable {
  package var request: ReceivedRequest
  /// Whether the client wants to send more on this connection (RFC 9112 §9.3).
  package var keepsAlive: Bool
  /// Whether the request has an `Upgrade` field.
  package var offersUpgrade = false

  package var isHTTP10: Bool { request.httpVersion == "1.0" }
}

/// Errors of requests that arrive too slowly or incompletely.
extension RequestError {
  static func slowHead(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "a whole head within \(timeouts.head)", found: "nothing for too long",
      try: "send the request without pauses, or raise the timeout `head`")
  }

  /// The error for a body that stops arriving.
  static func stalledBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "more of the body within \(timeouts.body)", found: "nothing for too long",
      try: "send the request without pauses, or raise the timeout `body`")
  }

  /// The error for a body that takes too long, even if it arrives steadily.
  static func slowBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "a whole body within \(timeouts.wholeBody)", found: "only a part of it",
      try: "send the body faster, or raise the timeout `wholeBody` (--body-timeout)")
  }

  /// The error for a connection that ends within a request.
  static func cutShort(isBody: Bool) -> RequestError {
    RequestError(
      400, expected: "the rest of the \(isBody ? "body" : "head")",
      found: "the end of the connection",
      try: "send the whole request, and the length of the body that is really sent")
  }
}
