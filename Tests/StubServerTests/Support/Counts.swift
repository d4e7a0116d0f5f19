import Synchronization

/// Counts what begins and what ends.
final class Counts: Sendable {
  private let begins = Atomic(0)
  private let ends = Atomic(0)

  func began() { begins.add(1, ordering: .sequentiallyConsistent) }

  func ended() { ends.add(1, ordering: .sequentiallyConsistent) }

  var all: Int { begins.load(ordering: .sequentiallyConsistent) }

  /// Negative when something has ended twice.
  var open: Int { all - ends.load(ordering: .sequentiallyConsistent) }
}
