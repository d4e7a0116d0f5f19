/// An error of a domain that is not URL loading's, told by its code.
///
/// An in-process client is given an `NSError` with this domain and code.
public struct DomainError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Such as `NSPOSIXErrorDomain`.
  public let domain: String
  public let code: Int
  /// What the error says of itself.
  public let message: String?

  public init(domain: String, code: Int, message: String? = nil) {
    self.domain = domain
    self.code = code
    self.message = message
  }

  public var description: String {
    "\(domain) \(code)\(message.map { ": \($0)" } ?? "")"
  }
}
