import CLibevent
import StubCore
import StubLanguages
import StubPlatform

/// A queue that runs closures from any thread on the one thread of their receiver, in order.
///
/// A mailbox is the only way into an event loop. A loop's objects stay on its thread, so they need
/// not be `Sendable`.
final class Mailbox<Receiver>: Sendable {
  typealias Message = @Sendable (Receiver) -> Void

  private struct State {
    var messages: [Message] = []
    var isClosed = false
    var watch: ReceiverWatch?
  }

  /// The watch of the receiver, which its own thread can wake without the pipe.
  ///
  /// It is `Sendable` because no other thread uses the watch.
  private struct ReceiverWatch: @unchecked Sendable {
    let thread: UInt
    let watch: Unmanaged<Watch>

    var isOfThisThread: Bool { thread == LoopThread.number }
  }

  private let state = Lock(State())
  /// The end of a pipe that becomes readable when closures wait.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Creates a mailbox and its pipe.
  ///
  /// - Throws: `EventLoopError` if the system has no more descriptors.
  init() throws(EventLoopError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw EventLoopError() }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { Descriptor.prepare(end) }
    // Descriptors that stay open for long must leave the last numbers to short-lived ones.
    guard DescriptorLimit.current.admits(max(readEnd, writeEnd)) else { throw EventLoopError() }
  }

  deinit {
    Descriptor.close(readEnd)
    Descriptor.close(writeEnd)
  }

  /// Returns a watch that runs the waiting closures on this thread, the receiver's.
  ///
  /// The receiver must keep the watch until it has called ``closeDown(for:)``.
  func watch(on loop: EventLoop, for receiver: @escaping () -> Receiver) -> Watch {
    let watch = Watch(readEnd, on: loop) { [unowned self] events in
      if events & EV_READ != 0 { emptyPipe() }
      deliver(to: receiver())
    }
    let own = ReceiverWatch(thread: LoopThread.number, watch: .passUnretained(watch))
    state.withLock { $0.watch = own }
    return watch
  }

  /// Adds a closure for the receiver; it is discarded if the receiver has ended.
  ///
  /// - Returns: `false` if it was discarded.
  @discardableResult
  func post(_ message: @escaping Message) -> Bool {
    let (isAccepted, wasEmpty, watch) = state.withLock { state in
      guard !state.isClosed else { return (false, false, ReceiverWatch?.none) }
      state.messages.append(message)
      return (true, state.messages.count == 1, state.watch)
    }
    guard wasEmpty else { return isAccepted }
    if let watch, watch.isOfThisThread {
      watch.watch.takeUnretainedValue().wake()
    } else {
      var byte: UInt8 = 1
      // If the pipe is full, the receiver is already notified.
      _ = write(writeEnd, &byte, 1)
    }
    return isAccepted
  }

  private func emptyPipe() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
    }
  }

  private func deliver(to receiver: Receiver) {
    let messages = state.withLock { state in
      var taken: [Message] = []
      swap(&taken, &state.messages)
      return taken
    }
    for message in messages { message(receiver) }
  }

  /// Refuses further closures and discards the waiting ones, because there will be no receiver.
  func refuse() {
    state.withLock { state in
      state.isClosed = true
      state.messages = []
    }
  }

  /// Refuses further closures and runs the waiting ones.
  func closeDown(for receiver: Receiver) {
    state.withLock { state in
      state.isClosed = true
      state.watch = nil
    }
    deliver(to: receiver)
  }
}
