/// The cassettes of Ruby's VCR 1, which are refused: VCR 2 itself replaced them.
struct VCR1Format: RecordingFormat {
  static let title = "VCR 1"
  static let listPath: [String] = []
  private var isReported = false

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let request = document.elements?.first?["request"] else { return false }
    return request["uri"] != nil && (request["method"]?.scalar?.text.hasPrefix(":") ?? false)
  }

  init() {}

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    if isReported { return }
    isReported = true
    element.report(
      found: "a cassette of VCR 1", expected: "one of VCR 2 or later, with \"http_interactions\"",
      remedy: "try \"rake vcr:migrate_cassettes DIR=…\" of VCR 2")
  }
}
