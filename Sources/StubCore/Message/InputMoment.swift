/// When input was looked for: after a moment has begun, all that is read at it has been sent.
///
/// Whatever was looked up at a request's own moment is as good as looked up for the request. It says
/// nothing of the request itself, so as a part of one all moments are equal.
package struct InputMoment: Sendable, Hashable {
  /// Another for each moment of the process.
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  package static func == (left: Self, right: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
