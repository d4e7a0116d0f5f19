#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What the fields of a request say about the bytes of its body.
struct BodyCoding: Sendable, Hashable {
  /// The value of `Content-Encoding`.
  let contentEncoding: String?
  /// The value of `Content-Type`, where it may say that the text is not in UTF-8.
  let contentType: String?

  /// `nil` if the fields say nothing of compression, and of no charset other than UTF-8.
  init?(_ headers: HTTPHeaders) {
    // Conditions on the body ask again and again, and most bodies are read as they are.
    guard headers.mayCodeBody else { return nil }
    contentEncoding = headers[.contentEncoding]
    contentType = headers[.contentType]
  }

  /// The charset of a body without compression; `nil` for a body that is read as it is.
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
  /// Whether a media type may need a look at its charset: it has one other than UTF-8, or is XML.
  fileprivate var mayDeclareCharset: Bool {
    // Without parameters, a type of XML ends with it.
    guard place(of: UInt8(ascii: ";")) != nil else { return ends(with: "xml") }
    return ends(with: "charset=utf-8") ? hasXML : true
  }

  /// Whether it ends with this text, which is in lower case, in any case.
  private func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && has(text, at: count - length)
  }

  /// Whether this text, which is in lower case, is at a place in any case.
  private func has(_ text: StaticString, at place: Int) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy {
      self[place + $0].lowercasedASCII == text.utf8Start[$0]
    }
  }

  /// Whether it contains `xml` in any case.
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
  /// The charset that the type declares, UTF-8 too; that of a multipart body is in its parts.
  package var charset: Charset? {
    if essence.hasPrefix("multipart/") { return nil }
    return parameter("charset").flatMap(Charset.init)
  }

  /// The charset of a body in that type; `nil` for UTF-8, and for a body that is read as it is.
  ///
  /// XML declares one itself, which counts if the type has none; its byte order mark always does (RFC 7303 §3).
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

/// The encoding that an XML document declares (XML 1.0 §4.3.3).
private enum XMLEncoding {
  /// The one of a byte order mark; `nil` for none.
  static func marked(in body: Data) -> Charset? {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return Charset("utf-8") }
    let isWide = body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
    return isWide ? Charset("utf-16") : nil
  }

  /// The one of `<?xml version="1.0" encoding="…"?>`, which is at the start; `nil` for none.
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
    // What could be read so far is not in one of the others, whatever it says.
    return charset.flatMap { $0.containsASCII ? $0 : nil }
  }
}

/// A text before it was made UTF-8.
struct CodedText: Sendable {
  let bytes: Data
  let charset: Charset

  /// The text in UTF-8, or why it cannot be read; neither for one that is read as it is.
  func readable(limit: Int) -> (body: Data?, obstacle: UnreadableBody?) {
    if bytes.count > limit {
      let words = "a body in the charset \(charset.name), larger than the \(ByteCount(limit)) that "
      return (nil, UnreadableBody(description: words + "are parsed", isTooLarge: true))
    }
    if charset.isUTF8 { return (bytes, nil) }
    if let text = charset.text(of: bytes) { return (Data(text.utf8), nil) }
    if String(checkingUTF8: bytes) != nil { return (nil, nil) }
    let words = "a body in the charset \(charset.name.quoted), which is unknown"
    return (nil, UnreadableBody(description: words))
  }
}

/// The charset in which the texts of a message become bytes: the one it declares, or UTF-8.
package struct TextCharset: Sendable {
  /// `nil` for UTF-8, and while the type is a template.
  package let charset: Charset?

  /// The charset of a message with these fields, whose type may be said apart from them.
  package init(_ headers: HTTPHeaders, contentType: HTTPContentType? = nil) {
    let field = headers.isEmpty || contentType != nil ? nil : headers[.contentType]
    self.init(contentType ?? field.map(HTTPContentType.init(rawValue:)))
  }

  /// The charset of a message with this type.
  package init(_ type: HTTPContentType?) {
    // Most types have no parameter.
    charset =
      type?.rawValue.has(";") == true
      ? type?.charset.flatMap { $0.isUTF8 || $0.name.has("{") ? nil : $0 } : nil
  }

  /// The bytes of a text; those in UTF-8 if the charset is unknown.
  ///
  /// - Throws: `ResponderError` if the charset lacks a character.
  package func bytes(of text: String) throws(ResponderError) -> Data {
    if charset == nil { return Data(text.utf8) }
    if let problem = problem(with: text) { throw ResponderError(problem) }
    return Data((try? charset?.bytes(of: text)) ?? Array(text.utf8))
  }

  /// Why the text cannot be sent; `nil` if it can.
  package func problem(with text: String) -> String? {
    missingCharacter(in: text).map { "\($0); \(Self.remedy)" }
  }

  /// What to do about a character that the charset lacks.
  package static let remedy = "use another charset, or remove the character"

  /// The error about a character that the charset lacks; `nil` for a text that can be sent.
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

  /// The text of bytes; `nil` for bytes that are not text.
  package func text(of bytes: Data) -> String? {
    charset?.text(of: bytes) ?? String(checkingUTF8: bytes)
  }
}
