import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// VCR's own serializer writes the same tree in YAML.
extension VCRFormat: WritableFormat {
  static let name = "vcr"
  static let fileExtensions = ["yml", "yaml"]

  static let notHeld: [CassetteDetail] = [
    .name, .failures, .missingStatuses, .overlaps, .timing, .missingTimes, .fractionsOfSeconds,
    .requestVersions, .methodCase, .emptyRequestBodies, .fieldOrder,
  ]

  static func bytes(of cassette: Cassette) -> Data {
    var writer = YAMLWriter()
    writer.line(0, "---")
    writer.line(0, cassette.tracks.isEmpty ? "http_interactions: []" : "http_interactions:")
    for track in cassette.tracks { writer.interaction(track) }
    writer.member(0, "recorded_with", cassette.recorder ?? WritableFormats.recorder)
    return Data(writer.text.utf8)
  }
}

extension YAMLWriter {
  fileprivate mutating func interaction(_ track: Cassette.Track) {
    guard case .response(let response) = track.outcome else { return }
    line(0, "- request:")
    member(4, "method", track.request.method.rawValue.lowercasedASCII())
    member(4, "uri", track.request.url)
    interactionBody(track.request.body ?? Data())
    headers(4, track.request.headers)
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
    if let date = track.recordedAt {
      let seconds = Int(date.timeIntervalSince1970)
      line(2, "recorded_at: \(HTTPDate.text(secondsSince1970: seconds))")
    }
  }

  /// Text with its encoding, or what `preserve_exact_body_bytes` makes of other bytes.
  private mutating func interactionBody(_ body: Data) {
    line(4, "body:")
    if let text = String(validating: body, as: UTF8.self), !body.contains(0) {
      member(6, "encoding", "UTF-8")
      member(6, "string", text)
    } else {
      member(6, "encoding", "ASCII-8BIT")
      // Ruby's `pack("m")`.
      base64(6, "base64_string:", body, lineLength: 60)
    }
  }
}
