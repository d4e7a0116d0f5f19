/// A point in time by which a request had been sent, at least its first byte.
///
/// What has been looked up since then is as good as looked up for the request. It says nothing of the
/// request itself, so as a part of one all moments are equal.
package struct InputMoment: Sendable, Hashable {
  /// Another for each moment of the process.
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
