/// What came of a recording.
public struct RecordingSummary: Sendable, Hashable {
  /// The file that was to be written.
  public let file: String
  /// Tracks of this recording.
  public internal(set) var recorded = 0
  /// Tracks that were there before and still are.
  public internal(set) var kept = 0
  /// Exchanges that a filter has dropped.
  public internal(set) var dropped = 0
  /// Whether the file is another one than before.
  public internal(set) var isChanged = false
  /// Requests, such as `GET http://host/path`, that had not ended when the wait for them was over.
  public internal(set) var outstanding: [String] = []
  /// What was hidden, line by line, such as `header Authorization: 3 times`; empty for nothing.
  public internal(set) var redactions: [String] = []
  /// What the format cannot hold.
  public internal(set) var losses: [String] = []

  init(file: String) { self.file = file }
}
