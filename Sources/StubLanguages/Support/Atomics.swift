#if !canImport(os)
public import Synchronization
#endif

/// A number that threads share; what was written before it was changed is seen by a thread that reads
/// the change.
///
/// Apple's platforms have atomic numbers from iOS 18 and macOS 15 on; there a lock guards it, which
/// costs one allocation for each number and some 10 ns for each use instead of 1 to 5.
@usableFromInline package struct AtomicInt: ~Copyable, Sendable {
  #if canImport(os)
  @usableFromInline let number: Lock<Int>
  #else
  @usableFromInline let number: Atomic<Int>
  #endif

  @inlinable package init(_ number: Int) {
    #if canImport(os)
    self.number = Lock(number)
    #else
    self.number = Atomic(number)
    #endif
  }

  @inlinable package func load() -> Int {
    #if canImport(os)
    number.withLock { $0 }
    #else
    number.load(ordering: .acquiring)
    #endif
  }

  @inlinable package func store(_ new: Int) {
    #if canImport(os)
    number.withLock { $0 = new }
    #else
    number.store(new, ordering: .releasing)
    #endif
  }

  /// Adds, beginning again at `Int.min` after `Int.max`, and returns the sum.
  @discardableResult
  @inlinable package func add(_ summand: Int) -> Int {
    #if canImport(os)
    number.withLock { number in
      number &+= summand
      return number
    }
    #else
    number.wrappingAdd(summand, ordering: .acquiringAndReleasing).newValue
    #endif
  }

  /// Replaces the number if it is `old`, and returns what it was.
  @inlinable package func replace(_ old: Int, with new: Int) -> Int {
    #if canImport(os)
    number.withLock { number in
      defer { if number == old { number = new } }
      return number
    }
    #else
    number.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).original
    #endif
  }
}

/// A flag that threads share, as `AtomicInt` is a number.
@usableFromInline package struct AtomicBool: ~Copyable, Sendable {
  #if canImport(os)
  @usableFromInline let flag: Lock<Bool>
  #else
  @usableFromInline let flag: Atomic<Bool>
  #endif

  @inlinable package init(_ flag: Bool) {
    #if canImport(os)
    self.flag = Lock(flag)
    #else
    self.flag = Atomic(flag)
    #endif
  }

  @inlinable package func load() -> Bool {
    #if canImport(os)
    flag.withLock { $0 }
    #else
    flag.load(ordering: .acquiring)
    #endif
  }

  @inlinable package func store(_ new: Bool) {
    #if canImport(os)
    flag.withLock { $0 = new }
    #else
    flag.store(new, ordering: .releasing)
    #endif
  }

  /// Sets the flag, and returns what it was.
  @inlinable package func exchange(_ new: Bool) -> Bool {
    #if canImport(os)
    flag.withLock { flag in
      defer { flag = new }
      return flag
    }
    #else
    flag.exchange(new, ordering: .acquiringAndReleasing)
    #endif
  }
}

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

/// Whether something has happened yet, for closures that share it.
package final class Flag: Sendable {
  private let value = AtomicBool(false)

  package init() {}

  package var isSet: Bool { value.load() }

  package func set() { value.store(true) }
}
