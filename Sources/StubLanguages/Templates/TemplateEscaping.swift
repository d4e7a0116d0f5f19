/// What `{{value}}` does to characters that mean something in HTML; `{{{value}}}` never escapes.
public enum TemplateEscaping: Sendable, Hashable {
  /// `& < > " ' \` =` become character references, as Handlebars does it.
  case html
  /// Values are inserted as they are: right for JSON, plain text, header values and file names.
  case none

  func apply(to text: String) -> String {
    guard self == .html, text.utf8.contains(where: { Self.references[$0] != nil }) else {
      return text
    }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
      if scalar.isASCII, let reference = Self.references[UInt8(scalar.value)] {
        escaped += reference
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static let references: [UInt8: String] = [
    UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
    UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&#x27;", UInt8(ascii: "`"): "&#x60;",
    UInt8(ascii: "="): "&#x3D;",
  ]
}
