#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The rest of a body that comes from a real server: from its source to the player.
///
/// It has a window: a source that finds it full stops reading, so that a client that reads slowly
/// slows the real server.
package final class BodyTail: Sendable {
  package enum Piece: Sendable, Hashable {
    case bytes(Data)
    /// Nothing now; `wait(_:)` calls back when there is.
    case nothingYet
    case end
    case failure(StubFailure)
  }

  private struct State {
    var bytes = Data()
    /// What comes behind the bytes.
    var end: Piece?
    var onNews: Told?
    var onRoom: Told?
    /// How many bytes may wait before the source has to stop.
    var window: Int
    /// Whether the reader has gone.
    var isAbandoned = false
  }

  /// The waiter, as a class: a closure would be wrapped again each time it leaves the lock.
  private final class Told: Sendable {
    let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
  }

  private let state: Lock<State>

  /// - Parameter window: How many bytes may wait before the source has to stop, more than 0.
  package init(window: Int = 256 * 1_024) { state = Lock(State(window: window)) }

  /// Whether the source may append; if not, `tell` is called once when it may.
  ///
  /// It is called inside ``take(upTo:)``, so it must return at once.
  package func hasRoom(_ tell: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.onRoom = state.bytes.count < state.window ? nil : Told(tell)
      return state.onRoom == nil
    }
  }

  /// Makes the window endless, so that the source never waits for the reader.
  package func openWindow() {
    let waiting = state.withLock { state in
      state.window = .max
      return state.onRoom.take()
    }
    waiting?.tell()
  }

  /// Drops what has come and what comes: the client has left, but a recorder wants the whole body.
  package func abandon() {
    let waiting = state.withLock { state in
      state.isAbandoned = true
      state.bytes = Data()
      return state.onRoom.take()
    }
    waiting?.tell()
  }

  /// Adds bytes that have come.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty { return }
    let waiting = state.withLock { state in
      if !state.isAbandoned { state.bytes.append(contentsOf: bytes) }
      return state.onNews.take()
    }
    waiting?.tell()
  }

  /// Says that no more will come, and why if that is not the body's end.
  package func finish(_ failure: StubFailure? = nil) {
    let waiting = state.withLock { state in
      if state.end == nil { state.end = failure.map(Piece.failure) ?? .end }
      return state.onNews.take()
    }
    waiting?.tell()
  }

  /// Takes up to so many of the bytes that have come, and the end once they are all taken.
  package func take(upTo most: Int) -> Piece {
    let (piece, waiting) = state.withLock { state -> (Piece, Told?) in
      if state.bytes.isEmpty { return (state.end ?? .nothingYet, nil) }
      let taken = state.bytes.prefix(most)
      // The rest starts at 0 again, and a copy of its own does not keep the bytes before it.
      state.bytes = Data(state.bytes.dropFirst(most))
      return (.bytes(Data(taken)), state.bytes.count < state.window ? state.onRoom.take() : nil)
    }
    waiting?.tell()
    return piece
  }

  /// Calls `tell` once, on any thread, when there is something to take; immediately if there is now.
  package func wait(_ tell: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.bytes.isEmpty || state.end != nil { return true }
      state.onNews = Told(tell)
      return false
    }
    if isNow { tell() }
  }
}

extension BodyTail: Hashable {
  package static func == (left: BodyTail, right: BodyTail) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension HTTPStubFault {
  /// How many bytes of a body that is on its way the script needs before it begins.
  ///
  /// That is one byte less than must have come, unless the body has ended before; `nil` where the body is
  /// played as it comes, or not at all.
  fileprivate var neededCount: Int? {
    guard sendsHead else { return nil }
    var most = headEdit.lengthOffset == 0 ? 0 : Int.max
    var isWhole = headEdit.lengthOffset == 0 && steps.last == .finish
    for case .body(let share) in steps {
      if share != .all { isWhole = false }
      if case .bytes(let count) = share { most = max(most, count) } else { most = .max }
    }
    return isWhole ? nil : most
  }
}

extension ResponsePlan {
  /// The plan with as much of its tail in its body as the script of its fault needs.
  ///
  /// What a fault does with a body depends on its length, which is known only when it has come.
  package func withBodyForFault() async -> ResponsePlan {
    guard let tail, var head, let fault, let needed = fault.neededCount else { return self }
    var plan = self
    var bytes = Data()
    var isWhole = false
    while !isWhole, bytes.count <= needed, !Task.isCancelled {
      switch tail.take(upTo: PlanSteps.largestStep) {
      case .bytes(let more): bytes += more
      case .nothingYet: await withCheckedContinuation { next in tail.wait { next.resume() } }
      case .end: isWhole = true
      case .failure(let failure): (isWhole, plan.failure) = (true, failure)
      }
    }
    (plan.body, plan.tail) = (.data(bytes), nil)
    guard !head.headers.contains(.contentLength), !head.headers.contains(.transferEncoding) else {
      return plan
    }
    if isWhole {
      head.headers[.contentLength] = String(bytes.count)
    } else {
      head.headers[.transferEncoding] = "chunked"
    }
    plan.head = head
    return fault.headEdit.lengthOffset == 0 ? plan : plan.with(fault)
  }
}
