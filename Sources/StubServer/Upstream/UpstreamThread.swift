import StubCore

/// A thread that sends requests to real servers; it ends when this object is released.
final class UpstreamThread: Sendable {
  private let mailbox: Mailbox<UpstreamLoop>
  let port: UpstreamPort

  /// Starts the thread.
  ///
  /// - Throws: `EventLoopError` if system resources are used up.
  init() throws(EventLoopError) {
    let mailbox = try Mailbox<UpstreamLoop>()
    let port = UpstreamPort { mailbox.post($0) }
    (self.mailbox, self.port) = (mailbox, port)
    try LoopThread.start {
      guard let loop = try? EventLoop(),
        let upstreams = UpstreamLoop(on: loop, at: port, like: mailbox.readEnd)
      else { return mailbox.refuse() }
      let watch = mailbox.watch(on: loop) { upstreams }
      loop.run()
      upstreams.cancelAll()
      mailbox.closeDown(for: upstreams)
      upstreams.cancelAll()
      withExtendedLifetime(watch) {}
    }
  }

  deinit { mailbox.post { $0.stop() } }
}

/// The way to an event loop's requests to real servers, from any thread.
struct UpstreamPort: Sendable {
  typealias Message = @Sendable (UpstreamLoop) -> Void

  private let send: @Sendable (@escaping Message) -> Bool

  init(_ send: @escaping @Sendable (@escaping Message) -> Bool) { self.send = send }

  /// Runs the closure on the thread of the loop; it is discarded if the loop has ended.
  ///
  /// - Returns: `false` if it was discarded.
  @discardableResult
  func post(_ message: @escaping Message) -> Bool { send(message) }
}
