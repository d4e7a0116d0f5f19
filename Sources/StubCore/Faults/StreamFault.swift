extension HTTPStubFault {
  /// Resets the stream with an HTTP/2 error code (RFC 9113 §7) when that much of the body is out.
  ///
  /// Before HTTP/2 the connection is reset.
  public static func resetStream(
    code: UInt32, after share: BodyShare = .bytes(0)
  ) -> HTTPStubFault {
    HTTPStubFault(
      "resetStream", steps: [.head, .body(share), .end(.resetStream(code))],
      clientError: .networkConnectionLost)
  }

  /// Ends the connection by GOAWAY with an HTTP/2 error code; before HTTP/2 it is closed.
  public static func goAway(code: UInt32) -> HTTPStubFault {
    HTTPStubFault(
      "goAway", steps: [.end(.goAway(code))], clientError: .forNoResponse)
  }
}
