import StubCore

/// The state of a recorder: the recorded interactions, and the open requests.
struct RecorderState {
  /// A request that has not ended.
  struct Outstanding {
    let summary: String
    weak var ticket: RecordingTicket?
  }

  var lastNumber = 0
  /// The open requests by their numbers.
  var outstanding: [Int: Outstanding] = [:]
  /// The finished interactions by the numbers of their requests.
  var interactions: [Int: JournaledInteraction] = [:]
  var dropped = 0
  /// The numbers of the interactions that could not be written to the journal.
  var unsaved: [Int] = []
  var saved = 0
  /// The number of the next interaction to search for secrets.
  var nextSearched = 1
  /// Whether a search is scheduled.
  var isSearchDue = false
  /// The error that prevents writing the recording; `nil` if there is none.
  var failure: RecordingError?
  /// Whether recording ends as soon as the open requests have ended.
  var isEnding = false
  var isFinished = false
  /// A function that gets each interaction.
  ///
  /// It is a member of this struct, because a lock around a bare closure would wrap the closure
  /// again at each reading.
  var onInteraction: @Sendable (Interaction) -> Void = { _ in }
  var onFailure: @Sendable (RecordingError) -> Void = { _ in }

  /// Stores the interaction of request `number`.
  ///
  /// - Returns: `false`, without storing anything, if the recorder no longer waits for the request.
  mutating func keep(_ interaction: JournaledInteraction, _ number: Int) -> Bool {
    // An interaction before the position of the search would not get into the file.
    guard outstanding.removeValue(forKey: number) != nil, number >= nextSearched else {
      return false
    }
    interactions[number] = interaction
    return true
  }

  /// Returns the next interaction to search, in the order of requests, and moves `nextSearched` to
  /// it.
  ///
  /// The result is `nil` if there is none. With `upToOutstanding`, it is also `nil` if an earlier
  /// request has not ended.
  mutating func nextToSearch(upToOutstanding: Bool) -> JournaledInteraction? {
    while nextSearched <= lastNumber {
      if upToOutstanding, outstanding[nextSearched] != nil { return nil }
      if let interaction = interactions[nextSearched] { return interaction }
      nextSearched += 1
    }
    return nil
  }
}
