#if canImport(os)
package import os
#else
package import Synchronization
#endif

/// A value that threads share: one of them at a time sees and changes it.
///
/// It is a `Mutex`, which Apple's platforms have from iOS 18 and macOS 15 on; there it is an unfair
/// lock, which takes one allocation more.
package struct Lock<Value>: ~Copyable, @unchecked Sendable {
  #if canImport(os)
  @usableFromInline let lock: OSAllocatedUnfairLock<Value>
  #else
  @usableFromInline let lock: Mutex<Value>
  #endif

  @inlinable package init(_ value: consuming sending Value) {
    #if canImport(os)
    lock = OSAllocatedUnfairLock(uncheckedState: value)
    #else
    lock = Mutex(value)
    #endif
  }

  /// What `body` returns; no other thread sees the value while it runs.
  ///
  /// A second call within `body` ends the process or never returns.
  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(os)
    // The function of `os` loses the type of the error.
    let outcome = lock.withLockUnchecked { value in
      Swift.Result { () throws(Failure) in try body(&value) }
    }
    return try outcome.get()
    #else
    return try lock.withLock(body)
    #endif
  }
}
