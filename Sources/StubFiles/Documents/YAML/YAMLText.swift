import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Texts as scalars of a YAML document, each readable as exactly the text that it was.
enum YAMLText {
  /// The text on one line: plain if that is safe, otherwise in double quotes.
  static func inline(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// The text as what follows a key: indented block lines where that is safe, otherwise one line.
  static func value(_ text: String, indent: Int) -> String {
    guard text.utf8.contains(UInt8(ascii: "\n")), isBlock(text) else { return inline(text) }
    return block(text, indent: indent)
  }

  /// The text as a block, which must hold no characters that blocks change.
  static func block(_ text: String, indent: Int) -> String {
    var result = "|"
    // A first line that begins with a blank would be taken for deeper indentation.
    if let first = text.utf8.first, [0x09, 0x0A, 0x20].contains(first) { result += "2" }
    if !text.hasSuffix("\n") {
      result += "-"
    } else if text.hasSuffix("\n\n") {
      result += "+"
    }
    let margin = "\n" + String(repeating: " ", count: indent)
    let body = text.hasSuffix("\n") ? text.dropLast() : text[...]
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        result += "\n"
      } else {
        result += margin
        result += line
      }
    }
    return result
  }

  /// Whether a block preserves the text: only line feeds, tabs and printable characters.
  private static func isBlock(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 != 0x0A && $0 != 0x20 }) else { return false }
    return text.unicodeScalars.allSatisfy { $0 == "\n" || isPrintable($0) }
  }

  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x1_0000...0x10_FFFF:
      true
    default: false
    }
  }

  /// Whether the text needs no quotes wherever it stands in a block mapping or list.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      first.properties.isAlphabetic || ("0"..."9").contains(first) || first == "/" || first == "_",
      last != " ", last != ":", !nulls.contains(text.lowercased()),
      text.unicodeScalars.allSatisfy({ isPrintable($0) && $0 != "\t" })
    else { return false }
    // A mark behind a sign makes one character of both, but YAML has code points.
    return !text.utf8.contains(": ".utf8) && !text.utf8.contains(" #".utf8)
  }

  /// The text as a value within braces or brackets, where these and commas need quotes.
  static func flow(_ text: String) -> String {
    let written = inline(text)
    return written == text && isFlowSign(in: text) ? quoted(text) : written
  }

  fileprivate static func isFlowSign(in text: String) -> Bool {
    text.utf8.contains { ",[]{}".utf8.contains($0) }
  }

  private static let nulls: Set = ["null"]

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += escape(scalar.value)
        }
      }
    }
    return result + "\""
  }

  private static func escape(_ value: UInt32) -> String {
    let (mark, width) = value < 0x100 ? ("x", 2) : value < 0x1_0000 ? ("u", 4) : ("U", 8)
    let digits = String(value, radix: 16, uppercase: true)
    return "\\\(mark)" + String(repeating: "0", count: width - digits.count) + digits
  }
}

/// Texts for readers of YAML 1.1, which take many plain words for something else.
extension YAMLText {
  /// What such readers take for a truth value or for nothing (YAML 1.1 types, 2005).
  private static let words: Set = [
    "y", "yes", "n", "no", "true", "false", "on", "off", "null",
  ]

  /// The text on one line: plain if it is unambiguous, otherwise in quotes.
  static func string(_ text: String) -> String {
    let plain = inline(text)
    let first = text.utf8.first ?? 0
    let isWord = (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    if plain == text, isWord, !words.contains(text.lowercased()) { return text }
    guard text.unicodeScalars.allSatisfy({ isPrintable($0) && $0 != "\t" }) else {
      return quoted(text)
    }
    return singleQuoted(text)
  }

  /// Like `string`, but as a value within braces or brackets.
  static func flowString(_ text: String) -> String {
    let written = string(text)
    return written == text && isFlowSign(in: text) ? singleQuoted(text) : written
  }

  private static func singleQuoted(_ text: String) -> String {
    "'\(text.replacingBytes(of: "'", with: "''"))'"
  }

  /// The text as what follows a key: indented block lines where that is safe, otherwise one line.
  static func stringValue(_ text: String, indent: Int) -> String {
    text.utf8.contains(UInt8(ascii: "\n")) ? value(text, indent: indent) : string(text)
  }
}

/// Writes block mappings and lists of other tools' YAML, indented by two spaces, lists by none.
struct YAMLWriter {
  private(set) var text = ""

  /// A literal line.
  mutating func line(_ indent: Int, _ content: String) {
    text += String(repeating: " ", count: indent)
    text += content
    text += "\n"
  }

  /// A key with a text; a text of several lines is written as such.
  mutating func member(_ indent: Int, _ key: String, _ value: String) {
    line(indent, "\(key): \(YAMLText.stringValue(value, indent: indent + 2))")
  }

  /// A key with lines of base64 below it, each of at most that many characters.
  mutating func base64(_ indent: Int, _ key: String, _ body: Data, lineLength: Int) {
    line(indent, "\(key) |")
    var digits = body.base64EncodedString()[...]
    while !digits.isEmpty {
      line(indent + 2, String(digits.prefix(lineLength)))
      digits = digits.dropFirst(lineLength)
    }
  }

  /// Names of header fields, each with the list of its values.
  mutating func headers(_ indent: Int, _ headers: HTTPHeaders) {
    if headers.isEmpty { return line(indent, "headers: {}") }
    line(indent, "headers:")
    for (name, values) in headers.groups {
      line(indent + 2, "\(YAMLText.string(name.rawName)):")
      for value in values { line(indent + 2, "- \(YAMLText.string(value))") }
    }
  }
}
