import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// As VCR.py's YAML serializer writes it: keys in alphabetical order.
extension VCRPyFormat: WritableFormat {
  static let name = "vcrpy"
  static let fileExtensions = ["yaml", "yml"]

  static let notHeld: [CassetteDetail] = [
    .name, .recorder, .failures, .missingStatuses, .overlaps, .timing, .times, .requestVersions,
    .responseVersions, .standardMethodCase, .emptyRequestBodies, .fieldOrder,
  ]

  static func bytes(of cassette: Cassette) -> Data {
    var writer = YAMLWriter()
    writer.line(0, cassette.tracks.isEmpty ? "interactions: []" : "interactions:")
    for track in cassette.tracks { writer.pythonInteraction(track) }
    writer.line(0, "version: 1")
    return Data(writer.text.utf8)
  }
}

extension YAMLWriter {
  fileprivate mutating func pythonInteraction(_ track: Cassette.Track) {
    guard case .response(let response) = track.outcome else { return }
    line(0, "- request:")
    if let body = track.request.body {
      pythonBody(4, "body", body)
    } else {
      line(4, "body: null")
    }
    headers(4, track.request.headers)
    member(4, "method", track.request.method.rawValue)
    member(4, "uri", track.request.url)
    line(2, "response:")
    line(4, "body:")
    pythonBody(6, "string", response.body)
    headers(4, response.headers)
    line(4, "status:")
    line(6, "code: \(response.status.rawValue)")
    member(6, "message", response.writtenReason)
    if let url = response.url { member(4, "url", url) }
  }

  /// Text where it is UTF-8, as VCR.py decides it.
  private mutating func pythonBody(_ indent: Int, _ key: String, _ body: Data) {
    if let text = String(validating: body, as: UTF8.self), !body.contains(0) {
      member(indent, key, text)
    } else {
      base64(indent, "\(key): !!binary", body, lineLength: 76)
    }
  }
}
