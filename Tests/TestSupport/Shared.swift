import StubLanguages

/// A value that the tasks of a test share.
package final class Shared<Value: Sendable>: Sendable {
  private let mutex: Lock<Value>

  package init(_ value: Value) { mutex = Lock(value) }

  package var value: Value { mutex.withLock { $0 } }

  package func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
