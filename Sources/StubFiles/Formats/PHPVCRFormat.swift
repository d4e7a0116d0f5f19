import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of php-vcr, in YAML or JSON.
struct PHPVCRFormat: RecordingFormat {
  static let title = "php-vcr"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first, let status = first["response"]?["status"],
      first["request"]?["url"] != nil
    else { return false }
    return status.members != nil || status.scalar?.text.hasPrefix("HTTP/") ?? false
      || first["response"]?["curl_info"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.phpRequest() }) else { return }
    var timing: RecordedTiming?
    let response = element.needed("response") { response in
      timing = response.recorded("curl_info") { $0.curlTiming() }
      return response.phpResponse(to: request)
    }
    guard let response else { return }
    cassette.tracks.append(
      Cassette.Track(request, .response(response), timing: timing, origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func phpRequest() -> RecordedRequest? {
    let method = needed("method") { $0.recordedMethod() }
    let url = needed("url") { $0.recordedURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body =
      recorded("body") { $0.recordedBytes() } ?? recorded("post_fields") { $0.phpForm() }
    guard let method, let url else { return nil }
    return RecordedRequest(reading: method, url, headers: headers, body: body)
  }

  /// The fields of a form as the body that they were sent in.
  private mutating func phpForm() -> Data? {
    guard let members = node.members else {
      if node.elements?.isEmpty ?? false { return Data() }
      return recordedBytes()
    }
    var pairs: [String] = []
    for member in members {
      var value = ValueReader(member, in: path)
      let text = value.text()
      report(value.diagnostics)
      pairs.append("\(member.key.formEncoded)=\((text ?? "").formEncoded)")
    }
    return Data(pairs.joined(separator: "&").utf8)
  }

  fileprivate mutating func phpResponse(to request: RecordedRequest) -> RecordedResponse? {
    let status = needed("status") { status -> RecordedStatus? in
      guard status.node.members != nil else { return status.recordedStatusLine() }
      let version = status.recorded("http_version") { $0.recordedVersion() }
      var mapped = status.recordedStatusMapping()
      mapped?.version = version
      return mapped
    }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let isBase64 =
      headers?["Content-Type"] == "application/x-gzip"
      || headers?["Content-Transfer-Encoding"] == "binary"
    let body = recorded("body") { isBase64 ? $0.recordedBase64() : $0.recordedBytes() }
    guard let status else { return nil }
    return RecordedResponse(reading: status, headers: headers, body: body, of: request)
  }

  /// The seconds that curl counted from the start of the transfer.
  fileprivate mutating func curlTiming() -> RecordedTiming? {
    let start = recorded("starttransfer_time") { $0.amount() }
    guard let total = recorded("total_time", { $0.amount() }) else { return nil }
    let year = 365.0 * 86_400
    let wait = min(start ?? total, total, year)
    return RecordedTiming(wait: .seconds(wait), receive: .seconds(min(total, year) - wait))
  }
}

extension String {
  /// The text as a name or value of a form (WHATWG URL Standard §5.2).
  fileprivate var formEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: " "): encoded += "+"
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
