import StubCore

extension ResponsePlan {
  /// The listener's own answer to something that is no request.
  static func refusing(_ error: RequestError) -> ResponsePlan {
    let place = error.place.map { "at: line \($0.line), byte \($0.byte) of the request\n" } ?? ""
    return .text(
      """
      \(error.status) \(error.status.reasonPhrase)
      expected: \(error.expected)
      found: \(error.found)
      \(place)try: \(error.remedy)

      """, status: error.status)
  }

  /// The answer in place of a response that cannot be sent.
  static func unsendable(_ reason: some CustomStringConvertible) -> ResponsePlan {
    .text("the stub's response cannot be sent: \(reason)\n", status: .internalServerError)
  }
}
