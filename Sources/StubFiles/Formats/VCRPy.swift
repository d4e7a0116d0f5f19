import StubCore
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Python's VCR.py from version 1, in YAML or JSON.
  static let vcrPy = RecordingFormat(
    "VCR.py", list: "interactions",
    recognizes: { document in
      guard let interactions = document["interactions"] else { return false }
      return document["version"] != nil || interactions.sample?["request"]?["uri"] != nil
    },
    read: .interaction { reader, element in
      reader.interaction(element, request: reader.request, response: reader.pythonResponse)
    },
    readRest: { reader, document, _ in
      guard let version = document[given: "version"], version.scalar?.text != "1" else { return }
      reader.report(
        version, found: version.summary, expected: "1", remedy: "use 1 if the layout is the same")
    })

  /// Cassettes of VCR.py before version 1: a list, with the URL in parts.
  static let vcrPyOld = RecordingFormat(
    "VCR.py before 1.0",
    recognizes: { document in
      guard let request = document.sample?["request"] else { return false }
      return request["protocol"] != nil && request["host"] != nil
    },
    read: .interaction { reader, element in
      reader.interaction(element, request: reader.oldRequest, response: reader.pythonResponse)
    })
}

extension Reader {
  fileprivate func request(_ value: Value) -> RecordedRequest? {
    recordedRequest(
      value, url: "uri", body: { PythonBody($0).data(self, type: $1?[.contentType]) })
  }

  fileprivate func oldRequest(_ value: Value) -> RecordedRequest? {
    let method = needed(value, "method", read: recordedMethod)
    let scheme = needed(value, "protocol", read: recordedURL)
    let host = needed(value, "host") { text($0) }
    let port = recorded(value, "port") { integer($0, in: 1...65_535) }
    let path = needed(value, "path") { text($0) }
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body") {
      PythonBody($0).data(self, type: headers?[.contentType])
    }
    guard let method, let scheme, let host, let path else { return nil }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    let authority = isDefault ? host : "\(host):\(port ?? 0)"
    let url = "\(scheme)://\(authority)\(path)"
    guard !url.hasControlCharacters else {
      return mismatch(
        value, expected: "a URL without control characters", remedy: "use https://example.com/")
    }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  fileprivate func pythonResponse(
    _ value: Value, to request: RecordedRequest
  ) -> RecordedResponse? {
    recordedResponse(value, to: request) { body, _ in PythonBody(body).answer(self) }
  }
}

extension WritableFormat {
  /// Writes keys in alphabetical order, as VCR.py's YAML serializer does.
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

  /// Writes text if the bytes are UTF-8, as VCR.py does, and otherwise Base64.
  private mutating func pythonBody(_ indent: Int, _ key: String, _ body: Data) {
    if let text = String(checkingUTF8: body), !body.hasByte(0) {
      member(indent, key, text)
    } else {
      base64(indent, "\(key): !!binary", body, lineLength: 76)
    }
  }
}
