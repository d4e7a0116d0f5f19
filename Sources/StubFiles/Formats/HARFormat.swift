import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// HTTP Archive 1.1 and 1.2 (W3C Web Performance Working Group draft, 2012).
struct HARFormat: RecordingFormat {
  static let title = "HAR"
  static let listPath = ["log", "entries"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    document["log"]?["entries"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.node["request"], let response = element.node["response"],
      let url = request["url"]?.scalar?.text,
      let status = response["status"]?.scalar?.text
    else { return element.report(found: "an entry without request or response") }
    let method = HTTPMethod(rawValue: request["method"]?.scalar?.text ?? "GET")
    let text = response["content"]?["text"]?.scalar?.text ?? ""
    var headers = HTTPHeaders()
    for header in response["headers"]?.elements ?? [] {
      guard let name = header["name"]?.scalar?.text else { continue }
      headers.append(HTTPHeaderName(name), header["value"]?.scalar?.text ?? "")
    }
    let recorded = RecordedResponse(
      HTTPStatusCode(rawValue: Int(status) ?? 0), headers: headers, body: Data(text.utf8))
    cassette.tracks.append(
      Cassette.Track(
        RecordedRequest(method, url), .response(recorded),
        origin: HTTPStub.Origin(file: element.position.file, line: element.position.line)))
  }
}
