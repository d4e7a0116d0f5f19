/// A percent-encoded text in normalized form, so that equivalent URIs are equal (RFC 3986 §6.2.2).
///
/// Each unit is one byte of the decoded text, with a mark if the byte was encoded. Unreserved
/// characters never have the mark; characters that are not allowed in a URI always have it. A `%`
/// without two digits counts as `%25`.
package struct EncodedText: Sendable, Hashable {
  static let encodedMark: UInt16 = 0x100
  /// The mark for a space or a plus in a literal of a query, which can each be written in two ways.
  private static let queryMark: UInt16 = 0x200
  private static let space = UInt16(UInt8(ascii: " "))
  private static let plus = UInt16(UInt8(ascii: "+"))
  static let slash = UInt16(UInt8(ascii: "/"))

  private(set) var units: [UInt16] = []

  /// Creates a normalized text; for example, `%7e` becomes `~`.
  package init(_ text: some StringProtocol) { self.init(text, normalizing: true) }

  /// Creates a text without decoding `%XX`.
  init(verbatim text: some StringProtocol) { self.init(text, normalizing: false) }

  private init(_ text: some StringProtocol, normalizing: Bool) {
    let bytes = text.utf8
    let isRead: Void? = bytes.withContiguousStorageIfAvailable {
      read($0, normalizing: normalizing)
    }
    if isRead == nil {
      Array(bytes).withUnsafeBufferPointer { read($0, normalizing: normalizing) }
    }
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, normalizing: Bool) {
    units.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = PercentEncoding.hexValue(bytes[index + 1]),
        let low = PercentEncoding.hexValue(bytes[index + 2])
      {
        let encoded = high << 4 | low
        let isPlain = normalizing && PercentEncoding.isUnreserved(encoded)
        units.append(UInt16(encoded) | (isPlain ? 0 : Self.encodedMark))
        index += 3
      } else {
        units.append(UInt16(byte) | (Self.mayStandInURI(byte) ? 0 : Self.encodedMark))
        index += 1
      }
    }
  }

  /// Returns the units of a literal in a query.
  ///
  /// In it, `+` and `%20` are a space, and only `%2B` is a plus.
  static func queryLiteral(_ text: some StringProtocol) -> [UInt16] {
    EncodedText(text).units.map { unit in
      switch unit {
      case plus, space | encodedMark: space | queryMark
      case plus | encodedMark: plus | queryMark
      default: unit
      }
    }
  }

  /// The text in the form of a URI, with hexadecimal digits in upper case.
  var text: String {
    var text = ""
    for unit in units {
      let byte = UInt8(truncatingIfNeeded: unit)
      if unit < Self.encodedMark {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + Self.hexDigits(of: byte)
      }
    }
    return text
  }

  /// Returns the decoded text of the units, in which invalid UTF-8 becomes U+FFFD.
  static func decode(_ units: some Collection<UInt16>, plusIsSpace: Bool = false) -> String {
    String(unsafeUninitializedCapacity: units.count) { bytes in
      for (place, unit) in zip(bytes.indices, units) {
        let isSpace = plusIsSpace && unit == plus
        bytes.initializeElement(
          at: place, to: isSpace ? UInt8(ascii: " ") : UInt8(truncatingIfNeeded: unit))
      }
      return units.count
    }
  }

  /// Returns the value of `{+x}` whose expansion is these units.
  ///
  /// Expansion with `+` keeps `%XX`. So an encoded character that expansion would not have encoded
  /// was already encoded in the value.
  static func decodeKeepingReserved(_ units: ArraySlice<UInt16>) -> String {
    let bytes = units.indices.flatMap { index -> [UInt8] in
      let byte = UInt8(truncatingIfNeeded: units[index])
      let isPercent = byte == UInt8(ascii: "%")
      let startsTriplet =
        isPercent && units[index...].dropFirst().prefix(2).filter(isPlainHexDigit).count == 2
      guard units[index] >= encodedMark, startsTriplet || mayStandInURI(byte) else { return [byte] }
      return Array("%".utf8) + hexDigits(of: byte).utf8
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlainHexDigit(_ unit: UInt16) -> Bool {
    unit < encodedMark && PercentEncoding.hexValue(UInt8(unit)) != nil
  }

  private static func hexDigits(of byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// Returns whether a unit of a request matches a unit of a literal in a template.
  ///
  /// Some clients encode characters such as `(` and others do not, so both forms match. Characters
  /// that structure a URL are different: `%2F` does not match `/`.
  static func fits(_ unit: UInt16, literal: UInt16) -> Bool {
    if unit == literal { return true }
    if literal == space | queryMark { return unit == plus || unit == space | encodedMark }
    if literal == plus | queryMark { return unit == plus | encodedMark }
    if (unit ^ literal) & 0xFF != 0 { return false }
    return switch UInt8(truncatingIfNeeded: unit) {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"): false
    default: true
    }
  }

  /// Returns whether a byte is an unreserved or reserved character (RFC 3986 §2.2, §2.3).
  private static func mayStandInURI(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
      UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "@"),
      UInt8(ascii: "["), UInt8(ascii: "]"):
      true
    default: PercentEncoding.isUnreserved(byte)
    }
  }
}
