/// The cassettes of Python's Betamax: those of VCR in JSON, with other dates and older layouts.
struct BetamaxFormat: RecordingFormat {
  static let title = "Betamax"
  static let listPath = VCRFormat.listPath

  static func recognizes(_ document: DocumentNode) -> Bool {
    VCRFormat.recognizes(document)
      && document["recorded_with"]?.scalar?.text.hasPrefix("betamax") ?? false
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    element.interaction(into: &cassette)
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.interactionsEnd(of: &cassette)
  }
}
