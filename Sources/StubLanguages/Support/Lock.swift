#if canImport(os)
public import os
#else
public import Synchronization
#endif

/// A value that threads share: one of them at a time sees and changes it.
///
/// It is a `Mutex`, which Apple's platforms have from iOS 18 and macOS 15 on; there it is an unfair
/// lock, which takes two allocations. It must be `@usableFromInline` itself, or optimized code of other
/// modules looks up the type of the value each time, which is a third of a decision.
@usableFromInline package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(os)
  @usableFromInline let guarded: Guarded<Value>
  #else
  @usableFromInline let mutex: Mutex<Value>
  #endif

  @inlinable package init(_ value: consuming sending Value) {
    #if canImport(os)
    guarded = Guarded(value)
    #else
    mutex = Mutex(value)
    #endif
  }

  /// What `body` returns; no other thread sees the value while it runs.
  ///
  /// A second call within `body` ends the process or never returns.
  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(os)
    guarded.lock.lock()
    defer { guarded.lock.unlock() }
    return try body(&guarded.value)
    #else
    return try mutex.withLock(body)
    #endif
  }
}

#if canImport(os)
@usableFromInline package final class Guarded<Value> {
  @usableFromInline let lock = OSAllocatedUnfairLock()
  @usableFromInline nonisolated(unsafe) var value: Value

  @inlinable package init(_ value: consuming sending Value) { self.value = value }
}
#endif
