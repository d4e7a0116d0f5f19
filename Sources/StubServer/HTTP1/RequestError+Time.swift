import StubCore

/// Requests that come too slowly, or not as a whole.
extension RequestError {
  static func slowHead(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "a whole head within \(timeouts.head)", found: "nothing for too long",
      try: "send the request without pauses, or raise the timeout `head`")
  }

  /// For a body of which nothing more comes.
  static func stalledBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "more of the body within \(timeouts.body)", found: "nothing for too long",
      try: "send the request without pauses, or raise the timeout `body`")
  }

  /// For a body that takes too long, however steadily its pieces come.
  static func slowBody(_ timeouts: ListenerTimeouts) -> RequestError {
    RequestError(
      408, expected: "a whole body within \(timeouts.wholeBody)", found: "only a part of it",
      try: "send the body faster, or raise the timeout `wholeBody` (--body-timeout)")
  }

  /// For a connection that ends within a request.
  static func cutShort(isBody: Bool) -> RequestError {
    RequestError(
      400, expected: "the rest of the \(isBody ? "body" : "head")",
      found: "the end of the connection",
      try: "send the whole request, and the length of the body that is really sent")
  }
}
