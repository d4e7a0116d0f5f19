import StubCore
import StubPlatform

/// Reads bodies that are encoded as text: Base64 and hexadecimal digits.
extension RecordedBodyReader {
  /// Reads Base64 (RFC 4648), with or without padding and line breaks.
  ///
  /// Other text in a request causes only a warning, because few matchers compare bodies; the text
  /// is then the body.
  func base64(_ value: Value) -> Data? {
    if let data = value.base64 { return data }
    guard let text = reader.values.utf8(value) else { return nil }
    let stray = text.enumerated().first { !Base64Lines.isPart($0.element) }
    let isCut = stray == nil && Base64Lines.areWrapped(text)
    let problem = isCut ? "base64 that is cut short" : "not base64 (RFC 4648)"
    if reader.isInRequest {
      reader.values.warn(
        value, found: "\(problem), so this request body is compared as the text that it is",
        remedy: "record it again if bodies are compared")
      return text
    }
    reader.values.report(
      value, atByte: stray?.offset ?? 0, found: problem, remedy: "record it again")
    return nil
  }

  /// Reads the data of a property list.
  func propertyListData(_ value: Value) -> Data? {
    switch value.scalar?.kind {
    case .bytes?: bytes(value)
    // Damaged data is a text; decoding it here reports the error.
    case .string? where value.base64 == nil: base64(value)
    default:
      reader.values.mismatch(value, expected: "<data>", remedy: "use <data> with base64 in it")
    }
  }

  /// Reads a text with a declared encoding: Base64, hexadecimal digits, or the charset in which a
  /// client received the text.
  ///
  /// The declared encoding is the encoding of the text or, if the text is a JSON list, of each
  /// chunk in the list.
  func bytes(_ value: Value, declaredAs encoding: String?, charset: String? = nil) -> Data? {
    guard let name = encoding?.lowercasedASCII(), let known = BodyEncoding(rawValue: name) else {
      return bytes(value, in: charset ?? encoding)
    }
    guard let text = value.scalar?.text, ["{", "["].contains(text.first { !$0.isWhitespace }),
      let json = try? JSONValue(parsing: text)
    else { return known == .base64 ? base64(value) : hexadecimal(value) }
    if let body = BodyEncoding.chunks(json, in: known) { return body }
    reader.values.warn(
      value, found: "declared as \(known.title) and is JSON, so it is played as text",
      remedy: "remove the encoding")
    return Data(text.utf8)
  }

  /// Reads bytes in hexadecimal digits.
  private func hexadecimal(_ value: Value) -> Data? {
    guard let text = reader.values.utf8(value) else { return nil }
    return BodyEncoding.hexadecimal.decode(text)
      ?? reader.values.mismatch(value, expected: "hexadecimal digits", remedy: "record it again")
  }
}

extension Value {
  /// The bytes of `!!binary`, or of a text in Base64; `nil` for any other value.
  var base64: Data? {
    guard let scalar else { return nil }
    switch scalar.kind {
    case .null: return nil
    case .bytes(let bytes): return Data(bytes)
    case .string:
      if let data = scalar.decodedBase64 { return data }
    case .bool, .integer, .real: break
    }
    return BodyEncoding.base64.decode(scalar.data)
  }
}

/// An encoding of bytes as text.
enum BodyEncoding: String {
  case base64
  case hexadecimal = "hex"

  var title: String { self == .base64 ? "base64" : "hexadecimal" }

  /// Decodes a text.
  func decode(_ text: Data) -> Data? {
    switch self {
    case .hexadecimal: Hexadecimal.bytes(of: text).map { Data($0) }
    case .base64: Data(base64Encoded: text) ?? Base64Lines.decode(text)
    }
  }

  /// Returns the joined chunks of a list, all decoded with the first encoding that works for all.
  ///
  /// - Returns: the bytes; `nil` if the value is not a list of such chunks.
  static func chunks(_ list: JSONValue, in encodings: BodyEncoding...) -> Data? {
    guard let chunks = list.array, !chunks.isEmpty else { return nil }
    let texts = chunks.compactMap { $0.string.map { Data($0.utf8) } }
    guard texts.count == chunks.count else { return nil }
    for encoding in encodings {
      let pieces = texts.compactMap(encoding.decode)
      if pieces.count == texts.count { return Data(pieces.joined()) }
    }
    return nil
  }
}

/// Reads Base64 in lines, with or without padding.
enum Base64Lines {
  static func decode(_ text: Data) -> Data? {
    guard areWrapped(text) else { return nil }
    var compact = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    compact += repeatElement(UInt8(ascii: "="), count: (4 - compact.count % 4) % 4)
    return Data(base64Encoded: compact)
  }

  /// Whether the spaces in a text are at line ends or replace them, and do not separate words.
  ///
  /// YAML replaces line ends with spaces; a space after a short run of characters separates words.
  static func areWrapped(_ text: some Sequence<UInt8>) -> Bool {
    var length = 0
    var lengthBeforeBlank = Int.max
    for byte in text {
      if byte > 0x20 {
        if lengthBeforeBlank < shortestLine { return false }
        (length, lengthBeforeBlank) = (length + 1, .max)
      } else {
        (length, lengthBeforeBlank) = (0, byte == 0x20 && length > 0 ? length : .max)
      }
    }
    return true
  }

  /// The shortest line, in characters; tools break lines after 60 to 76 characters.
  private static let shortestLine = 16

  /// Whether the byte may occur in Base64 with white space.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// Reads bodies in files beside the recording.
extension RecordedBodyReader {
  /// Reads the path of a file below the recording's folder; reports any other path.
  ///
  /// - Returns: the path as written, and the path for the system.
  func pathBelowFolder(_ value: Value) -> (name: String, path: String)? {
    guard let name = reader.values.text(value) else { return nil }
    let steps = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !name.hasBytes(of: "/"), !steps.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return reader.values.mismatch(
        value, expected: "the path of a file below the cassette's folder",
        remedy: "record the body again")
    }
    return (name, "\(DurableFile.folder(of: value.position.source.name))/\(name)")
  }

  /// Reads the body in a file whose path is relative to the recording, as in Playwright and Java's
  /// Betamax.
  func fileBeside(_ value: Value) -> Data? {
    guard let (name, path) = pathBelowFolder(value) else { return nil }
    reader.values.findings.note(file: path)
    guard RuleFileFinder.Kind(of: path) == .file else {
      reader.values.report(
        value, found: "no file \(name)", remedy: "put it beside this file, or record again")
      return nil
    }
    return reader.values.fileContents(value, at: path, atMost: .max)
  }
}

/// Decodes bytes from pairs of hexadecimal digits.
enum Hexadecimal {
  /// Returns the bytes; `nil` for any other text.
  static func bytes(of text: String) -> [UInt8]? { bytes(of: Data(text.utf8)) }

  /// Returns the bytes; `nil` for any other text, which is in UTF-8.
  static func bytes(of text: Data) -> [UInt8]? {
    let digits = Array(text)
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
