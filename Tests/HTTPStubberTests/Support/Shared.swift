import Synchronization

/// A value that the tasks of a test share.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
