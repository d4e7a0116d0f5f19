extension TLSFault {
  /// The fatal alert `handshake_failure` (40) answers the client's first message: curl exits with 35.
  public static let handshakeFailure = TLSFault(greeting: .alert(40))
}
