package import StubPlatform

/// The compression and the charset of a request's body, as its header fields name them.
struct BodyCoding: Sendable, Hashable {
  /// The value of `Content-Encoding`; `nil` if there is none.
  let contentEncoding: String?
  /// The value of `Content-Type`, if the text may be in a charset other than UTF-8; otherwise
  /// `nil`.
  let contentType: String?

  /// Reads the header fields; `nil` if they name no compression, and no charset other than UTF-8.
  init?(_ headers: HTTPHeaders) {
    // Conditions call this often, and most bodies need no decoding.
    guard headers.mayCodeBody else { return nil }
    contentEncoding = headers[.contentEncoding]
    contentType = headers[.contentType]
  }

  /// Returns the charset of an uncompressed body; `nil` if the body needs no conversion to UTF-8.
  func charset(of body: Data) -> Charset? {
    guard let contentType else { return nil }
    return HTTPContentType(rawValue: contentType).charset(of: body)
  }
}

extension HTTPHeaders {
  /// Whether the body may be compressed, or in a charset other than UTF-8.
  fileprivate var mayCodeBody: Bool {
    contains(.contentEncoding) || hasValue(of: .contentType) { $0.mayDeclareCharset }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a body of this type may need another charset, because it is XML, or names a charset
  /// other than UTF-8.
  fileprivate var mayDeclareCharset: Bool {
    // Without parameters, only an XML type, which ends with `xml`, does.
    guard place(of: UInt8(ascii: ";")) != nil else { return ends(with: "xml") }
    return ends(with: "charset=utf-8") ? hasXML : true
  }

  /// Returns whether the bytes end with `text`, ignoring letter case; `text` must be in lower case.
  private func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && has(text, at: count - length)
  }

  /// Returns whether `text` is at index `place`, ignoring letter case; `text` must be in lower
  /// case.
  private func has(_ text: StaticString, at place: Int) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy {
      self[place + $0].lowercasedASCII == text.utf8Start[$0]
    }
  }

  /// Whether the bytes contain `xml` in any letter case.
  private var hasXML: Bool {
    guard count >= 3 else { return false }
    return (0...count - 3).contains { has("xml", at: $0) }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}

extension HTTPContentType {
  /// The declared charset, even if it is UTF-8; `nil` for a multipart body, whose parts declare
  /// theirs.
  package var charset: Charset? {
    if essence.hasPrefix("multipart/") { return nil }
    return parameter("charset").flatMap(Charset.init)
  }

  /// Returns the charset of a body of this type; `nil` if the body is in UTF-8 or needs no
  /// conversion.
  ///
  /// An XML document declares a charset itself, which applies if the type names none. A byte order
  /// mark in the document always takes precedence (RFC 7303 §3).
  package func charset(of body: Data) -> Charset? {
    let declared = charset
    if isXML, let marked = XMLEncoding.marked(in: body) { return marked }
    guard isXML, let own = XMLEncoding.declared(in: body) else {
      return declared.flatMap { $0.isUTF8 ? nil : $0 }
    }
    guard let declared else { return own.isUTF8 ? nil : own }
    return declared.isUTF8 && own.isUTF8 ? nil : declared
  }

  private var isXML: Bool {
    let essence = essence
    return essence.hasSuffix("/xml") || essence.hasSuffix("+xml")
  }
}

/// The ways in which an XML document tells its encoding (XML 1.0 §4.3.3).
private enum XMLEncoding {
  /// Returns the charset that the byte order mark stands for; `nil` if there is none.
  static func marked(in body: Data) -> Charset? {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return Charset("utf-8") }
    let isWide = body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
    return isWide ? Charset("utf-16") : nil
  }

  /// Returns the charset in `<?xml version="1.0" encoding="…"?>` at the start; `nil` if there is
  /// none.
  static func declared(in body: Data) -> Charset? {
    let start = body.prefix(200)
    guard start.starts(with: "<?xml".utf8), let end = start.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let declaration = String(decoding: start[..<end], as: UTF8.self)
    guard let name = declaration.firstRange(of: "encoding") else { return nil }
    let value = declaration[name.upperBound...].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, "\"'".contains(quote) else { return nil }
    let charset = Charset(String(value.dropFirst().prefix { $0 != quote }))
    // The declaration was readable as ASCII, so a charset without ASCII cannot be right.
    return charset.flatMap { $0.containsASCII ? $0 : nil }
  }
}

