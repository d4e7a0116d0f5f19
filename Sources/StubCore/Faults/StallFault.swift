extension HTTPStubFault {
  /// Sends the head byte by byte, this far apart, and then the response as it is.
  public static func slowHead(every interval: Duration) -> HTTPStubFault {
    HTTPStubFault(
      "slowHead", steps: [.dribbledHead(every: interval), .head, .body(.all), .finish],
      clientError: nil)
  }

  /// Stops for good within the head, after that many of its bytes.
  public static func stall(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "stallInHead", steps: [.headBytes(count), .end(.stall)], clientError: .timedOut)
  }

  /// Stops for good when that much of the body is out.
  public static func stall(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "stallInBody", steps: [.head, .body(share), .end(.stall)], clientError: .timedOut)
  }
}
