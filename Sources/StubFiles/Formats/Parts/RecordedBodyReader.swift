import StubCore
import StubPlatform

extension RecordingReader {
  /// Reads the bodies of messages.
  var bodies: RecordedBodyReader { RecordedBodyReader(reader: self) }
}

/// Reads bodies in all forms that recording tools write.
struct RecordedBodyReader {
  let reader: RecordingReader

  /// Reads the bytes of a body: `!!binary`, or a text in the encoding in which it was recorded.
  func bytes(_ value: Value, in encoding: String? = nil) -> Data? {
    guard let scalar = value.scalar else {
      return reader.values.mismatch(value, expected: "a body as text", remedy: "use text in quotes")
    }
    switch scalar.kind {
    case .null: return Data()
    case .bytes(let bytes): return Data(bytes)
    default: break
    }
    guard let encoding, let known = RecordedEncoding(named: encoding) else {
      if let encoding { warnOfEncoding(value, encoding, of: scalar.text) }
      return scalar.data
    }
    if case .utf8 = known { return scalar.data }
    if let data = known.bytes(of: scalar.text) { return data }
    reader.values.warn(
      value, found: "\(encoding) cannot encode this text, so it is played as UTF-8",
      remedy: "write the body as base64")
    return scalar.data
  }

  /// Reads a body of VCR and similar tools: text, binary data, Base64, text with its encoding, or
  /// the name of a file.
  func body(_ value: Value) -> Data? {
    if value.tag == "!file" { return fileBeside(value) }
    guard let members = value.members else { return bytes(value) }
    return reader.message(value) { value in
      let encoding = reader.optional(value, "encoding") { reader.nonEmptyText($0) }
      if reader.optional(value, "file", { ["yes", "true"].contains($0.givenText) }) ?? false {
        reader.values.report(
          value, found: "this body is in a file of the recorder, which is not read",
          remedy: "put its text into \"string\" and remove \"file\"")
        return nil
      }
      if value.hasValue("base64_string") {
        return reader.optional(value, "base64_string") { base64($0) }
      }
      if members.isEmpty || value["string"] != nil {
        return reader.optional(value, "string") { bytes($0, declaredAs: encoding) } ?? Data()
      }
      return reader.required(value, "string", "base64_string") { bytes($0, in: encoding) }
    }
  }

  private func warnOfEncoding(_ value: Value, _ encoding: String, of text: String) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    reader.values.warn(
      value,
      found:
        "the encoding \(Quotation.of(encoding)) is not supported, so the text is played as UTF-8",
      remedy: "write the body as base64")
  }
}

/// The character encoding that a recorded text had in the message.
enum RecordedEncoding {
  /// UTF-8, ASCII, or Ruby's ASCII-8BIT: the bytes are the text's UTF-8.
  case utf8
  case latin1
  case windows1252
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// Finds an encoding by its name, in any letter case; `nil` for an unknown name.
  init?(named name: String) {
    switch name.lowercasedASCII() {
    case "", "utf-8", "utf8", "ascii", "us-ascii", "ascii-8bit", "binary": self = .utf8
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16": self = .utf16(isBigEndian: true, hasMark: true)
    case "utf-16be": self = .utf16(isBigEndian: true, hasMark: false)
    case "utf-16le": self = .utf16(isBigEndian: false, hasMark: false)
    default: return nil
    }
  }

  /// Returns the text in this encoding; `nil` if the encoding lacks a character.
  func bytes(of text: String) -> Data? {
    switch self {
    case .utf8: return Data(text.utf8)
    case .latin1: return Self.bytes(of: text) { $0.value < 0x100 ? UInt8($0.value) : nil }
    case .windows1252:
      let bytes = Self.bytes(of: text) { scalar in
        if let place = Self.above7F.firstIndex(of: scalar.value) { return UInt8(0x80 + place) }
        return scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value)
          ? UInt8(scalar.value) : nil
      }
      // Python, unlike browsers, decodes ISO-8859-1 as Latin-1, which has control characters from
      // 80 to 9F.
      return bytes ?? Self.latin1.bytes(of: text)
    case .utf16(let isBigEndian, let hasMark):
      var data = Data(hasMark ? [0xFE, 0xFF] : [])
      for unit in text.utf16 {
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        data.append(contentsOf: isBigEndian ? bytes : bytes.reversed())
      }
      return data
    }
  }

  private static func bytes(of text: String, _ byte: (Unicode.Scalar) -> UInt8?) -> Data? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return Data(text.utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let byte = byte(scalar) else { return nil }
      bytes.append(byte)
    }
    return Data(bytes)
  }

  /// The characters of Windows-1252 from 80 to 9F (WHATWG Encoding Standard, index windows-1252).
  private static let above7F: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// Rebuilds the bodies of forms that were recorded as fields.
enum RecordedForm {
  struct Field {
    let name: String
    let value: String
    var fileName: String?
    var contentType: String?
  }

  /// Returns the body of a form; it is URL-encoded unless the type is `multipart/form-data`.
  static func body(of fields: [Field], type: HTTPContentType) -> Data {
    guard type.essence == HTTPContentType.multipartFormData.rawValue else {
      return encoded(fields, keepsEncoded: true)
    }
    return multipart(fields, boundary: type.parameter("boundary") ?? "form-boundary")
  }

  /// Returns the body of a URL-encoded form; with `keepsEncoded`, texts that look encoded are not
  /// encoded again.
  static func encoded(_ fields: [Field], keepsEncoded: Bool) -> Data {
    let pairs = fields.map { field in
      [field.name, field.value].map { text in
        keepsEncoded && text.utf8.allSatisfy(isEncoded) ? text : encoded(text)
      }.joined(separator: "=")
    }
    return Data(pairs.joined(separator: "&").utf8)
  }

  /// Returns the body of a multipart form (RFC 7578).
  private static func multipart(_ fields: [Field], boundary: String) -> Data {
    var text = ""
    for field in fields {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.name)\""
      if let fileName = field.fileName { text += "; filename=\"\(fileName)\"" }
      if let contentType = field.contentType { text += "\r\nContent-Type: \(contentType)" }
      text += "\r\n\r\n\(field.value)\r\n"
    }
    return Data("\(text)--\(boundary)--\r\n".utf8)
  }

  private static func isEncoded(_ byte: UInt8) -> Bool {
    isPlain(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "%")
  }

  /// Returns the text encoded for a form (WHATWG URL §5.2).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte == UInt8(ascii: " ") {
        result += "+"
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
