extension StringProtocol {
  /// The text between quotation marks on one line, shortened when it is long: for messages.
  package var quoted: String {
    let limit = 160
    if utf8.count <= limit, utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      return String("\"", String(self), "\"")
    }
    let isLong = utf8.count > limit && count > limit
    let text = isLong ? "\(prefix(limit - 1))…" : String(self)
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return isPlain ? "\"\(text)\"" : "\"\(text.escapingControls)\""
  }

  fileprivate var escapingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case ..<" ", "\u{7F}": text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
