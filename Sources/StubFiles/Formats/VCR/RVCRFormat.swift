/// The cassettes of Rust's rVCR: those of VCR in JSON, with binary bodies in base64 by `encoding`.
struct RVCRFormat: RecordingFormat {
  static let title = "rVCR"
  static let listPath = VCRFormat.listPath

  static func recognizes(_ document: DocumentNode) -> Bool {
    VCRFormat.recognizes(document)
      && document["recorded_with"]?.scalar?.text.hasPrefix("rVCR") ?? false
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    element.interaction(into: &cassette)
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.interactionsEnd(of: &cassette)
  }
}
