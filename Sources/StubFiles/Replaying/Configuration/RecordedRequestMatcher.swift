public import StubCore

/// A way to compare requests with recordings that has a name.
///
/// ```swift
/// configuration.matchers["same user"] = .closure { recorded, received in
///   recorded.headers["X-User"] == received.headers["X-User"]
/// }
/// configuration.matchers["address"] = .parts([.host, .path, .custom("same user")])
/// ```
public enum RecordedRequestMatcher: Sendable {
  /// Runs on any thread, concurrently, and also to tell recorded requests apart.
  case closure(@Sendable (_ recorded: RecordedRequest, _ received: ReceivedRequest) -> Bool)
  /// All of these parts, other registered names among them.
  case parts([RequestPart])
}
