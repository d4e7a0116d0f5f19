import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Recordings of nock, which its recorder and `nock.back` write, and `nock.define` reads.
  static let nock = RecordingFormat(
    "nock",
    recognizes: { document in
      guard let first = document.sample else { return false }
      return first["scope"] != nil && first["path"] != nil
    },
    read: .interaction { NockReader(reader: $0).interaction }, ignoring: ["responseIsBinary"])
}

private struct NockReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? { reader.message(element) { exchange($0) } }

  /// Reads an element, which has the keys of the request and of the response.
  private func exchange(_ element: Value) -> Interaction? {
    guard let request = request(element) else { return nil }
    // Old fixtures have the status in "reply".
    let status = reader.hasStatus(element) ? reader.status(of: element)?.code ?? .ok : .ok
    var headers =
      reader.optional(element, anyOf: ["rawHeaders", "headers"]) { self.headers($0) }
      ?? HTTPHeaders()
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    let isBinary = element["responseIsBinary"]?.scalar?.kind == .bool(true)
    let body = reader.optional(element, "response") { value in
      // nock also adds this field.
      if codings.isEmpty, !isBinary, value.scalar?.kind != .string, !headers.contains(.contentType)
      {
        headers.append(.contentType, "application/json")
      }
      return responseBody(value, codings: codings, isBinary: isBinary)
    }
    let response = RecordedResponse(status, headers: headers, body: body ?? Data())
    return Interaction(request, response, origin: element.recordedOrigin)
  }

  private func request(_ value: Value) -> RecordedRequest? {
    guard let written = reader.required(value, "scope", read: { reader.url($0) }),
      let scope = self.scope(written, value),
      let path = reader.required(value, "path", read: { reader.values.text($0) })
    else { return nil }
    let headers = reader.optional(value, anyOf: ["reqheaders", "reqHeaders"]) { self.headers($0) }
    let length = headers?[.contentLength].flatMap { Int($0) }
    let type = HTTPContentType(rawValue: headers?[.contentType] ?? "")
    return RecordedRequest(
      reading: reader.optional(value, "method") { reader.method($0) } ?? .get,
      Self.withoutDefaultPort(scope) + path, headers: headers,
      body: reader.optional(value, "body") { requestBody($0, length: length, type: type) })
  }

  /// Returns the scope with its port, which old fixtures have under a separate key.
  private func scope(_ scope: String, _ value: Value) -> String? {
    guard value.hasValue("port") else { return scope }
    // The port is searched for in the text, because a parsed URL omits a default port.
    let site = scope.firstRange(of: "://").map { scope[$0.upperBound...].prefix { $0 != "/" } }
    let written = site.flatMap { Authority($0).port }
    return reader.optional(value, "port") { port in
      guard let number = port.givenText.flatMap({ Int($0) }), (1...65_535).contains(number) else {
        return reader.values.mismatch(port, expected: "a port from 1 to 65535", remedy: "use 443")
      }
      if let written {
        return written == number
          ? scope
          : reader.values.mismatch(port, expected: "the port of the scope", remedy: "remove it")
      }
      return "\(scope.hasSuffix("/") ? String(scope.dropLast()) : scope):\(number)"
    }
  }

  /// Returns `https://example.com` for `https://example.com:443`, because nock writes every scope
  /// with its port.
  private static func withoutDefaultPort(_ scope: String) -> String {
    let base = scope.hasSuffix("/") ? String(scope.dropLast()) : scope
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where base.hasPrefix(scheme) && base.hasSuffix(port) {
      return String(base.dropLast(port.utf8.count))
    }
    return base
  }

  /// Reads header fields: a mapping, or a list of alternating names and values.
  private func headers(_ value: Value) -> HTTPHeaders? {
    guard let elements = value.elements, elements.allSatisfy({ $0.scalar != nil }) else {
      return reader.headers(value)
    }
    guard elements.count.isMultiple(of: 2) else {
      reader.values.report(
        value, found: "headers need a value after each name",
        remedy: "use [ \"Content-Type\", \"text/plain\" ]")
      return nil
    }
    var headers = HTTPHeaders()
    for index in stride(from: 0, to: elements.count, by: 2) {
      headers.append(
        HTTPHeaderName(elements[index].givenText ?? ""), elements[index + 1].givenText ?? "")
    }
    return headers
  }

  /// Reads a request body.
  ///
  /// nock writes bytes that are not text as hexadecimal digits, which only the length of the body
  /// shows.
  private func requestBody(_ value: Value, length: Int?, type: HTTPContentType) -> Data? {
    if let text = value.scalar?.text {
      if length == text.utf8.count / 2, let bytes = Hexadecimal.bytes(of: text) {
        return Data(bytes)
      }
      return reader.bodies.bytes(value)
    }
    if type.essence == HTTPContentType.formURLEncoded.rawValue, let members = value.members,
      members.allSatisfy({ $0.value.scalar != nil })
    {
      let fields = members.map {
        RecordedForm.Field(name: $0.key, value: $0.value.givenText ?? "")
      }
      return RecordedForm.body(of: fields, type: type)
    }
    return value.jsonData
  }

  /// Reads a response body: text, JSON, bytes in hexadecimal digits, or a list of chunks.
  ///
  /// A list of texts is a list of chunks only if these are bytes in the content coding, because
  /// decoded JSON can also be a list of texts.
  private func responseBody(_ value: Value, codings: [String], isBinary: Bool) -> Data? {
    if isBinary || !codings.isEmpty, value.scalar != nil { return bytes(value) }
    if !codings.isEmpty, value.elements != nil,
      let chunks = BodyEncoding.chunks(value.json, in: .hexadecimal, .base64),
      ContentCoding.isMarked(chunks, as: codings) ?? true
    {
      return chunks
    }
    return value.scalar == nil || value.scalar?.kind != .string
      ? value.jsonData : reader.bodies.bytes(value)
  }

  /// Reads bytes in hexadecimal digits or, as in old versions, in Base64.
  private func bytes(_ value: Value) -> Data? {
    guard let text = value.scalar?.text else {
      return reader.values.mismatch(
        value, expected: "bytes in hexadecimal", remedy: "use text of hexadecimal digits")
    }
    if let bytes = Hexadecimal.bytes(of: text) { return Data(bytes) }
    return reader.bodies.base64(value)
  }
}
