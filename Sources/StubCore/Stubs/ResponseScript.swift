/// Responses that are played in order, one for each request.
package struct ResponseScript: Sendable {
  /// Most scripts have this one alone, which then takes no list.
  private var first: (any HTTPStubResponder)?
  private var others: [any HTTPStubResponder]
  package var ending: HTTPStubSequenceEnding
  /// What else has to agree to each response, if anything has.
  package var condition: (any ClaimCondition)?

  package init(
    responders: [any HTTPStubResponder], ending: HTTPStubSequenceEnding = .repeatLast,
    condition: (any ClaimCondition)? = nil
  ) {
    first = responders.first
    others = Array(responders.dropFirst())
    self.ending = ending
    self.condition = condition
  }

  package var responders: [any HTTPStubResponder] { (first.map { [$0] } ?? []) + others }

  var isSynchronous: Bool {
    condition == nil && responders.allSatisfy { $0.isSynchronous }
  }

  /// The only response, where there is one for all requests and it was described beforehand.
  var soleResponder: SpecifiedResponder? {
    guard others.isEmpty, ending == .repeatLast, condition == nil else { return nil }
    return first as? SpecifiedResponder
  }

  /// The responder for the request with that number, counted from 0; `nil` when they have run out.
  func responder(at number: Int) -> (any HTTPStubResponder)? {
    if number == 0 || number <= others.count { return self[number] }
    switch ending {
    case .repeatLast: return others.last ?? first
    case .cycle: return self[number % (1 + others.count)]
    case .fallThrough, .fail, .passThrough: return nil
    }
  }

  /// The responder at a place, which is below the number of them or 0.
  private subscript(place: Int) -> (any HTTPStubResponder)? {
    place == 0 ? first : others[place - 1]
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
