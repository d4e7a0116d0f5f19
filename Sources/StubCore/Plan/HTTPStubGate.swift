/// Holds responses back until a test lets them go, so that no test has to sleep.
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

    /// In the order of arrival.
    mutating func takeAll() -> [@Sendable () -> Void] {
      defer { waiting = [:] }
      return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let state = Lock(State())

  /// A closed gate: responses that have it are held until ``open()``.
  public init() {}

  /// Lets go of everything that is held, and of everything that comes until it is closed again.
  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      return state.takeAll()
    }
    for release in waiting { release() }
  }

  /// Holds what comes from now on.
  public func close() {
    state.withLock { $0.isOpen = false }
  }

  /// Lets go of what is held now; what comes later is held.
  package func releaseWaiting() {
    for release in state.withLock({ $0.takeAll() }) { release() }
  }

  /// Whether responses pass.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// How many responses are held.
  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Calls `release` once, on any thread, when the gate lets go; at once when it is open.
  ///
  /// - Returns: a number to stop waiting by; `nil` when it was open.
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

  /// Removes a waiter that no longer exists.
  package func stopWaiting(_ number: Int) {
    state.withLock { _ = $0.waiting.removeValue(forKey: number) }
  }
}

extension HTTPStubGate: Hashable {
  public static func == (left: HTTPStubGate, right: HTTPStubGate) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
