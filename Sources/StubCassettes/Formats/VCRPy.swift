import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Python's VCR.py from version 1, in YAML or JSON.
  static let vcrPy = RecordingFormat(
    "VCR.py", list: "interactions",
    recognizes: { document in
      guard let interactions = document["interactions"] else { return false }
      return document["version"] != nil || interactions.sample?["request"]?["uri"] != nil
    },
    read: .interaction { VCRPyReader(reader: $0).interaction },
    readRest: { reader, document, _ in
      guard let version = document[given: "version"], version.scalar?.text != "1" else { return }
      reader.values.report(
        version, found: version.summary, expected: "1", remedy: "use 1 if the layout is the same")
    })

  /// Cassettes of VCR.py before version 1, which are a list, with each URL in parts.
  static let vcrPyOld = RecordingFormat(
    "VCR.py before 1.0",
    recognizes: { document in
      guard let request = document.sample?["request"] else { return false }
      return request["protocol"] != nil && request["host"] != nil
    },
    read: .interaction { VCRPyReader(reader: $0).oldInteraction })
}

private struct VCRPyReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    reader.vcrFamily.interaction(element, request: request, response: response)
  }

  /// Reads an element of a cassette from before version 1.
  func oldInteraction(_ element: Value) -> Interaction? {
    reader.vcrFamily.interaction(element, request: oldRequest, response: response)
  }

  private func request(_ value: Value) -> RecordedRequest? {
    reader.vcrFamily.request(
      value, url: "uri", body: { PythonBody($0).data(reader, type: $1?[.contentType]) })
  }

  private func oldRequest(_ value: Value) -> RecordedRequest? {
    let method = reader.required(value, "method", read: reader.method)
    let scheme = reader.required(value, "protocol", read: reader.url)
    let host = reader.required(value, "host") { reader.values.text($0) }
    let port = reader.optional(value, "port") { reader.values.integer($0, in: 1...65_535) }
    let path = reader.required(value, "path") { reader.values.text($0) }
    let headers = reader.optional(value, "headers", reader.headers)
    let body = reader.optional(value, "body") {
      PythonBody($0).data(reader, type: headers?[.contentType])
    }
    guard let method, let scheme, let host, let path else { return nil }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    let authority = isDefault ? host : "\(host):\(port ?? 0)"
    let url = "\(scheme)://\(authority)\(path)"
    guard !url.hasControlCharacters else {
      return reader.values.mismatch(
        value, expected: "a URL without control characters", remedy: "use https://example.com/")
    }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  private func response(
    _ value: Value, to request: RecordedRequest
  ) -> RecordedResponse? {
    reader.vcrFamily.response(value, to: request) { body, _ in PythonBody(body).answer(reader) }
  }
}

extension WritableFormat {
  /// The format of VCR.py, with keys in alphabetical order, as its YAML serializer writes them.
  package static let vcrPy = WritableFormat(
    "VCR.py", name: "vcrpy", fileExtensions: ["yaml", "yml"],
    losses: [
      .name, .recorder, .failures, .missingStatuses, .overlaps, .timing, .times, .requestVersions,
      .responseVersions, .emptyReasons, .standardMethodCase, .emptyRequestBodies,
    ] + Loss.groupedFields
  ) { cassette in
    var writer = YAMLWriter()
    writer.line(0, cassette.interactions.isEmpty ? "interactions: []" : "interactions:")
    for interaction in cassette.interactions { writer.pythonInteraction(interaction) }
    writer.line(0, "version: 1")
    return Data(writer.text.utf8)
  }
}

extension YAMLWriter {
  fileprivate mutating func pythonInteraction(_ interaction: Interaction) {
    guard let response = interaction.response else { return }
    line(0, "- request:")
    if let body = interaction.request.body {
      pythonBody(4, "body", body)
    } else {
      line(4, "body: null")
    }
    headers(4, interaction.request.headers)
    member(4, "method", interaction.request.method.rawValue)
    member(4, "uri", interaction.request.url)
    line(2, "response:")
    line(4, "body:")
    pythonBody(6, "string", response.body)
    headers(4, response.headers)
    line(4, "status:")
    line(6, "code: \(response.status.rawValue)")
    member(6, "message", response.writtenReason)
    if let url = response.url { member(4, "url", url) }
  }

  /// Writes bytes as text if they are UTF-8, as VCR.py does, and otherwise as Base64.
  private mutating func pythonBody(_ indent: Int, _ key: String, _ body: Data) {
    if let text = String(checkingUTF8: body), !body.hasByte(0) {
      member(indent, key, text)
    } else {
      base64(indent, "\(key): !!binary", body, lineLength: 76)
    }
  }
}
