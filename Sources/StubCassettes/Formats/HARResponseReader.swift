import StubCore
import StubDocuments
import StubPlatform

/// A reader of the response in an entry of a HAR.
struct HARResponseReader {
  let har: HARReader
  let request: RecordedRequest
  /// Whether Polly.js recorded the entry.
  let isPolly: Bool
  private var reader: RecordingReader { har.reader }

  /// Reads the response of an entry, the error in its place, or both.
  func outcome(_ value: Value) -> Interaction? {
    let reason = ["_error", "_failureText"].compactMap { value[$0]?.scalar }
      .first { $0.kind == .string && !$0.text.isEmpty }?.text
    let status = value["status"]?.givenText ?? ""
    // Browsers and proxies write 0, Playwright -1, for a request without a response.
    if ["", "0", "-1"].contains(status) {
      return Interaction(
        request, failure: HARFailure.recorded(reason ?? value["statusText"]?.givenText ?? ""))
    }
    if let code = Int(status), !(100...999).contains(code) {
      if let reason { return Interaction(request, failure: HARFailure.recorded(reason)) }
      reader.values.warn(
        value, found: "this entry is left out: the status \(code) is no answer and no error",
        causesOmission: true)
      return nil
    }
    guard let response = reader.message(value, .response, self.response) else { return nil }
    guard let reason, !HARFailure.isByClient(reason) else { return Interaction(request, response) }
    return Interaction(request, response, failure: HARFailure.recorded(reason))
  }

  private func response(_ value: Value) -> RecordedResponse? {
    guard let status = reader.required(value, "status", read: { reader.statusCode($0) }) else {
      return nil
    }
    var headers = har.headers(value)
    if !headers.contains(.setCookie) {
      for cookie in reader.optional(value, "cookies", { har.cookies($0) }) ?? [] {
        headers.append(.setCookie, cookie.field)
      }
    }
    if status.isRedirect, !headers.contains("Location"),
      let target = reader.optional(value, "redirectURL", { reader.nonEmptyText($0) })
    {
      headers.append("Location", target)
    }
    let hasContent = request.method != .head && !status.forbidsContent
    let body = reader.optional(value, "content") { content in
      reader.message(content) {
        self.content($0, isExpected: hasContent, headers: &headers)
      }
    }
    return RecordedResponse(
      status, reason: reader.optional(value, "statusText") { reader.nonEmptyText($0) },
      httpVersion: har.version(value),
      headers: headers, body: body ?? Data())
  }

  /// Reads a body, which is text or bytes in Base64.
  ///
  /// If the response had a body that was not recorded, a warning is added.
  private func content(
    _ value: Value, isExpected: Bool, headers: inout HTTPHeaders
  ) -> Data? {
    let type = reader.optional(value, "mimeType") { reader.nonEmptyText($0) }
    let isWritten = value["text"]?.scalar?.isEmpty == false && value.hasValue("text")
    guard isWritten || value.hasValue("_file") else {
      if isExpected { warnOfMissingText(value) }
      return nil
    }
    if isExpected, !headers.contains(.contentType), let type, type != HARCharset.unknownType {
      headers.append(.contentType, type)
    }
    guard isWritten else { return reader.optional(value, "_file", reader.bodies.fileBeside) }
    return text(value, type: headers[.contentType] ?? type, headers)
  }

  /// Reads the text of a body, and converts it to bytes as the program that wrote the archive
  /// requires.
  private func text(_ value: Value, type: String?, _ headers: HTTPHeaders) -> Data? {
    let encoding = value.harEncoding
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    // mitmproxy counts the bytes that were sent, and separately the bytes that compression has
    // saved.
    let size = har.byteCount(of: value, "size").map {
      $0 &+ (har.byteCount(of: value, "compression") ?? 0)
    }
    return reader.optional(value, "text") { text in
      if encoding == nil, isPolly, let chunks = pollyChunks(text, of: codings) { return chunks }
      if encoding == "base64", isNoBase64(text, size: size) { return text.scalar?.data }
      let charset =
        HARCharset.name(in: type) ?? har.mitmproxyCharset(of: text, type: type, size: size)
      return reader.bodies.bytes(text, declaredAs: encoding, charset: charset)
    }
  }

  /// Returns whether a text that is declared as Base64 is plain text, judging by its size.
  ///
  /// A wrong declaration or size causes a warning. A user who removes a body by hand often leaves
  /// the encoding and the size.
  private func isNoBase64(_ value: Value, size: Int?) -> Bool {
    guard let text = value.scalar?.data, let size, size > 0,
      let count = BodyEncoding.base64.decode(Data(text.filter { $0 != UInt8(ascii: " ") }))?.count,
      // Some tools count the characters of the Base64 text, and some count the compressed bytes.
      count < size, size != text.count
    else { return false }
    guard text.allSatisfy(Self.isOfWords) else {
      reader.values.warn(
        value, found: "this base64 has fewer bytes than \"size\" says",
        remedy: "record it again if the body matters")
      return false
    }
    reader.values.warn(
      value, found: "declared as base64 and is words, so it is played as text",
      remedy: "remove \"encoding\", or record it again")
    return true
  }

  private static func isOfWords(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Reads a compressed body of Polly.js before version 6, which is a JSON list of chunks in
  /// hexadecimal digits or Base64.
  ///
  /// - Returns: `nil` for any other text, such as a list that only looks similar.
  private func pollyChunks(_ value: Value, of codings: [String]) -> Data? {
    guard let text = value.scalar?.text, text.hasPrefix("["),
      let json = try? JSONValue(parsing: text),
      let body = BodyEncoding.chunks(json, in: .hexadecimal, .base64)
    else { return nil }
    // Without a coding in the fields, the bytes themselves must look compressed.
    if codings.isEmpty { return Inflation.beginsCompressed(body) ? body : nil }
    return ContentCoding.isMarked(body, as: codings) ?? har.creator.isOldPolly ? body : nil
  }

  private func warnOfMissingText(_ value: Value) {
    let comment = value["comment"]?.scalar?.text ?? ""
    let size = Double(value["size"]?.scalar?.text ?? "") ?? 0
    guard value["text"] == nil, size > 0 || !comment.isEmpty else { return }
    reader.values.warn(
      value, found: "this body was not recorded and is played empty",
      remedy: "export with content")
  }
}
