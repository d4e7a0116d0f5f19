/// Ruby's templates, which VCR fills in before it reads a cassette.
enum ERBTemplate {
  /// The finding about the first piece of a template in what should be a cassette of VCR.
  static func finding(in source: SourceText) -> FileDiagnostic? {
    guard ByteSearch.first("http_interactions", in: source.bytes) != nil,
      let place = ByteSearch.first("<%", in: source.bytes)
    else { return nil }
    return FileDiagnostic(
      at: SourcePosition(source: source, offset: place),
      found: "ERB (\"<%\") that keeps the cassette from being read",
      expected: "a cassette without templates",
      remedy: "try filling it in first: erb FILE > CASSETTE.yml")
  }
}
