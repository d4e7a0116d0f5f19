/// A gate that holds responses until a test releases them, so that no test has to sleep.
///
/// ```swift
/// let gate = HTTPStubGate()
/// stubber.add(stub: HTTPStubRequest().stub { $0.gate = gate })
/// // … assert that the spinner spins …
/// gate.open()
/// ```
public final class HTTPStubGate: Sendable {
  private struct State {
    var isOpen = false
    var number = 0
    var waiting: [Int: @Sendable () -> Void] = [:]

    /// Removes all waiting closures, and returns them in the order of arrival.
    mutating func takeAll() -> [@Sendable () -> Void] {
      defer { waiting = [:] }
      return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let state = Lock(State())

  /// Creates a closed gate, which holds its responses until ``open()`` is called.
  public init() {}

  /// Releases all held responses, and lets later ones pass until the gate is closed again.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.takeAll()
    }
    for release in waiting { release() }
  }

  /// Holds the responses that arrive from now on.
  public func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Releases the responses that are held now, but holds later ones.
  package func releaseWaiting() {
    for release in state.withLock({ $0.takeAll() }) { release() }
  }

  /// Whether the gate is open.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The number of responses that the gate holds.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Calls `release` once, when the gate lets the response pass.
  ///
  /// It does so at once if the gate is open; otherwise later, on any thread.
  ///
  /// - Returns: The number of the wait, for ``stopWaiting(_:)``; `nil` if the gate was open.
  package func wait(_ release: @escaping @Sendable () -> Void) -> Int? {
    let number: Int? = state.withLock { state in
      if state.isOpen { return nil }
      state.number += 1
      state.waiting[state.number] = release
      return state.number
    }
    if number == nil { release() }
    return number
  }

  /// Removes the waiting closure with number `number` without calling it.
  package func stopWaiting(_ number: Int) {
    state.withLock { _ = $0.waiting.removeValue(forKey: number) }
  }
}

extension HTTPStubGate: Hashable {
  public static func == (left: HTTPStubGate, right: HTTPStubGate) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
