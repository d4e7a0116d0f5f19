import StubLanguages

/// A value that the tasks of a test share.
public final class Shared<Value: Sendable>: Sendable {
  private let mutex: Lock<Value>

  public init(_ value: Value) { mutex = Lock(value) }

  public var value: Value { mutex.withLock { $0 } }

  public func update(_ change: (inout Value) -> Void) { mutex.withLock { change(&$0) } }
}
