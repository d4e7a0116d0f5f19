extension HTTPStubFault {
  /// Closes the connection in order when that much of the body is out, as if it had ended.
  public static func close(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "close", steps: [.head, .body(share), .end(.close)], clientError: .forCutBody)
  }

  /// Sends that much of the body and then no more, but keeps the connection open to the client.
  public static func halfClose(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "halfClose", steps: [.head, .body(share), .end(.halfClose)],
      clientError: .forCutBody)
  }
}
