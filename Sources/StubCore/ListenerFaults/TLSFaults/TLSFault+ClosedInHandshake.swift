extension TLSFault {
  /// The connection is closed without a byte when the client's first message has come.
  public static let closedInHandshake = TLSFault(greeting: .close)
}
