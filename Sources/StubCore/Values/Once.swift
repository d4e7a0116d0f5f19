import Synchronization

/// A value that is made when it is first asked for, and kept.
struct Once<Value: Sendable>: ~Copyable, Sendable {
  private let kept = Mutex<Value?>(nil)

  /// The kept value, else the one that `make` returns, unless another thread was faster.
  ///
  /// No lock is held while it is made.
  func value(_ make: () throws -> Value) rethrows -> Value {
    if let value = kept.withLock({ $0 }) { return value }
    return keep(try make())
  }

  /// The same; `nil`, and nothing is kept, when `make` returns none.
  func valueIfMade(_ make: () throws -> Value?) rethrows -> Value? {
    if let value = kept.withLock({ $0 }) { return value }
    guard let made = try make() else { return nil }
    return keep(made)
  }

  private func keep(_ made: Value) -> Value {
    kept.withLock { kept in
      let value = kept ?? made
      kept = value
      return value
    }
  }
}
