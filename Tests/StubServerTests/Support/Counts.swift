import StubLanguages

/// Counts what begins and what ends.
final class Counts: Sendable {
  private let begins = AtomicInt(0)
  private let ends = AtomicInt(0)

  func began() { begins.add(1) }

  func ended() { ends.add(1) }

  var all: Int { begins.load() }

  /// Negative when something has ended twice.
  var open: Int { all - ends.load() }
}
