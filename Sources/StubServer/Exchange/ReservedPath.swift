package import StubCore

/// A path below which the listener itself answers, before it looks for a stub.
///
/// Network limits and response faults do not affect these requests, and no journal contains them.
package struct ReservedPath: Sendable {
  /// The start of the path, such as `/__admin`: with a leading slash and no trailing one.
  package let prefix: String
  private let handler: RequestHandler
  private let isQuestion: @Sendable (ReceivedRequest) -> Bool
  /// The byte after the first slash, which rules out most other requests at once.
  private let mark: UInt8?

  /// Creates a reserved path, below which `handler` answers.
  ///
  /// `isQuestion` returns `true` for requests that change nothing. Their answer is canceled if the
  /// client ends its side early.
  package init(
    _ prefix: String, isQuestion: @escaping @Sendable (ReceivedRequest) -> Bool = { _ in false },
    handler: @escaping RequestHandler
  ) {
    self.prefix = prefix
    mark = prefix.utf8.dropFirst().first
    (self.handler, self.isQuestion) = (handler, isQuestion)
  }

  /// Returns the answer to a request whose path begins with this path.
  func answer(_ request: ReceivedRequest) -> ListenerResponse {
    let isDeferred = request.hasBody(over: IncomingBody.freeSize)
    var answer =
      isDeferred ? ListenerResponse.deferred { [handler] in handler(request) } : handler(request)
    answer.endsWithInput = isQuestion(request)
    return answer
  }

  /// Returns whether the path of a request to this listener begins with this path.
  func contains(_ request: ReceivedRequest) -> Bool {
    // A client that uses a proxy also sends the listener's own port (RFC 9112 §3.2.2).
    guard request.pathMark == mark, request.target.path.hasBytes(of: prefix),
      !request.isForProxy || request.target.isListenerPort
    else { return false }
    let rest = request.target.path.utf8.dropFirst(prefix.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
