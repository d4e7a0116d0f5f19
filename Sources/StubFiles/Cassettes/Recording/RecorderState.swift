import StubCore

/// The state of a recorder: the recorded interactions, and the open requests.
struct RecorderState {
  /// A request that has not ended.
  struct Outstanding {
    let summary: String
    weak var ticket: RecordingTicket?
  }

  var lastNumber = 0
  /// Open requests by their number.
  var outstanding: [Int: Outstanding] = [:]
  /// Finished interactions by the number of their request.
  var interactions: [Int: JournaledInteraction] = [:]
  var dropped = 0
  /// The numbers of the interactions that could not be written into the journal.
  var unsaved: [Int] = []
  var saved = 0
  /// The number of the next interaction to search for secrets.
  var nextSearched = 1
  /// Whether a search is scheduled.
  var isSearchDue = false
  /// The error that prevents writing the recording; `nil` if there is none.
  var failure: RecordingError?
  /// Whether the recorder is only waiting for open requests.
  var isEnding = false
  var isFinished = false
  /// A member of this struct, because a lock around a bare closure would wrap the closure again
  /// each time it is read.
  var onInteraction: @Sendable (Interaction) -> Void = { _ in }
  var onFailure: @Sendable (RecordingError) -> Void = { _ in }

  /// Stores the interaction of a request; returns `false`, and stores nothing, if the recorder no
  /// longer waits for the request.
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
  /// Returns `nil` if there is none or, with `upToOutstanding`, if an earlier request has not
  /// ended.
  mutating func nextToSearch(upToOutstanding: Bool) -> JournaledInteraction? {
    while nextSearched <= lastNumber {
      if upToOutstanding, outstanding[nextSearched] != nil { return nil }
      if let interaction = interactions[nextSearched] { return interaction }
      nextSearched += 1
    }
    return nil
  }
}
