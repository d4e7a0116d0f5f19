import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Bodies as text that stands for bytes: base64 and hexadecimal digits.
extension Reader {
  /// The bytes behind text in base64 (RFC 4648), with or without padding and line breaks.
  ///
  /// Text of a request that is something else is a warning, as few matchers compare bodies.
  func recordedBase64(_ value: Value) -> Data? {
    if value.scalar?.kind == .string, let data = value.scalar?.decodedBase64 { return data }
    guard let text = utf8(value) else { return nil }
    if let data = Data(base64Encoded: text) { return data }
    var compact = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    compact += repeatElement(UInt8(ascii: "="), count: (4 - compact.count % 4) % 4)
    if let data = Data(base64Encoded: compact) { return data }
    let stray = text.enumerated().first { !Self.isBase64($0.element) }
    let problem = stray == nil ? "base64 that is cut short" : "not base64 (RFC 4648)"
    if findings.message.role == .request {
      warn(
        value, found: "\(problem), so this request body is compared as the text that it is",
        remedy: "record it again if bodies are compared")
      return text
    }
    report(value, atByte: stray?.offset ?? 0, found: problem, remedy: "record it again")
    return nil
  }

  /// The data of a property list.
  func propertyListData(_ value: Value) -> Data? {
    switch value.scalar?.kind {
    case .bytes?: recordedBytes(value)
    // Damaged data was left as text.
    case .string? where Reader().recordedBase64(value) == nil: recordedBase64(value)
    default: mismatch(value, expected: "<data>", remedy: "use <data> with base64 in it")
    }
  }

  /// The bytes of a text for which an encoding is declared: base64, hexadecimal digits, or the one
  /// that a client received it in.
  func recordedBytes(_ value: Value, declaredAs encoding: String?, charset: String? = nil) -> Data?
  {
    switch encoding?.lowercasedASCII() {
    case "base64": declaredBase64(value)
    case "hex": recordedHexadecimal(value)
    default: recordedBytes(value, in: charset ?? encoding)
    }
  }

  /// Text that is base64, a JSON list of chunks in base64, or JSON that was decoded after recording.
  private func declaredBase64(_ value: Value) -> Data? {
    guard let text = value.scalar?.text, ["{", "["].contains(text.first { !$0.isWhitespace }),
      let json = try? JSONValue(parsing: text)
    else { return recordedBase64(value) }
    if let body = Self.chunks(json, decode: { Data(base64Encoded: $0) }) { return body }
    warn(
      value, found: "declared as base64 and is JSON, so it is played as text",
      remedy: "remove the encoding")
    return Data(text.utf8)
  }

  /// Bytes in hexadecimal digits.
  private func recordedHexadecimal(_ value: Value) -> Data? {
    guard let text = text(value) else { return nil }
    return Hexadecimal.bytes(of: text).map { Data($0) }
      ?? mismatch(value, expected: "hexadecimal digits", remedy: "record it again")
  }

  /// A body as Polly.js before version 6 wrote it when it was compressed: a JSON list of chunks in
  /// hexadecimal digits.
  ///
  /// - Returns: `nil` for any other text.
  func hexadecimalChunks(_ value: Value) -> Data? {
    guard let text = value.scalar?.text, text.hasPrefix("["),
      let json = try? JSONValue(parsing: text)
    else { return nil }
    return Self.chunks(json) { text in Hexadecimal.bytes(of: text).map { Data($0) } }
  }

  /// The chunks of a list together; `nil` unless it has some and all are encoded.
  private static func chunks(_ list: JSONValue, decode: (String) -> Data?) -> Data? {
    guard let chunks = list.array, !chunks.isEmpty else { return nil }
    var body = Data()
    for chunk in chunks {
      guard let data = chunk.string.flatMap(decode) else { return nil }
      body += data
    }
    return body
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// Bodies in files beside the recording.
extension Reader {
  /// The path of a file below the recording's folder, as it is written and as the system takes it; reported
  /// for any other path.
  func pathBelowFolder(_ value: Value) -> (name: String, path: String)? {
    guard let name = text(value) else { return nil }
    let steps = name.utf8.split(separator: UInt8(ascii: "/"))
    guard !name.hasBytes(of: "/"), !steps.contains(where: { $0.elementsEqual("..".utf8) }) else {
      return mismatch(
        value, expected: "the path of a file below the cassette's folder",
        remedy: "record the body again")
    }
    return (name, "\(DurableFile.folder(of: value.position.source.name))/\(name)")
  }
}

/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
  /// `nil` when the text is anything else.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
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
