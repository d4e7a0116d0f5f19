import StubCore
import StubPlatform

/// Reads the text of a response body, and other members of the archive about its bytes.
extension Reader {
  func harText(
    _ value: Value, isPolly: Bool, type: String?, _ headers: HTTPHeaders
  ) -> Data? {
    let encoding = value.harEncoding
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    // mitmproxy counts the bytes that were sent, and separately the bytes that compression has
    // saved.
    let size = byteCount(of: value, "size").map { $0 &+ (byteCount(of: value, "compression") ?? 0) }
    return recorded(value, "text") { text in
      if encoding == nil, isPolly, let chunks = pollyChunks(text, of: codings) { return chunks }
      if encoding == "base64", isNoBase64(text, size: size) { return text.scalar?.data }
      let charset =
        HARCharset.name(in: type) ?? HARCharset.ofMitmproxy(text, self, type: type, size: size)
      return recordedBytes(text, declaredAs: encoding, charset: charset)
    }
  }

  func byteCount(of value: Value, _ key: String) -> Int? {
    value[key]?.givenText.flatMap { Int($0) }
  }

  /// Whether a text declared as Base64 is plain text, judging by the size; warns if the declaration
  /// or the size is wrong.
  ///
  /// A user who removes a body by hand often leaves the encoding and the size.
  private func isNoBase64(_ value: Value, size: Int?) -> Bool {
    guard let text = value.scalar?.data, let size, size > 0,
      let count = BodyEncoding.base64.decode(Data(text.filter { $0 != UInt8(ascii: " ") }))?.count,
      // Some tools count the characters of the Base64 text, and some count the compressed bytes.
      count < size, size != text.count
    else { return false }
    guard text.allSatisfy(Self.isOfWords) else {
      warn(
        value, found: "this base64 has fewer bytes than \"size\" says",
        remedy: "record it again if the body matters")
      return false
    }
    warn(
      value, found: "declared as base64 and is words, so it is played as text",
      remedy: "remove \"encoding\", or record it again")
    return true
  }

  private static func isOfWords(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Reads a compressed body of Polly.js before version 6: a JSON list of chunks in hexadecimal
  /// digits or Base64.
  ///
  /// - Returns: `nil` for any other text, such as a list that only looks similar.
  private func pollyChunks(_ value: Value, of codings: [String]) -> Data? {
    guard let text = value.scalar?.text, text.hasPrefix("["),
      let json = try? JSONValue(parsing: text),
      let body = Self.chunks(json, in: .hexadecimal, .base64)
    else { return nil }
    // Without a coding in the fields, the bytes themselves must look compressed.
    if codings.isEmpty { return Inflation.beginsCompressed(body) ? body : nil }
    return ContentCoding.isMarked(body, as: codings) ?? isOfOldPolly ? body : nil
  }

  /// Whether the archive was written by Polly.js.
  var isOfPolly: Bool {
    let creator = findings.message.document?["log"]?["creator"]?["name"]?.givenText
    return creator?.lowercasedASCII().hasPrefix("polly") ?? false
  }

  /// Whether the archive was written by a version of Polly.js before 6, which writes such chunks.
  private var isOfOldPolly: Bool {
    guard let log = findings.message.document?["log"], log["_recordingName"] != nil,
      let version = log["creator"]?["version"]?.givenText,
      let major = Int(version.prefix { $0 != "." })
    else { return false }
    return major < 6
  }

  func warnOfMissingHARText(_ value: Value) {
    let comment = value["comment"]?.scalar?.text ?? ""
    let size = Double(value["size"]?.scalar?.text ?? "") ?? 0
    guard value["text"] == nil, size > 0 || !comment.isEmpty else { return }
    warn(
      value, found: "this body was not recorded and is played empty",
      remedy: "export with content")
  }
}

extension Value {
  /// The encoding of a text: the declared one, or hexadecimal digits if Polly.js before version 6
  /// marks the text as binary.
  var harEncoding: String? {
    let declared = self["encoding"]?.givenText?.lowercasedASCII()
    let isKnown = declared.map { BodyEncoding(rawValue: $0) != nil } ?? false
    return !isKnown && self["_isBinary"]?.scalar?.kind == .bool(true) ? "hex" : declared
  }
}
