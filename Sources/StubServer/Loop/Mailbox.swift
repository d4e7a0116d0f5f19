import StubCore
import StubLanguages

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Carries work from any thread to the one thread on which its receiver lives.
///
/// This is the only way into a loop: what is confined to a loop never leaves it, so nothing of it
/// needs to be `Sendable`.
final class Mailbox<Receiver>: Sendable {
  typealias Message = @Sendable (Receiver) -> Void

  private struct State {
    var messages: [Message] = []
    var isClosed = false
  }

  private let state = Lock(State())
  /// Becomes readable when messages wait.
  let readEnd: Int32
  private let writeEnd: Int32

  /// - Throws: `EventLoopError` when the system has no more descriptors.
  init() throws(EventLoopError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw EventLoopError() }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { Descriptor.prepare(end) }
    // What stays open leaves the last ones to what is open for a moment.
    guard DescriptorLimit.current.admits(max(readEnd, writeEnd)) else { throw EventLoopError() }
  }

  deinit {
    Descriptor.close(readEnd)
    Descriptor.close(writeEnd)
  }

  /// Hands over work; dropped once the receiver has gone.
  ///
  /// - Returns: whether the work will be done.
  @discardableResult
  func post(_ message: @escaping Message) -> Bool {
    let (isAccepted, wasEmpty) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.messages.append(message)
      return (true, state.messages.count == 1)
    }
    if wasEmpty {
      var byte: UInt8 = 1
      // A full pipe is as good a signal as one more byte.
      _ = write(writeEnd, &byte, 1)
    }
    return isAccepted
  }

  /// Does the work that has come; called on the receiver's thread.
  func deliver(to receiver: Receiver) {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) == bytes.count {}
    let messages = state.withLock { state in
      var taken: [Message] = []
      swap(&taken, &state.messages)
      return taken
    }
    for message in messages { message(receiver) }
  }

  /// Refuses further work and drops what has come; for when there will be no receiver.
  func refuse() {
    state.withLock { state in
      state.isClosed = true
      state.messages = []
    }
  }

  /// Refuses further work and does the last of it.
  func closeDown(for receiver: Receiver) {
    state.withLock { $0.isClosed = true }
    deliver(to: receiver)
  }
}