/// A text in its original charset.
struct CodedText: Sendable {
  let bytes: Data
  let charset: Charset

  /// Returns the text in UTF-8, or the obstacle to reading it.
  ///
  /// Both are `nil` if the text needs no conversion.
  func readable(limit: Int) -> (body: Data?, obstacle: UnreadableContent?) {
    if bytes.count > limit {
      let words = "a body in the charset \(charset.name), larger than the \(ByteCount(limit)) that "
      return (nil, UnreadableContent(description: words + "are parsed", isTooLarge: true))
    }
    if charset.isUTF8 { return (bytes, nil) }
    if let text = charset.text(of: bytes) { return (Data(text.utf8), nil) }
    if String(checkingUTF8: bytes) != nil { return (nil, nil) }
    let words = "a body in the charset \(charset.name.quoted), which is unknown"
    return (nil, UnreadableContent(description: words))
  }
}

/// The charset for the texts of a message: the declared charset, or UTF-8.
package struct TextCharset: Sendable {
  /// The charset; `nil` for UTF-8, and for a type whose charset a template fills in.
  package let charset: Charset?

  /// Creates the charset of a message with these fields; `contentType` overrides their type.
  package init(_ headers: HTTPHeaders, contentType: HTTPContentType? = nil) {
    let field = headers.isEmpty || contentType != nil ? nil : headers[.contentType]
    self.init(contentType ?? field.map(HTTPContentType.init(rawValue:)))
  }

  /// Creates the charset of a message with this type.
  package init(_ type: HTTPContentType?) {
    // Most types have no parameters.
    charset =
      type?.rawValue.has(";") == true
      ? type?.charset.flatMap { $0.isUTF8 || $0.name.has("{") ? nil : $0 } : nil
  }

  /// Returns a text as bytes in the charset; in UTF-8 if no charset is set, or if it is unknown.
  ///
  /// - Throws: `ResponderError` if the charset lacks a character.
  package func bytes(of text: String) throws(ResponderError) -> Data {
    if charset == nil { return Data(text.utf8) }
    if let problem = problem(with: text) { throw ResponderError(problem) }
    return Data((try? charset?.bytes(of: text)) ?? Array(text.utf8))
  }

  /// Returns the reason why the text cannot be sent; `nil` if it can.
  package func problem(with text: String) -> String? {
    missingCharacter(in: text).map { "\($0); \(Self.remedy)" }
  }

  /// The advice if the charset lacks a character.
  package static let remedy = "use another charset, or remove the character"

  /// Returns the error for a character that the charset lacks; `nil` if it has all characters of
  /// the text.
  package func missingCharacter(in text: String) -> CharsetError? {
    guard let charset, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    do throws(CharsetError) {
      _ = try charset.bytes(of: text)
      return nil
    } catch {
      if case .unknown = error { return nil }
      return error
    }
  }

  /// Returns the bytes as text; `nil` if they are not text in the charset.
  package func text(of bytes: Data) -> String? {
    charset?.text(of: bytes) ?? String(checkingUTF8: bytes)
  }

  /// Returns the bytes as text.
  ///
  /// Bytes that are not text in the charset are read as UTF-8, and their invalid sequences are
  /// repaired.
  package func repairedText(of bytes: some Collection<UInt8>) -> String {
    charset?.text(of: bytes) ?? String(decoding: bytes, as: UTF8.self)
  }
}
