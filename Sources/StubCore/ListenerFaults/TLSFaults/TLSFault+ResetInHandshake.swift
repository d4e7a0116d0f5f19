extension TLSFault {
  /// The connection is reset when the client's first message has come.
  public static let resetInHandshake = TLSFault(greeting: .reset)
}
