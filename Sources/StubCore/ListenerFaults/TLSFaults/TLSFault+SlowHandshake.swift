extension TLSFault {
  /// The server's first message comes this much later; negative times count as none.
  ///
  /// The listener's idle timeout goes on meanwhile.
  public static func slowHandshake(_ delay: Duration) -> TLSFault {
    TLSFault(greeting: .wait(max(.zero, delay)))
  }
}
