import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The recordings of nock: what its recorder and `nock.back` write and `nock.define` reads.
struct NockFormat: RecordingFormat {
  static let title = "nock"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first else { return false }
    return first["scope"] != nil && first["path"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.nockRequest() else { return }
    let status = element.recorded("status") { $0.recordedStatus() } ?? .ok
    let headers = element.recorded(anyOf: ["rawHeaders", "headers"]) { $0.nockHeaders() }
    let isEncoded = headers?.contains(.contentEncoding) ?? false
    let isBinary = element.node["responseIsBinary"]?.scalar?.kind == .bool(true)
    let body = element.recorded("response") {
      $0.nockBody(isEncoded: isEncoded, isBinary: isBinary)
    }
    let response = RecordedResponse(
      status, headers: headers ?? HTTPHeaders(), body: body ?? Data())
    cassette.tracks.append(
      Cassette.Track(request, .response(response), origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func nockRequest() -> RecordedRequest? {
    guard let scope = needed("scope", read: { $0.recordedURL() }),
      let path = needed("path", read: { $0.text() })
    else { return nil }
    let headers = recorded(anyOf: ["reqheaders", "reqHeaders"]) { $0.nockHeaders() }
    let length = headers?[.contentLength].flatMap { Int($0) }
    let type = HTTPContentType(rawValue: headers?[.contentType] ?? "")
    return RecordedRequest(
      reading: recorded("method") { $0.recordedMethod() } ?? .get,
      Self.withoutDefaultPort(scope) + path, headers: headers,
      body: recorded("body") { $0.nockRequestBody(length: length, type: type) })
  }

  /// `https://example.com` of `https://example.com:443`, which is how nock writes every scope.
  private static func withoutDefaultPort(_ scope: String) -> String {
    let base = scope.hasSuffix("/") ? String(scope.dropLast()) : scope
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where base.hasPrefix(scheme) && base.hasSuffix(port) {
      return String(base.dropLast(port.utf8.count))
    }
    return base
  }

  /// Header fields: a mapping, or a list of names and values by turns.
  fileprivate mutating func nockHeaders() -> HTTPHeaders? {
    guard let elements = node.elements, elements.allSatisfy({ $0.scalar != nil }) else {
      return recordedHeaders()
    }
    guard elements.count.isMultiple(of: 2) else {
      report(
        found: "a list of \(elements.count) texts", expected: "a value after each name",
        remedy: "try [ \"Content-Type\", \"text/plain\" ]")
      return nil
    }
    var headers = HTTPHeaders()
    for index in stride(from: 0, to: elements.count, by: 2) {
      headers.append(
        HTTPHeaderName(elements[index].givenText ?? ""), elements[index + 1].givenText ?? "")
    }
    return headers
  }

  /// A body that was sent; bytes that are no text are hexadecimal, with nothing to say so but
  /// their length.
  fileprivate mutating func nockRequestBody(length: Int?, type: HTTPContentType) -> Data? {
    if let text = node.scalar?.text {
      if length == text.utf8.count / 2, let bytes = Hexadecimal.bytes(of: text) {
        return Data(bytes)
      }
      return recordedBytes()
    }
    if type.essence == HTTPContentType.formURLEncoded.rawValue, let members = node.members,
      members.allSatisfy({ $0.value.scalar != nil })
    {
      let fields = members.map {
        RecordedForm.Field(name: $0.key, value: $0.value.givenText ?? "")
      }
      return RecordedForm.body(of: fields, type: type)
    }
    return json.data()
  }

  /// A body that was received: text, JSON as it is, bytes in hexadecimal, or several such pieces.
  fileprivate mutating func nockBody(isEncoded: Bool, isBinary: Bool) -> Data? {
    if isBinary || isEncoded, node.scalar != nil { return nockBytes() }
    if isEncoded, let elements = node.elements, elements.allSatisfy({ $0.scalar != nil }) {
      return list { $0.nockBytes() }?.reduce(Data(), +)
    }
    return node.scalar == nil || node.scalar?.kind != .string ? json.data() : recordedBytes()
  }

  /// Bytes in hexadecimal or, by old versions, base64.
  private mutating func nockBytes() -> Data? {
    guard let text = node.scalar?.text else {
      return mismatch(expected: "bytes in hexadecimal", remedy: "try recording it again")
    }
    if let bytes = Hexadecimal.bytes(of: text) { return Data(bytes) }
    return recordedBase64()
  }
}

/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
  /// `nil` when the text is anything else.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
