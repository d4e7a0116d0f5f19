import StubCore
import StubPlatform

extension RecordingFormat {
  /// Recordings of nock, as written by its recorder and `nock.back`, and read by `nock.define`.
  static let nock = RecordingFormat(
    "nock",
    recognizes: { document in
      guard let first = document.sample else { return false }
      return first["scope"] != nil && first["path"] != nil
    },
    read: .interaction { reader, element in
      reader.message(element) { reader.nockInteraction($0) }
    }, ignoring: ["responseIsBinary"])
}

extension Reader {
  fileprivate func nockInteraction(_ element: Value) -> Interaction? {
    guard let request = nockRequest(element) else { return nil }
    // Old fixtures have the status in "reply".
    let status = hasStatus(element) ? recordedStatus(of: element)?.code ?? .ok : .ok
    var headers =
      recorded(element, anyOf: ["rawHeaders", "headers"]) { nockHeaders($0) } ?? HTTPHeaders()
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    let isBinary = element["responseIsBinary"]?.scalar?.kind == .bool(true)
    let body = recorded(element, "response") { value in
      // nock also adds this field.
      if codings.isEmpty, !isBinary, value.scalar?.kind != .string, !headers.contains(.contentType)
      {
        headers.append(.contentType, "application/json")
      }
      return nockBody(value, codings: codings, isBinary: isBinary)
    }
    let response = RecordedResponse(status, headers: headers, body: body ?? Data())
    return Interaction(request, response, origin: element.recordedOrigin)
  }

  private func nockRequest(_ value: Value) -> RecordedRequest? {
    guard let written = needed(value, "scope", read: { recordedURL($0) }),
      let scope = nockScope(written, value),
      let path = needed(value, "path", read: { text($0) })
    else { return nil }
    let headers = recorded(value, anyOf: ["reqheaders", "reqHeaders"]) { nockHeaders($0) }
    let length = headers?[.contentLength].flatMap { Int($0) }
    let type = HTTPContentType(rawValue: headers?[.contentType] ?? "")
    return RecordedRequest(
      reading: recorded(value, "method") { recordedMethod($0) } ?? .get,
      Self.withoutDefaultPort(scope) + path, headers: headers,
      body: recorded(value, "body") { nockRequestBody($0, length: length, type: type) })
  }

  /// Returns the scope with its port; old fixtures have the port in a separate key.
  private func nockScope(_ scope: String, _ value: Value) -> String? {
    guard value.hasValue("port") else { return scope }
    // The port is searched for in the text, because a parsed URL omits a default port.
    let site = scope.firstRange(of: "://").map { scope[$0.upperBound...].prefix { $0 != "/" } }
    let written = site.flatMap { Authority($0).port }
    return recorded(value, "port") { port in
      guard let number = port.givenText.flatMap({ Int($0) }), (1...65_535).contains(number) else {
        return mismatch(port, expected: "a port from 1 to 65535", remedy: "use 443")
      }
      if let written {
        return written == number
          ? scope : mismatch(port, expected: "the port of the scope", remedy: "remove it")
      }
      return "\(scope.hasSuffix("/") ? String(scope.dropLast()) : scope):\(number)"
    }
  }

  /// Returns `https://example.com` for `https://example.com:443`: nock writes every scope with its
  /// port.
  private static func withoutDefaultPort(_ scope: String) -> String {
    let base = scope.hasSuffix("/") ? String(scope.dropLast()) : scope
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where base.hasPrefix(scheme) && base.hasSuffix(port) {
      return String(base.dropLast(port.utf8.count))
    }
    return base
  }

  /// Reads header fields: a mapping, or a list that alternates names and values.
  private func nockHeaders(_ value: Value) -> HTTPHeaders? {
    guard let elements = value.elements, elements.allSatisfy({ $0.scalar != nil }) else {
      return recordedHeaders(value)
    }
    guard elements.count.isMultiple(of: 2) else {
      report(
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
  /// nock writes bytes that are not text as hexadecimal digits; only the length of the body shows
  /// this.
  private func nockRequestBody(_ value: Value, length: Int?, type: HTTPContentType) -> Data? {
    if let text = value.scalar?.text {
      if length == text.utf8.count / 2, let bytes = Hexadecimal.bytes(of: text) {
        return Data(bytes)
      }
      return recordedBytes(value)
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
  /// A list of texts is a list of chunks only if the chunks are bytes in the content coding;
  /// decoded JSON can also be a list of texts.
  private func nockBody(_ value: Value, codings: [String], isBinary: Bool) -> Data? {
    if isBinary || !codings.isEmpty, value.scalar != nil { return nockBytes(value) }
    if !codings.isEmpty, value.elements != nil,
      let chunks = Self.chunks(value.json, in: .hexadecimal, .base64),
      ContentCoding.isMarked(chunks, as: codings) ?? true
    {
      return chunks
    }
    return value.scalar == nil || value.scalar?.kind != .string
      ? value.jsonData : recordedBytes(value)
  }

  /// Reads bytes in hexadecimal digits or, as in old versions, in Base64.
  private func nockBytes(_ value: Value) -> Data? {
    guard let text = value.scalar?.text else {
      return mismatch(
        value, expected: "bytes in hexadecimal", remedy: "use text of hexadecimal digits")
    }
    if let bytes = Hexadecimal.bytes(of: text) { return Data(bytes) }
    return recordedBase64(value)
  }
}
