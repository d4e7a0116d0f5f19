import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes block mappings and lists of other tools' YAML, indented by two spaces, lists by none.
struct YAMLWriter {
  private(set) var text = ""

  /// A line as it is.
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
