import Dispatch
import StubCore
import StubLanguages
import StubPlatform

/// Writes whole lines to a descriptor, in order; any thread may print.
///
/// On a terminal, each line is written at once. Otherwise the lines of a few milliseconds are
/// written together, because one system call takes as long as finding the response to a request.
/// Only the queue writes, and it does not hold the lock meanwhile, so a slow reader never blocks a
/// thread that must not wait.
final class LineOutput: Sendable {
  /// The time that a line may wait for further lines.
  static let delay = DispatchTimeInterval.milliseconds(5)
  /// The time to wait for the reader of a log before an error is printed, or before the process
  /// ends.
  static let patience = DispatchTimeInterval.seconds(1)
  /// The number of waiting bytes at which they are written without further delay.
  private static let largestBatch = 64 * 1_024

  /// A function that returns the line to print in place of `count` dropped lines.
  typealias Note = @Sendable (_ count: Int) -> String

  /// Waiting bytes, to which texts are written.
  private struct PendingBytes: TextOutputStream {
    var bytes: [UInt8] = []

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { bytes.append(contentsOf: $0) }
    }
  }

  private struct State {
    var pending = PendingBytes()
    /// Empty memory for the next lines while the waiting ones are written.
    var spare = PendingBytes()
    /// Whether a write is scheduled on the queue.
    var isScheduled = false
    /// The number of lines dropped since the last write, because there was no room.
    var dropped = 0
    /// The function that makes the line about dropped lines; `nil` if the output is not a log.
    var note: Note?
    /// Whether the reader of the log has stopped reading.
    var isStalled = false
    /// Whether the reader has closed its end.
    var isClosed = false
    var problem: FileProblem?
  }

  private enum KeepResult {
    case kept
    case keptUntilWritten(isSoon: Bool)
    case full
  }

  private let descriptor: Int32
  private let isDelayed: Bool
  private let room: Int
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "stubber.output")

  /// Creates an output in which up to `room` bytes can wait for the reader.
  init(_ descriptor: Int32, isDelayed: Bool, room: Int = 4 << 20) {
    (self.descriptor, self.isDelayed, self.room) = (descriptor, isDelayed, room)
  }

  /// Prints a line.
  ///
  /// If there is no room, this method waits for the reader; with a `note`, it drops the line
  /// instead.
  func print(_ line: any TextOutputStreamable, orDropping note: Note? = nil) {
    write(line, end: "\n", note)
  }

  func write(_ text: any TextOutputStreamable, end: String = "", _ note: Note? = nil) {
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

  /// Writes a text to the waiting bytes; a text must not block, because it is written under the
  /// lock.
  private func keep(
    _ text: any TextOutputStreamable, _ end: String, _ note: Note?
  ) -> KeepResult {
    state.withLock { state in
      if state.note == nil { state.note = note }
      if state.isClosed { return .kept }
      let before = state.pending.bytes.count
      if state.dropped == 0 { text.write(to: &state.pending) }
      // A line may be longer than the room if no others wait.
      if state.dropped > 0 || before > 0 && state.pending.bytes.count >= room {
        state.pending.bytes.removeLast(state.pending.bytes.count - before)
        guard note != nil else { return .full }
        state.dropped += 1
        return .kept
      }
      state.pending.write(end)
      let isSoon = before < Self.largestBatch && state.pending.bytes.count >= Self.largestBatch
      if state.isScheduled, isDelayed, !isSoon { return .kept }
      state.isScheduled = true
      return .keptUntilWritten(isSoon: isSoon)
    }
  }

  /// Writes the waiting lines, and blocks the thread until they are written.
  func flush() { queue.sync { writePending() } }

  /// Writes the waiting lines, but does not wait if the reader has stopped reading.
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

  /// Writes all lines before the process ends; for the reader of a log, it waits only ``patience``.
  ///
  /// - Returns: the reason why a line could not be written; `nil` if all were, or if the reader has
  ///   closed its end.
  func finish() -> FileProblem? {
    if state.withLock({ $0.note != nil }) { waitInTime() } else { flush() }
    return state.withLock(\.problem)
  }

  /// Whether the reader has closed its end, so that printed text is lost.
  var isReaderGone: Bool {
    if state.withLock(\.isClosed) { return true }
    var end = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&end, 1, 0) > 0 && end.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// Writes all waiting bytes; called only on the queue.
  private func writePending() {
    var taken = state.withLock { state in
      if state.dropped > 0, let note = state.note {
        state.pending.write("\(note(state.dropped))\n")
      }
      state.dropped = 0
      state.isScheduled = false
      var taken = PendingBytes()
      swap(&taken, &state.spare)
      swap(&taken, &state.pending)
      return taken
    }
    let problem = write(taken.bytes)
    taken.bytes.removeAll(keepingCapacity: taken.bytes.capacity <= 2 * Self.largestBatch)
    state.withLock { state in
      swap(&taken, &state.spare)
      state.isStalled = false
      guard let problem else { return }
      if problem.code == EPIPE { state.isClosed = true } else { state.problem = problem }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: the reason why some could not be written; `nil` if all were written.
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
          // Another process may have made the descriptor non-blocking.
          var end = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&end, 1, -1)
        default: return .last
        }
      }
      return nil
    }
  }
}

/// Calls the function `write` of the system, which the method `write` hides inside the class.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
