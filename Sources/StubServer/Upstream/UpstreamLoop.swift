import StubCore

/// A thread for requests to real servers; it ends with the last that uses it.
final class UpstreamThread: Sendable {
  let mailbox: Mailbox<UpstreamLoop>
  let lastID = AtomicInt(0)

  /// - Throws: `EventLoopError` when the system has nothing left.
  init() throws {
    let mailbox = try Mailbox<UpstreamLoop>()
    self.mailbox = mailbox
    try LoopThread.start {
      guard let loop = try? UpstreamLoop(mailbox) else { return mailbox.refuse() }
      loop.run()
    }
  }

  deinit { mailbox.post { $0.stop() } }
}

/// What such a thread does.
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
    watch = Watch(mailbox.readEnd, on: loop) { [unowned self] _ in mailbox.deliver(to: self) }
  }

  func run() {
    loop.run()
    multi.cancelAll()
    mailbox.closeDown(for: self)
    multi.cancelAll()
  }

  func stop() { loop.stop() }

  func start(_ id: Int, _ transfer: CurlTransfer) {
    transfers[id] = transfer
    transfer.onOver = { [unowned self] in transfers[id] = nil }
    multi.start(transfer)
  }

  func cancel(_ id: Int) {
    if let transfer = transfers[id] { multi.cancel(transfer) }
  }

  /// Gives up a transfer, unless a recorder waits for its end.
  func clientLeft(_ id: Int) {
    if transfers[id]?.clientLeft() ?? false { cancel(id) }
  }

  /// Goes on with a transfer whose client has made room.
  func resume(_ id: Int) { transfers[id]?.resume() }

  /// Ends a transfer if it has no end of its own.
  func endStream(_ id: Int) {
    if transfers[id]?.isEventStream == true { cancel(id) }
  }
}
