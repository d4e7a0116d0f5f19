import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What of a body is still on its way, from who loads it to who plays it.
///
/// What has come and was not taken is kept, however much it is.
package final class BodyTail: Sendable {
  package enum Piece: Sendable, Hashable {
    case bytes(Data)
    /// Nothing now; `wait(_:)` tells when there is.
    case nothingYet
    case end
    case failure(StubFailure)
  }

  private struct State {
    var bytes = Data()
    /// What comes behind the bytes.
    var end: Piece?
    var onNews: (@Sendable () -> Void)?

    mutating func takeWaiting() -> (@Sendable () -> Void)? {
      defer { onNews = nil }
      return onNews
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds bytes that have come.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty { return }
    let tell = state.withLock { state in
      state.bytes.append(contentsOf: bytes)
      return state.takeWaiting()
    }
    tell?()
  }

  /// Says that no more will come, and why if that is not the body's end.
  package func finish(_ failure: StubFailure? = nil) {
    let tell = state.withLock { state in
      if state.end == nil { state.end = failure.map(Piece.failure) ?? .end }
      return state.takeWaiting()
    }
    tell?()
  }

  /// Takes what has come, and the end once that is all taken.
  package func take() -> Piece {
    state.withLock { state in
      if state.bytes.isEmpty { return state.end ?? .nothingYet }
      defer { state.bytes = Data() }
      return .bytes(state.bytes)
    }
  }

  /// Calls `tell` once, on any thread, when there is something to take; at once if there is.
  package func wait(_ tell: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.bytes.isEmpty || state.end != nil { return true }
      state.onNews = tell
      return false
    }
    if isNow { tell() }
  }
}

extension BodyTail: Hashable {
  package static func == (left: BodyTail, right: BodyTail) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
