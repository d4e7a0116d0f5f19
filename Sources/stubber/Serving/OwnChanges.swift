import StubCore
import StubLanguages

/// Files that the program itself changes, which are no news for its watch.
final class OwnChanges: Sendable {
  private struct State {
    /// Files that are being written.
    var open: Set<String> = []
    /// Files that were written, as they are then; `nil` for a file that was removed.
    var done: [String: FileStamp?] = [:]
  }

  private let state = Lock(State())

  /// Notes that a file is about to be changed, or that it has been.
  func note(_ path: String, isOver: Bool) {
    let stamp = isOver ? FileStamp(path: path) : nil
    state.withLock { state in
      if isOver {
        state.open.remove(path)
        state.done[path] = .some(stamp)
      } else {
        state.open.insert(path)
      }
    }
  }

  /// What was changed since the last call, and the files that are being changed.
  func take() -> (done: [String: FileStamp?], open: Set<String>) {
    state.withLock { state in
      defer { state.done = [:] }
      return (state.done, state.open)
    }
  }
}
