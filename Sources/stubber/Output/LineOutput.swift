import Dispatch
import StubCore
import StubLanguages
import StubPlatform

/// Writes whole lines to a descriptor, in their order, from any thread.
///
/// On a terminal each line is written at once. Elsewhere the lines of a few milliseconds are written
/// together: a system call for each logged request takes as long as deciding on the request. Only the queue
/// writes, and not under the lock, so a reader that does not read holds up no thread that may not wait.
final class LineOutput: Sendable {
  /// How long a line may wait for others.
  static let delay = DispatchTimeInterval.milliseconds(5)
  /// How long a log waits for its reader before the process ends, or before an error overtakes it.
  static let patience = DispatchTimeInterval.seconds(1)
  /// Bytes that are written without waiting longer.
  private static let largestBatch = 64 * 1_024

  /// A line that stands for so many that were dropped.
  typealias Note = @Sendable (_ count: Int) -> String

  private struct State {
    var pending: [UInt8] = []
    /// Whether the queue is going to write them.
    var isScheduled = false
    /// Lines that came after the pending ones, when there was no room.
    var dropped = 0
    /// The line for dropped ones; `nil` for the output of a command that has printed no log.
    var note: Note?
    /// Whether a log has waited for the reader in vain.
    var isStalled = false
    /// Whether the reader has gone away.
    var isClosed = false
    var problem: FileProblem?
  }

  private enum Fate {
    case kept
    case keptUntilWritten(isSoon: Bool)
    case full
  }

  private let descriptor: Int32
  private let isDelayed: Bool
  private let room: Int
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "stubber.output")

  /// An output with room for so many bytes that wait for the reader.
  init(_ descriptor: Int32, isDelayed: Bool, room: Int = 4 << 20) {
    (self.descriptor, self.isDelayed, self.room) = (descriptor, isDelayed, room)
  }

  /// Prints a line; where there is no room, waits for the reader, or drops the line of a log.
  func print(_ line: String, orDropping note: Note? = nil) { write(line, end: "\n", note) }

  func write(_ text: String, end: String = "", _ note: Note? = nil) {
    while true {
      switch keep(text, end, note) {
      case .kept: return
      case .keptUntilWritten(let isSoon):
        if isDelayed, !isSoon {
          queue.asyncAfter(deadline: .now() + Self.delay) { self.writePending() }
        } else if isDelayed || note != nil {
          queue.async { self.writePending() }
        } else {
          flush()
        }
        return
      case .full: flush()
      }
    }
  }

  private func keep(_ text: String, _ end: String, _ note: Note?) -> Fate {
    state.withLock { state in
      if state.note == nil { state.note = note }
      if state.isClosed { return .kept }
      let before = state.pending.count
      // A line alone may be of any length.
      if state.dropped > 0 || before > 0 && before + text.utf8.count >= room {
        guard note != nil else { return .full }
        state.dropped += 1
        return .kept
      }
      state.pending.append(contentsOf: text.utf8)
      state.pending.append(contentsOf: end.utf8)
      let isSoon = before < Self.largestBatch && state.pending.count >= Self.largestBatch
      if state.isScheduled, isDelayed, !isSoon { return .kept }
      state.isScheduled = true
      return .keptUntilWritten(isSoon: isSoon)
    }
  }

  /// Writes the lines that wait, however long that takes.
  func flush() { queue.sync { writePending() } }

  /// Writes the lines that wait, unless the reader has stopped reading.
  func flushInTime() {
    if !state.withLock(\.isStalled) { waitInTime() }
  }

  private func waitInTime() {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async {
      self.writePending()
      isWritten.signal()
    }
    if isWritten.wait(timeout: .now() + Self.patience) == .timedOut {
      state.withLock { $0.isStalled = true }
    }
  }

  /// Writes all lines before the process ends; the rest of a log only if its reader reads it in time.
  ///
  /// - Returns: why something could not be written; a reader that has gone away is no problem.
  func finish() -> FileProblem? {
    if state.withLock({ $0.note != nil }) { waitInTime() } else { flush() }
    return state.withLock(\.problem)
  }

  /// Whether what is printed is lost, as the reader has gone away.
  var isReaderGone: Bool {
    if state.withLock(\.isClosed) { return true }
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0 && end.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Runs on the queue, which writes one batch after the other.
  private func writePending() {
    let bytes = state.withLock { state in
      if state.dropped > 0, let note = state.note {
        state.pending.append(contentsOf: "\(note(state.dropped))\n".utf8)
      }
      state.dropped = 0
      state.isScheduled = false
      defer { state.pending = [] }
      return state.pending
    }
    let problem = write(bytes)
    state.withLock { state in
      state.isStalled = false
      guard let problem else { return }
      if problem.code == EPIPE { state.isClosed = true } else { state.problem = problem }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: why the rest could not be written.
  private func write(_ bytes: [UInt8]) -> FileProblem? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          // Another process may have made it non-blocking.
          var end = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&end, 1, -1)
        default: return .last
        }
      }
      return nil
    }
  }
}

/// Outside of the type, where `write` is the system's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
