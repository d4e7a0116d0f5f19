/// A TLS set-up that cannot be used: a file, a version or the local authority is wrong.
public struct TLSConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, what was found and what to try.
  public let description: String

  init(_ subject: String, expected: String, found: String, try remedy: String) {
    description = "\(subject): expected \(expected), found \(found); \(remedy)"
  }
}
