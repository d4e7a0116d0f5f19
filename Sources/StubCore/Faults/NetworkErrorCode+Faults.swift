/// What `URLSession` reports for what a server does wrong.
///
/// On Linux the codes are measured, by a test that plays every fault on a socket. Those of Apple's
/// platforms are from experience and not measured: `-1005` for a connection that ends too early,
/// `-1017` for what is no HTTP.
extension NetworkErrorCode {
  #if canImport(Darwin)
  /// The connection ends before the body is whole.
  static let forCutBody = networkConnectionLost
  /// The connection ends without a byte.
  static let forNoResponse = networkConnectionLost
  /// What comes is no HTTP.
  static let forGarbage = cannotParseResponse
  /// The head has a line that is no header field.
  static let forInvalidHead = cannotParseResponse
  #else
  /// The connection ends before the body is whole.
  static let forCutBody = unknown
  /// The connection ends without a byte.
  static let forNoResponse = badServerResponse
  /// What comes is no HTTP; it is taken for HTTP/0.9, which is not supported.
  static let forGarbage = unsupportedURL
  /// The head has a line that is no header field.
  static let forInvalidHead = unknown
  #endif
}
