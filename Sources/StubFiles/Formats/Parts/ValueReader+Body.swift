import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// The bytes of a body: those of `!!binary`, or a text's in the encoding that it was recorded in.
  mutating func recordedBytes(in encoding: String? = nil) -> Data? {
    guard let scalar = node.scalar else {
      return mismatch(expected: "a body as text", remedy: "try text in quotes")
    }
    switch scalar.kind {
    case .null: return Data()
    case .bytes(let bytes): return Data(bytes)
    default: break
    }
    guard let encoding, let known = RecordedEncoding(named: encoding) else {
      if let encoding { warnOfEncoding(encoding, of: scalar.text) }
      return scalar.data
    }
    if case .utf8 = known { return scalar.data }
    if let data = known.bytes(of: scalar.text) { return data }
    report(
      .warning, found: "text that \(encoding) has no letters for", expected: "text in \(encoding)",
      remedy: "it is played as UTF-8; try recording the body as base64")
    return scalar.data
  }

  /// The bytes behind text in base64 (RFC 4648), with or without padding and line breaks.
  mutating func recordedBase64() -> Data? {
    if node.scalar?.kind == .string, let data = node.scalar?.decodedBase64 { return data }
    guard let text = utf8() else { return nil }
    if let data = Data(base64Encoded: text) { return data }
    var compact = text.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    compact += repeatElement(UInt8(ascii: "="), count: (4 - compact.count % 4) % 4)
    if let data = Data(base64Encoded: compact) { return data }
    let stray = text.enumerated().first { !Self.isBase64($0.element) }
    report(
      atByte: stray?.offset ?? 0,
      found: stray == nil ? "base64 that is cut short" : "text that is not base64",
      expected: "base64 (RFC 4648)", remedy: "try recording it again")
    return nil
  }

  /// A body that may be text, binary data, base64, or text and the encoding it was in, as VCR and
  /// those who follow it write it.
  mutating func recordedBody() -> Data? {
    guard let members = node.members else { return recordedBytes() }
    if node.hasValue("base64_string") { return recorded("base64_string") { $0.recordedBase64() } }
    let encoding = recorded("encoding") { $0.recordedText() }
    if encoding?.lowercasedASCII() == "base64" { return recorded("string") { $0.recordedBase64() } }
    if members.isEmpty || node["string"] != nil {
      return recorded("string") { $0.recordedBytes(in: encoding) } ?? Data()
    }
    return needed("string", "base64_string") { $0.recordedBytes(in: encoding) }
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

  private mutating func warnOfEncoding(_ encoding: String, of text: String) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    report(
      .warning, found: "text in the encoding \(Quotation.of(encoding))",
      expected: "UTF-8, ISO-8859-1, Windows-1252 or UTF-16",
      remedy: "it is played as UTF-8; try recording the body as base64")
  }
}
