/// Somebody who is told of changes; a class, so that it can be removed again.
package final class Observer<Change: Sendable>: Sendable {
  package let tell: @Sendable (Change) -> Void

  /// The closure must return at once.
  package init(_ tell: @escaping @Sendable (Change) -> Void) { self.tell = tell }
}
