import StubCore

/// The search for Ruby's templates, which VCR evaluates before it reads a cassette.
package enum ERBTemplate {
  package static let problem = "ERB templates (\"<%\") are not supported"
  package static let remedy = "fill them in first: erb FILE > CASSETTE.yml"

  /// Returns whether a text has a complete template tag.
  package static func isIn(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let start = bytes.firstRange(ofBytes: Array("<%".utf8), from: 0)
    return start.map { bytes.firstRange(ofBytes: Array("%>".utf8), from: $0.upperBound) } ?? nil
      != nil
  }

  /// Returns the error about the first template tag in a cassette of VCR; `nil` if there is none.
  package static func finding(in source: SourceText) -> FileDiagnostic? {
    guard ByteSearch.first("http_interactions", in: source.bytes) != nil,
      let place = ByteSearch.first("<%", in: source.bytes)
    else { return nil }
    return FileDiagnostic(
      at: SourcePosition(source: source, offset: place),
      found: problem, remedy: .advice(remedy))
  }
}
