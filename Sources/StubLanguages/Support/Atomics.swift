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
