import StubCore
import StubPlatform

/// Reads the text of a response body, and other members of the archive about its bytes.
extension HARReader {
  func text(
    _ value: Value, isPolly: Bool, type: String?, _ headers: HTTPHeaders
  ) -> Data? {
    let encoding = value.harEncoding
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    // mitmproxy counts the bytes that were sent, and separately the bytes that compression has
    // saved.
    let size = byteCount(of: value, "size").map { $0 &+ (byteCount(of: value, "compression") ?? 0) }
    return reader.optional(value, "text") { text in
      if encoding == nil, isPolly, let chunks = pollyChunks(text, of: codings) { return chunks }
      if encoding == "base64", isNoBase64(text, size: size) { return text.scalar?.data }
      let charset =
        HARCharset.name(in: type) ?? mitmproxyCharset(of: text, type: type, size: size)
      return reader.bodies.bytes(text, declaredAs: encoding, charset: charset)
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

  /// Reads a compressed body of Polly.js before version 6: a JSON list of chunks in hexadecimal
  /// digits or Base64.
  ///
  /// - Returns: `nil` for any other text, such as a list that only looks similar.
  private func pollyChunks(_ value: Value, of codings: [String]) -> Data? {
    guard let text = value.scalar?.text, text.hasPrefix("["),
      let json = try? JSONValue(parsing: text),
      let body = BodyEncoding.chunks(json, in: .hexadecimal, .base64)
    else { return nil }
    // Without a coding in the fields, the bytes themselves must look compressed.
    if codings.isEmpty { return Inflation.beginsCompressed(body) ? body : nil }
    return ContentCoding.isMarked(body, as: codings) ?? creator.isOldPolly ? body : nil
  }

  /// Returns Latin-1 if mitmproxy used it to decode a text without a declared encoding; otherwise
  /// `nil`.
  ///
  /// mitmproxy decodes most types as Latin-1, and others, such as JSON, as UTF-8. The size of the
  /// body shows which encoding it used.
  func mitmproxyCharset(of text: Value, type: String?, size: Int?) -> String? {
    guard creator.isMitmproxy,
      type.flatMap({ HTTPContentType(rawValue: $0).parameter("charset") }) == nil,
      let text = text.scalar?.text, text.unicodeScalars.count == size,
      text.unicodeScalars.allSatisfy({ $0.value < 0x100 })
    else { return nil }
    return "latin1"
  }

  func warnOfMissingText(_ value: Value) {
    let comment = value["comment"]?.scalar?.text ?? ""
    let size = Double(value["size"]?.scalar?.text ?? "") ?? 0
    guard value["text"] == nil, size > 0 || !comment.isEmpty else { return }
    reader.values.warn(
      value, found: "this body was not recorded and is played empty",
      remedy: "export with content")
  }
}

/// The program that wrote an archive, if it is one with forms of its own.
struct HARCreator {
  let isMitmproxy: Bool
  /// Whether the program is Polly.js.
  let isPolly: Bool
  /// Whether the program is Polly.js before version 6, which writes compressed bodies in chunks.
  let isOldPolly: Bool

  /// Reads the `creator` of an archive; `nil` means that there is no archive around the entries.
  init(of log: Value?) {
    let name = log?["creator"]?["name"]?.givenText?.lowercasedASCII() ?? ""
    let version = log?["creator"]?["version"]?.givenText
    let major = version.flatMap { Int($0.prefix { $0 != "." }) }
    isMitmproxy = name.hasPrefix("mitmproxy")
    isPolly = name.hasPrefix("polly")
    isOldPolly = log?["_recordingName"] != nil && major.map { $0 < 6 } ?? false
  }
}

/// The character encoding that a text of a HAR had when a client received it.
enum HARCharset {
  /// Chrome's type for a response of unknown type.
  static let unknownType = "x-unknown"

  /// Returns the name of the encoding; `nil` for UTF-8, or if the type has none.
  ///
  /// A HAR contains decoded text. The text is encoded again, so that the bytes match
  /// `Content-Type`. Clients treat ISO-8859-1 as Windows-1252 (WHATWG Encoding Standard §4.2).
  static func name(in type: String?) -> String? {
    let name = type.flatMap { HTTPContentType(rawValue: $0).parameter("charset") }?
      .lowercasedASCII()
    switch name {
    case nil, "", "utf-8", "utf8": return nil
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "ascii", "us-ascii":
      return "windows-1252"
    default: return name
    }
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
