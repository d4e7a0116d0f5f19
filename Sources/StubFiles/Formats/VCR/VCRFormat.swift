import StubCore

/// The cassettes of Ruby's VCR from version 2, in YAML or JSON.
struct VCRFormat: RecordingFormat {
  static let title = "VCR"
  static let listPath = ["http_interactions"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    document["http_interactions"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    element.interaction(into: &cassette)
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.interactionsEnd(of: &cassette)
  }
}

extension ValueReader {
  /// Adds one of `http_interactions`, as VCR and those who follow it write them.
  mutating func interaction(into cassette: inout Cassette) {
    let request = needed("request") { $0.interactionRequest() }
    guard let request else { return }
    let response = needed("response") { $0.interactionResponse(to: request) }
    let date = recorded("recorded_at") { $0.recordedDate() }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), recordedAt: date, origin: trackOrigin))
  }

  /// Reads what stands beside `http_interactions`.
  mutating func interactionsEnd(of cassette: inout Cassette) {
    reportUnlessList("http_interactions")
    cassette.recorder = recorded("recorded_with") { $0.recordedText() }
  }

  private mutating func interactionRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let url = needed("uri") { $0.interactionURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.recordedBody() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  /// A URL that no template is left in.
  private mutating func interactionURL() -> String? {
    guard let url = recordedURL() else { return nil }
    guard !url.contains("<%") else {
      return mismatch(
        expected: "a URL without ERB (\"<%\")",
        remedy: "try filling it in first: erb FILE > CASSETTE.yml")
    }
    return url
  }

  private mutating func interactionResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = recordedStatusOfAnyLayout()
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.recordedBody() }
    let version = recorded("http_version") { $0.recordedVersion() }
    let metadata = recorded("adapter_metadata") { metadata in
      metadata.recorded("effective_url") { $0.recordedText() }
    }
    let url = recorded("url") { $0.recordedText() }
    guard var status else { return nil }
    status.version = version
    return RecordedResponse(
      reading: status, headers: headers, body: body, url: url ?? metadata, of: request)
  }
}
