/// Responses that are played in order, one for each request.
package struct ResponseScript: Sendable {
  package var responders: [any HTTPStubResponder]
  package var ending: HTTPStubSequenceEnding
  /// What else has to agree to each response, if anything has.
  package var turns: (any ResponseTurns)?

  package init(
    responders: [any HTTPStubResponder], ending: HTTPStubSequenceEnding = .repeatLast,
    turns: (any ResponseTurns)? = nil
  ) {
    self.responders = responders
    self.ending = ending
    self.turns = turns
  }

  /// The responder for the request with that number, counted from 0; `nil` when they have run out.
  func responder(at number: Int) -> (any HTTPStubResponder)? {
    guard number >= responders.count else { return responders[number] }
    switch ending {
    case .repeatLast: return responders.last
    case .cycle: return responders.isEmpty ? nil : responders[number % responders.count]
    case .fallThrough, .fail, .passThrough: return nil
    }
  }
}

/// What a stub does when each response of its sequence has been given.
public enum HTTPStubSequenceEnding: Sendable, Hashable {
  case repeatLast
  /// Starts again with the first.
  case cycle
  /// Matches no longer, so that the next stub is asked.
  case fallThrough
  /// Matches no longer; a request that no other stub answers is an error, whatever the mode.
  case fail
  /// Matches no longer; a request that no other stub answers is left to the network.
  case passThrough
}
