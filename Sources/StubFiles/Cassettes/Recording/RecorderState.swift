import StubCore

/// The state of a recorder: its interactions, and the requests that it waits for.
struct RecorderState {
  /// A request under way.
  struct Outstanding {
    let summary: String
    weak var ticket: RecordingTicket?
  }

  var lastNumber = 0
  /// By number.
  var outstanding: [Int: Outstanding] = [:]
  /// Finished interactions by the number of their request.
  var interactions: [Int: JournaledInteraction] = [:]
  var dropped = 0
  /// The numbers of those that could not be written into the journal.
  var unsaved: [Int] = []
  var saved = 0
  /// The number of the next one whose secrets are looked for.
  var nextSearched = 1
  /// Whether that is going to happen.
  var isSearchDue = false
  /// Why what was recorded cannot be written.
  var failure: RecordingError?
  /// Whether it only waits for open requests.
  var isEnding = false
  var isFinished = false
  /// In a struct: a lock around a bare closure wraps it once more each time it is read.
  var onInteraction: @Sendable (Interaction) -> Void = { _ in }
  var onFailure: @Sendable (RecordingError) -> Void = { _ in }

  /// Takes what has become of a request; returns whether it is still waited for.
  mutating func keep(_ interaction: JournaledInteraction, _ number: Int) -> Bool {
    // Behind the search, it would not get into the file.
    guard outstanding.removeValue(forKey: number) != nil, number >= nextSearched else {
      return false
    }
    interactions[number] = interaction
    return true
  }

  /// The next interaction to search, in the order of requests, which `nextSearched` then names.
  ///
  /// `nil` when there is none, or when it has to wait for a request that has not ended.
  mutating func nextToSearch(upToOutstanding: Bool) -> JournaledInteraction? {
    while nextSearched <= lastNumber {
      if upToOutstanding, outstanding[nextSearched] != nil { return nil }
      if let interaction = interactions[nextSearched] { return interaction }
      nextSearched += 1
    }
    return nil
  }
}
