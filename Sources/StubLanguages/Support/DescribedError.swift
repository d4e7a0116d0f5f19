package import StubPlatform

/// An error with the same text in a failed test, in `localizedDescription` and when it is printed.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description, also for `localizedDescription`.
  public var errorDescription: String? { description }

  // Everything is in the description. Stated here, so that files with errors need not import
  // Foundation.

  /// Always `nil`, because everything is in the description.
  public var failureReason: String? { nil }

  /// Always `nil`, because everything is in the description.
  public var recoverySuggestion: String? { nil }

  /// Always `nil`, because there is no other help.
  public var helpAnchor: String? { nil }
}
