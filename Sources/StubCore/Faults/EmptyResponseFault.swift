extension HTTPStubFault {
  /// Closes the connection without a byte.
  public static let emptyResponse = HTTPStubFault(
    "emptyResponse", steps: [.end(.close)], clientError: .forNoResponse)
}
