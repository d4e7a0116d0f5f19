/// A character set with its registered name, as in the `charset` of a media type (RFC 2978).
package struct Charset: Sendable, Hashable {
  /// The name as it was written.
  package let name: String
  /// The name in lower case.
  private let id: String

  /// Creates a character set by its name; `nil` if the name is empty.
  package init?(_ name: String) {
    if name.isEmpty { return nil }
    self.name = name
    id = name.lowercasedASCII()
  }

  /// Whether the character set is UTF-8 or a part of it, so that no conversion is needed.
  package var isUTF8: Bool { Self.namesOfUTF8.contains(id) }

  private static let namesOfUTF8: Set = [
    "utf-8", "utf8", "us-ascii", "ascii", "unicode-1-1-utf-8", "ansi_x3.4-1968", "iso646-us",
  ]

  /// Whether the system can read and write the character set.
  package var isKnown: Bool { isUTF8 || conversion() != nil }

  /// Whether all bytes below 0x80 mean the same as in ASCII.
  package var containsASCII: Bool {
    !isWide && id != "utf-7" && !id.hasPrefix("iso-2022-") && !id.hasPrefix("hz")
      && !id.hasPrefix("ebcdic") && !id.hasPrefix("ibm")
  }

  /// Whether the units have two or four bytes, so that a byte order mark can tell their order.
  private var isWide: Bool {
    isFour || id.hasPrefix("utf-16") || id.hasPrefix("utf16") || id.contains("ucs-2")
  }

  private var isFour: Bool {
    id.hasPrefix("utf-32") || id.hasPrefix("utf32") || id.contains("ucs-4")
  }

  /// Returns the text for the bytes, with U+FFFD for invalid bytes; `nil` if the character set is
  /// unknown.
  ///
  /// The byte order is given by a byte order mark or, without one, by the name of the character
  /// set; otherwise it is big-endian (RFC 2781 §4.3).
  package func text(of bytes: some Sequence<UInt8>) -> String? {
    let bytes = Array(bytes)
    if isUTF8 || (containsASCII && bytes.allSatisfy { $0 < 0x80 } && isKnown) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let mark =
      isWide
      ? ByteOrderMark.all.first { $0.isFour == isFour && bytes.starts(with: $0.bytes) } : nil
    guard let conversion = conversion(markedAs: mark) else { return nil }
    let content = Array(bytes[(mark?.bytes.count ?? 0)...])
    return String(
      decoding: conversion.utf8(of: content, unit: isFour ? 4 : isWide ? 2 : 1), as: UTF8.self)
  }

  /// Returns the bytes of a text.
  ///
  /// In UTF-16 and UTF-32, the bytes start with a byte order mark, unless the name gives the order.
  ///
  /// - Throws: `CharsetError` if the character set is unknown, or lacks a character.
  package func bytes(of text: String) throws(CharsetError) -> [UInt8] {
    if isUTF8 { return Array(text.utf8) }
    guard let conversion = conversion() else { throw .unknown(self) }
    if let bytes = conversion.bytes(of: text) { return mark + bytes }
    // One of the characters must be missing, because the whole text could not be converted.
    let missing = text.unicodeScalars.first { conversion.bytes(of: String($0)) == nil }
    throw .missing(missing ?? "\u{FFFD}", in: self)
  }

  /// The byte order mark that is written before a text; empty if there is none.
  private var mark: [UInt8] {
    switch id {
    case "utf-16", "utf16": [0xFE, 0xFF]
    case "utf-32", "utf32": [0x00, 0x00, 0xFE, 0xFF]
    default: []
    }
  }

  private func conversion(markedAs mark: ByteOrderMark? = nil) -> CharsetConversion? {
    guard id.utf8.count <= 40, !Self.namesOfSystem.contains(id),
      id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/,".utf8.contains($0) })
    else { return nil }
    if let mark { return CharsetConversion(of: mark.charset) }
    switch id {
    case "utf-16", "utf16", "iso-10646-ucs-2": return CharsetConversion(of: "UTF-16BE")
    case "utf-32", "utf32", "iso-10646-ucs-4": return CharsetConversion(of: "UTF-32BE")
    // Like browsers, this uses the variant of Windows: it has the ASCII backslash, which JSON
    // needs, and more characters.
    case "shift_jis", "shift-jis", "sjis", "x-sjis":
      if let conversion = CharsetConversion(of: "WINDOWS-31J") { return conversion }
      return CharsetConversion(of: "CP932")
    default: return CharsetConversion(of: id)
    }
  }

  /// Names of character sets that mean different ones on different systems.
  private static let namesOfSystem: Set = ["char", "wchar_t", "internal", "unicode"]
}

/// The byte order mark at the start of a text in UTF-16 or UTF-32.
private struct ByteOrderMark {
  let bytes: [UInt8]
  let isBig: Bool
  let isFour: Bool

  static let all = [
    ByteOrderMark(bytes: [0x00, 0x00, 0xFE, 0xFF], isBig: true, isFour: true),
    ByteOrderMark(bytes: [0xFF, 0xFE, 0x00, 0x00], isBig: false, isFour: true),
    ByteOrderMark(bytes: [0xFE, 0xFF], isBig: true, isFour: false),
    ByteOrderMark(bytes: [0xFF, 0xFE], isBig: false, isFour: false),
  ]

  var charset: String { (isFour ? "UTF-32" : "UTF-16") + (isBig ? "BE" : "LE") }
}

/// The reason why a text cannot be written in a character set.
package enum CharsetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system does not support the character set.
  case unknown(Charset)
  /// The character set lacks this character.
  case missing(Unicode.Scalar, in: Charset)

  package var description: String {
    switch self {
    case .unknown(let charset): "the charset \(charset.name.quoted) is unknown"
    case .missing(let scalar, let charset):
      "\(String(scalar).quoted) is not in the charset \(charset.name.quoted)"
    }
  }
}
