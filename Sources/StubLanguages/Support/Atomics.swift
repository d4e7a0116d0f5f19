#if !canImport(os)
public import Synchronization
#endif

/// An integer that threads share.
///
/// A thread that reads a change also sees everything that was written before the change.
///
/// Apple's platforms have atomic numbers only since iOS 18 and macOS 15, so a lock is used there.
/// It costs one allocation for each number, and about 10 ns for each use instead of 1 to 5.
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

  /// Adds to the number, and returns the sum, which wraps around from `Int.max` to `Int.min`.
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

  /// Replaces the number if it equals `old`, and returns the previous number.
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

/// A flag that threads share, with the same guarantee as ``AtomicInt``.
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

  /// Sets the flag to `new`, and returns its previous value.
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

/// A value that threads share, to which only one thread at a time has access.
///
/// The lock is a `Mutex`. Apple's platforms have it only since iOS 18 and macOS 15, so an unfair
/// lock is used there, which needs two allocations. The type must be `@usableFromInline`: otherwise
/// optimized code of other modules looks up the type of the value at each use, which takes a third
/// of the time of a decision on a request.
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

  /// Calls `body` with the value, and returns its result.
  ///
  /// No other thread has access to the value meanwhile. A nested call within `body` ends the
  /// process, or never returns.
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

/// A flag that closures share, and that stays set once it is set.
package final class Flag: Sendable {
  private let value = AtomicBool(false)

  package init() {}

  package var isSet: Bool { value.load() }

  package func set() { value.store(true) }
}
