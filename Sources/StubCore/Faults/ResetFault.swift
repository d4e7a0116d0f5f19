extension HTTPStubFault {
  /// Resets the connection before the first byte.
  public static let reset = HTTPStubFault(
    "reset", steps: [.end(.reset)], clientError: .networkConnectionLost)

  /// Resets the connection within the head, after that many of its bytes.
  public static func reset(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "resetInHead", steps: [.headBytes(count), .end(.reset)],
      clientError: .networkConnectionLost)
  }

  /// Resets the connection when that much of the body is out.
  public static func reset(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "resetInBody", steps: [.head, .body(share), .end(.reset)],
      clientError: .networkConnectionLost)
  }
}
