extension JSONDocumentReader {
  /// Skips white space and comments.
  mutating func skipBlanks() throws(FileDiagnostic) {
    while let byte = currentByte {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(FileDiagnostic) {
    let rest = bytes[index...]
    if rest.starts(with: "//".utf8) {
      index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    } else if rest.starts(with: "/*".utf8) {
      var end = index + 2
      while end + 1 < bytes.count,
        bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/")
      { end += 1 }
      guard end + 1 < bytes.count else {
        throw FileDiagnostic(
          at: here, found: "a comment that never ends", expected: "\"*/\"",
          remedy: "try closing the comment")
      }
      index = end + 2
    } else {
      throw unexpected(
        "outside a text", expected: "a value or a comment", remedy: "try // or /* … */")
    }
  }
}
