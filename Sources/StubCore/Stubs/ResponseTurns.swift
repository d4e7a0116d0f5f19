/// Gives leave for each response of a script, such as to keep the order of a tape.
///
/// It is asked under the lock of the stub, so it runs no caller code.
package protocol ResponseTurns: AnyObject, Sendable {
  /// Why the response with that number cannot be given now; `nil` when it can.
  func obstacle(to number: Int) -> TurnObstacle?
  /// Takes leave for the response with that number.
  func take(
    _ number: Int, for request: ReceivedRequest
  ) -> Result<ResponseTurn, TurnObstacle>
}

/// Leave for one response.
package struct ResponseTurn: Sendable {
  /// Holds the response until others are over.
  package let gate: HTTPStubGate?
  /// To be called once, when the response has ended.
  package let finish: @Sendable (ResponseEnding) -> Void

  package init(
    gate: HTTPStubGate?, finish: @escaping @Sendable (ResponseEnding) -> Void
  ) {
    self.gate = gate
    self.finish = finish
  }
}

/// Why a stub that accepts a request does not answer it.
package struct TurnObstacle: Error, Sendable {
  /// What reports call the condition, such as `has responses left`.
  package let condition: String
  package let expected: String
  package let found: String
  /// What becomes of the request when no other stub answers it either.
  package let consequence: HTTPStubSequenceEnding
  /// Whether turns have been taken since, so that it has to be asked again; `nil` when no turn that
  /// is taken changes anything.
  package let hasPassed: (@Sendable () -> Bool)?

  package init(
    _ condition: String, expected: String, found: String, consequence: HTTPStubSequenceEnding,
    hasPassed: (@Sendable () -> Bool)? = nil
  ) {
    self.hasPassed = hasPassed
    self.condition = condition
    self.expected = expected
    self.found = found
    self.consequence = consequence
  }
}
