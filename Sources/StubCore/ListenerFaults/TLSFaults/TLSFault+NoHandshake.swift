extension TLSFault {
  /// The client's first message is never answered; the listener's idle timeout ends the connection.
  public static let noHandshake = TLSFault(greeting: .silence)
}
