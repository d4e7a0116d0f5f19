/// What becomes of a request: the one decision that every host carries out.
package enum Fate: Sendable {
  /// A stub answers. The request now has the stub's captures.
  case stubbed(InstalledStub, ReceivedRequest, Answer)
  /// An ignore rule or the mode leaves it to the network.
  case passedThrough
  /// A recorder wants it loaded for real; the host reports what came of it.
  indirect case recorded(RecordingTicket)
  /// No stub answers; what the client gets and why.
  indirect case unmatched(UnmatchedReport, HTTPUnmatchedResponse)
}
