import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of VCR for Ruby from version 2 and of vcr for R, in YAML or JSON.
  static let vcr = vcr("VCR", recordedWith: "")
  /// Cassettes of Python's Betamax, which are VCR's format in JSON, with other dates and older
  /// layouts.
  static let betamax = vcr("Betamax", recordedWith: "betamax")
  /// Cassettes of Rust's rVCR, which are VCR's format in JSON; `encoding` tells which bodies are in
  /// Base64.
  static let rVCR = vcr("rVCR", recordedWith: "rVCR")

  /// Returns VCR's format, or the format of a tool that names itself in `recorded_with`.
  private static func vcr(_ title: String, recordedWith recorder: String) -> RecordingFormat {
    RecordingFormat(
      title, list: "http_interactions",
      recognizes: { document in
        document["http_interactions"] != nil
          && (recorder.isEmpty
            || document["recorded_with"]?.scalar?.text.hasPrefix(recorder) ?? false)
      },
      read: .interaction { VCRReader(reader: $0).interaction },
      readRest: { reader, document, cassette in
        cassette.recorder = reader.optional(document, "recorded_with", reader.nonEmptyText)
      })
  }
}

private struct VCRReader {
  let reader: RecordingReader

  /// Reads an element of `http_interactions` of VCR or a similar tool.
  func interaction(_ value: Value) -> Interaction? {
    let date = reader.vcrFamily.time(of: value)
    var interaction = reader.vcrFamily.interaction(
      value, request: request, response: { reader.vcrFamily.response($0, to: $1) })
    interaction?.recordedAt = date
    return interaction
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let request = reader.vcrFamily.request(value, url: "uri", method: reader.lowercaseMethod)
    if let url = value["uri"], request.map({ ERBTemplate.isIn($0.url) }) ?? false {
      reader.values.report(url, found: ERBTemplate.problem, remedy: .advice(ERBTemplate.remedy))
      return nil
    }
    return request
  }
}

extension WritableFormat {
  /// The format of VCR, in YAML with the same values as its serializer writes.
  package static let vcr = WritableFormat(
    "VCR", name: "vcr", fileExtensions: ["yml", "yaml"],
    losses: [
      .name, .failures, .missingStatuses, .overlaps, .timing, .missingTimes, .fractionsOfSeconds,
      .requestVersions, .emptyReasons, .methodCase, .emptyRequestBodies,
    ] + Loss.groupedFields
  ) { cassette in
    var writer = YAMLWriter()
    writer.line(0, "---")
    writer.line(0, cassette.interactions.isEmpty ? "http_interactions: []" : "http_interactions:")
    for interaction in cassette.interactions { writer.interaction(interaction) }
    writer.member(0, "recorded_with", cassette.recorder ?? WritableFormat.recorder)
    return Data(writer.text.utf8)
  }
}

extension YAMLWriter {
  fileprivate mutating func interaction(_ interaction: Interaction) {
    guard let response = interaction.response else { return }
    line(0, "- request:")
    member(4, "method", interaction.request.method.rawValue.lowercasedASCII())
    member(4, "uri", interaction.request.url)
    interactionBody(interaction.request.body ?? Data())
    headers(4, interaction.request.headers)
    line(2, "response:")
    line(4, "status:")
    line(6, "code: \(response.status.rawValue)")
    member(6, "message", response.writtenReason)
    headers(4, response.headers)
    interactionBody(response.body)
    if let version = response.httpVersion { member(4, "http_version", version) }
    if let url = response.url {
      line(4, "adapter_metadata:")
      member(6, "effective_url", url)
    }
    if let date = interaction.recordedAt {
      let seconds = Int(date.timeIntervalSince1970)
      line(2, "recorded_at: \(HTTPDate.text(secondsSince1970: seconds))")
    }
  }

  /// Writes text with its encoding, and other bytes in Base64, as VCR does with
  /// `preserve_exact_body_bytes`.
  private mutating func interactionBody(_ body: Data) {
    line(4, "body:")
    if let text = String(checkingUTF8: body), !body.hasByte(0) {
      member(6, "encoding", "UTF-8")
      member(6, "string", text)
    } else {
      member(6, "encoding", "ASCII-8BIT")
      // The line length of Ruby's `pack("m")`.
      base64(6, "base64_string:", body, lineLength: 60)
    }
  }
}
