extension HTTPStubFault {
  /// Takes the request and never answers: clients run into their timeout.
  public static let neverAnswer = HTTPStubFault(
    "neverAnswer", steps: [.end(.stall)], clientError: .timedOut)
}
