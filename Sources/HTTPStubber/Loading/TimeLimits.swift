import StubCore

/// How long a task waits; custom protocols have to keep this time themselves.
struct TimeLimits: Sendable, Hashable {
  /// The longest time without anything arriving.
  var idle: Duration
  /// The longest time for the whole task, from its start.
  var total: Duration

  static let none = TimeLimits(idle: .seconds(1 << 40), total: .seconds(1 << 40))
}
