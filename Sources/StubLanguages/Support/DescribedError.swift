#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An error with one text: in a failed test, in `localizedDescription` and when it is printed.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
  /// The description, also for `localizedDescription`.
  public var errorDescription: String? { description }

  // All of it is in the description. Stated here, so that files with errors need not import Foundation.

  /// `nil`: the description says all.
  public var failureReason: String? { nil }

  /// `nil`: the description says all.
  public var recoverySuggestion: String? { nil }

  /// `nil`: there is no help in another place.
  public var helpAnchor: String? { nil }
}
