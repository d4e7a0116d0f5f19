package import StubPlatform

/// An error with the same text in a failed test, in `localizedDescription` and when it is printed.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description; `localizedDescription` returns it.
  public var errorDescription: String? { description }

  // The next members are declared here, so that files with errors need not import Foundation.

  /// `nil`, because the description contains everything.
  public var failureReason: String? { nil }

  /// `nil`, because the description contains everything.
  public var recoverySuggestion: String? { nil }

  /// `nil`, because there is no other help.
  public var helpAnchor: String? { nil }
}
