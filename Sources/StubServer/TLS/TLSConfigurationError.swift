/// A TLS set-up that cannot be used: a file, a version or the local authority is wrong.
public struct TLSConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong with which file or setting, and what to do.
  public let description: String

  /// - Parameters:
  ///   - subject: The file or setting.
  ///   - problem: What is wrong with it.
  ///   - remedy: What to do, where that is not obvious.
  init(_ subject: String, _ problem: String, try remedy: String? = nil) {
    description = "\(subject): \(problem)\(remedy.map { "; \($0)" } ?? "")"
  }
}
