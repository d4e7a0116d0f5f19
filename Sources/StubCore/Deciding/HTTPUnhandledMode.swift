/// Which requests the stubs are responsible for.
public enum HTTPUnhandledMode: Sendable, Hashable {
  /// Every request but the ignored ones; one that no stub answers is an error.
  case optout
  /// Only requests that a stub answers; all others pass through.
  case optin
}

/// What a request gets that no stub answers and that does not pass through.
public enum HTTPUnmatchedResponse: Sendable, Hashable {
  /// An error in-process, carrying the report; a 404 with the report from a listener.
  case error
  /// A response with this status and the report as its body.
  case status(HTTPStatusCode)
}
