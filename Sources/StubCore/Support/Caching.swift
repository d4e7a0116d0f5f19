/// A value that is created when it is first needed, and then kept.
struct Once<Value: Sendable>: ~Copyable, Sendable {
  private let kept = Lock<Value?>(nil)

  /// Returns the kept value; if there is none, creates and keeps one.
  ///
  /// If another thread has kept one in the meantime, that value is returned. No lock is held while
  /// `make` runs.
  func value(_ make: () throws -> Value) rethrows -> Value {
    if let value = kept.withLock({ $0 }) { return value }
    return keep(try make())
  }

  /// Returns the kept value; if there is none, creates one, which is kept unless it is `nil`.
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

/// A place for one object, which is empty at first.
///
/// It works like `AtomicLazyReference`, but without looking up types at run time, which took 10 %
/// of the instructions for a request. Its members are always inlined for the same reason.
package struct LazyObject<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let address = AtomicInt(0)

  @inlinable package init() {}

  deinit { Self.reference(address.load())?.release() }

  /// The object; `nil` if there is none yet.
  @inlinable package var object: Object? {
    @inline(__always) get { Self.reference(address.load())?.takeUnretainedValue() }
  }

  /// Returns the object; if there is none, creates and keeps one.
  ///
  /// If another thread has kept one in the meantime, that object is returned.
  @inline(__always)
  @inlinable package func object(_ make: () throws -> Object) rethrows -> Object {
    if let object { return object }
    let made = Unmanaged.passRetained(try make())
    let before = address.replace(0, with: Int(bitPattern: made.toOpaque()))
    guard let other = Self.reference(before) else { return made.takeUnretainedValue() }
    made.release()
    return other.takeUnretainedValue()
  }

  @inline(__always)
  @inlinable static func reference(_ address: Int) -> Unmanaged<Object>? {
    guard let address = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Object>.fromOpaque(address)
  }
}

/// A value with many parts, which copies share until a part is changed.
///
/// A copy retains one reference, and not one for each part. A change copies all parts.
struct Shared<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  var value: Value {
    // `_read` lends the value, so that reading one part does not copy the others.
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}

extension Shared: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

extension Shared: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
