import StubCore

/// The thread on which requests to the real server run.
final class UpstreamLoop {
  private let loop: EventLoop
  private let multi: CurlMulti
  private let mailbox: Mailbox<UpstreamLoop>
  private var watch: Watch?
  private var transfers: [Int: CurlTransfer] = [:]

  /// - Throws: `EventLoopError` when the system has nothing left.
  init(_ mailbox: Mailbox<UpstreamLoop>) throws(EventLoopError) {
    loop = try EventLoop()
    guard let multi = CurlMulti(on: loop) else { throw EventLoopError() }
    self.multi = multi
    self.mailbox = mailbox
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] in mailbox.deliver(to: self) }
  }

  func run() {
    loop.run()
    multi.cancelAll()
    mailbox.closeDown(for: self)
    multi.cancelAll()
  }

  func stop() { loop.stop() }

  /// Loads a request; `onEnd` is called once, with `nil` when it was canceled.
  func load(
    _ id: Int, _ request: ReceivedRequest, _ configuration: UpstreamConfiguration,
    onEnd: @escaping (LoadedExchange?) -> Void
  ) {
    let transfer = CurlTransfer(request, configuration) { [unowned self] exchange in
      transfers[id] = nil
      onEnd(exchange)
    }
    guard let transfer else { return onEnd(nil) }
    transfers[id] = transfer
    multi.start(transfer)
  }

  func cancel(_ id: Int) {
    if let transfer = transfers[id] { multi.cancel(transfer) }
  }
}
