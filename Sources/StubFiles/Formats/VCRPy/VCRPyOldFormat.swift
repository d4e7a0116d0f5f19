import StubCore

/// The cassettes of Python's VCR.py before version 1: a list, with the URL in pieces.
struct VCRPyOldFormat: RecordingFormat {
  static let title = "VCR.py before 1.0"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let request = document.elements?.first?["request"] else { return false }
    return request["protocol"] != nil && request["host"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.oldRequest() }) else { return }
    let response = element.needed("response") { $0.pythonResponse(to: request) }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func oldRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let scheme = needed("protocol") { $0.recordedURL() }
    let host = needed("host") { $0.recordedURL() }
    let port = recorded("port") { $0.integer(in: 1...65_535) }
    let path = needed("path") { $0.text() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.pythonBody() }
    guard let method, let scheme, let host, let path else { return nil }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    let authority = isDefault ? host : "\(host):\(port ?? 0)"
    return RecordedRequest(
      reading: method, "\(scheme)://\(authority)\(path)", headers: headers, body: body)
  }
}
