extension HTTPStubFault {
  /// Announces that many bytes more than the body has (fewer, when negative), sends all, closes.
  public static func wrongLength(by offset: Int) -> HTTPStubFault {
    HTTPStubFault(
      "wrongLength", steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(lengthOffset: offset),
      clientError: offset > 0 ? .forCutBody : nil)
  }
}
