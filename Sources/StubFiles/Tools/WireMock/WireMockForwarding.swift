import StubCore

/// The reading of WireMock's keys for stubs that forward requests to a real server.
extension Mapping {
  /// The keys that exclude each other in a forwarding stub: `proxyBaseUrl`, and those for a
  /// response.
  static let wireMockForwarded = [
    "proxyBaseUrl", "body", "jsonBody", "base64Body", "bodyFileName", "fault",
    "chunkedDribbleDelay",
  ]

  /// Reads the server to which requests are forwarded, and the changes to requests and responses.
  ///
  /// The result is `nil` without a valid `proxyBaseUrl`.
  func wireMockForwarding(
    adding headers: HTTPHeaders, usesTemplates: Bool
  ) -> Forwarding? {
    let url = optional("proxyBaseUrl") { reader.serverURL($0) }
    let prefix = optional("proxyUrlPrefixToRemove") { reader.string($0) }
    let added = optional("additionalProxyRequestHeaders") {
      reader.headerFields($0, withEarlier: true)
    }
    let removed = optional("removeProxyRequestHeaders") { value in
      reader.list(value) { reader.text($0) }
    }
    guard let url else { return nil }
    var forwarding = Forwarding(to: url)
    forwarding.removedPrefix = prefix ?? ""
    forwarding.requestFields = added ?? HTTPHeaders()
    forwarding.removedFields = Set((removed ?? []).map { HTTPHeaderName($0) })
    forwarding.responseFields = headers
    let fields = forwarding.requestFields.fields + headers.fields
    if usesTemplates, let field = fields.first(where: { $0.value.contains("{{") }) {
      report(
        found: "the header field \(Quotation.of(field.name.rawName)) of a stub that forwards "
          + "cannot be a template",
        remedy: "use a fixed text")
      return nil
    }
    return forwarding
  }
}

extension Reader {
  /// Reads the base URL of a server, and removes slashes at its end.
  fileprivate func serverURL(_ value: Value) -> String? {
    guard let text = string(value) else { return nil }
    if text.contains("{{") {
      return mismatch(
        value, expected: "a URL that is no template", remedy: "write a stub for each server")
    }
    guard RequestURL.isServer(text) else {
      return mismatch(
        value, expected: "the URL of a server, with a path or none",
        remedy: "use http://HOST or https://HOST")
    }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}
