package import StubPlatform

/// The rest of a body that arrives from a real server while the player sends it to the client.
///
/// A window limits the buffer. A source that finds the window full stops reading, so a slow client
/// also slows down the real server.
package final class BodyTail: Sendable {
  package enum Piece: Sendable, Hashable {
    case bytes(Data)
    /// No bytes have arrived yet; ``wait(_:)`` calls back when there are some.
    case nothingYet
    case end
    case failure(StubFailure)
  }

  private struct State {
    var bytes = Data()
    /// The end or failure that follows the bytes.
    var end: Piece?
    var onData: Callback?
    var onRoom: Callback?
    /// The number of bytes that may be buffered before the source has to stop.
    var window: Int
    /// Whether the reader takes no more bytes.
    var isAbandoned = false
  }

  /// A callback in a class, because a closure would be wrapped again each time it leaves the lock.
  private final class Callback: Sendable {
    let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
  }

  private let state: Lock<State>

  /// Creates an empty tail.
  ///
  /// - Parameter window: The number of bytes, more than 0, that may be buffered before the
  ///   source has to stop.
  package init(window: Int = 256 * 1_024) { state = Lock(State(window: window)) }

  /// Returns whether the source may append bytes.
  ///
  /// If it may not, `tell` is called once when it may. ``take(upTo:)``, ``openWindow()`` and
  /// ``abandon()`` make the call, so `tell` must return immediately.
  package func hasRoom(_ tell: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.onRoom = state.bytes.count < state.window ? nil : Callback(tell)
      return state.onRoom == nil
    }
  }

  /// Removes the limit of the window, so that the source never waits for the reader.
  package func openWindow() {
    let waiting = state.withLock { state in
      state.window = .max
      return state.onRoom.take()
    }
    waiting?.tell()
  }

  /// Discards all bytes, including later ones, because the client has left, but a recorder needs
  /// the whole body.
  package func abandon() {
    let waiting = state.withLock { state in
      state.isAbandoned = true
      state.bytes = Data()
      return state.onRoom.take()
    }
    waiting?.tell()
  }

  /// Adds received bytes.
  package func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.isEmpty { return }
    let waiting = state.withLock { state in
      if !state.isAbandoned { state.bytes.append(contentsOf: bytes) }
      return state.onData.take()
    }
    waiting?.tell()
  }

  /// Marks the end of the body, with a failure if the body is incomplete.
  package func finish(_ failure: StubFailure? = nil) {
    let waiting = state.withLock { state in
      if state.end == nil { state.end = failure.map(Piece.failure) ?? .end }
      return state.onData.take()
    }
    waiting?.tell()
  }

  /// Returns at most `most` of the buffered bytes, or the end after all bytes have been taken.
  package func take(upTo most: Int) -> Piece {
    let (piece, waiting) = state.withLock { state -> (Piece, Callback?) in
      if state.bytes.isEmpty { return (state.end ?? .nothingYet, nil) }
      let taken = state.bytes.prefix(most)
      // A copy starts at index 0, and does not keep the memory of the bytes before.
      state.bytes = Data(state.bytes.dropFirst(most))
      return (.bytes(Data(taken)), state.bytes.count < state.window ? state.onRoom.take() : nil)
    }
    waiting?.tell()
    return piece
  }

  /// Calls `tell` once when there is something to take.
  ///
  /// It does so at once if there is something now; otherwise later, on any thread.
  package func wait(_ tell: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.bytes.isEmpty || state.end != nil { return true }
      state.onData = Callback(tell)
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
  /// The number of received bytes above which the fault can be planned before the body has ended.
  ///
  /// It is `nil` if the fault sends the body as it arrives, or sends no body.
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
  /// Whether ``withBodyForFault()`` changes the plan.
  package var lacksBodyForFault: Bool {
    tail != nil && head != nil && fault?.neededCount != nil
  }

  /// Returns the plan after moving as much of the tail into its body as its fault needs.
  ///
  /// Many faults depend on the length of the body, which is known only when the whole body has
  /// arrived.
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
