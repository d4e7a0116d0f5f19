/// A request that arrived and what became of it.
public struct JournalEntry: Sendable, Identifiable {
  public enum Outcome: Sendable, Hashable {
    /// A stub answered; its title and identity.
    case stubbed(HTTPStub.ID, title: String)
    case passedThrough
    case unmatched(UnmatchedReport)
  }

  /// Counts up from 1 in the order of arrival.
  public let id: Int
  public let request: ReceivedRequest
  public let outcome: Outcome
  /// `nil` while the response is being sent.
  public package(set) var ending: ResponseEnding?

  /// The stub that answered.
  public var stubID: HTTPStub.ID? {
    if case .stubbed(let id, _) = outcome { id } else { nil }
  }
}
