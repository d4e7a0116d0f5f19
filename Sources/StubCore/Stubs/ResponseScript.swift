/// Responses that are played in order, one for each request.
package struct ResponseScript: Sendable {
  package var responders: [any HTTPStubResponder]
  package var ending: HTTPStubSequenceEnding

  package init(
    responders: [any HTTPStubResponder], ending: HTTPStubSequenceEnding = .repeatLast
  ) {
    self.responders = responders
    self.ending = ending
  }

  /// The responder for the request with that number, counted from 0; `nil` when they have run out.
  func responder(at number: Int) -> (any HTTPStubResponder)? {
    guard number >= responders.count else { return responders[number] }
    switch ending {
    case .repeatLast: return responders.last
    case .cycle: return responders.isEmpty ? nil : responders[number % responders.count]
    case .fallThrough: return nil
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
}
