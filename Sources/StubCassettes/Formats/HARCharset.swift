import StubCore
import StubDocuments
import StubPlatform

/// The character encoding in which a client received a text of a HAR.
enum HARCharset {
  /// Chrome's type for a response of unknown type.
  static let unknownType = "x-unknown"

  /// Returns the name of the encoding; `nil` for UTF-8, or if the type names none.
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

extension HARReader {
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
}

extension Value {
  /// The encoding of a text.
  ///
  /// It is the declared one, or hexadecimal digits if Polly.js before version 6 marks the text as
  /// binary.
  var harEncoding: String? {
    let declared = self["encoding"]?.givenText?.lowercasedASCII()
    let isKnown = declared.map { BodyEncoding(rawValue: $0) != nil } ?? false
    return !isKnown && self["_isBinary"]?.scalar?.kind == .bool(true) ? "hex" : declared
  }
}
