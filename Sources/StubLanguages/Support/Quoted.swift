extension StringProtocol {
  /// The text in quotation marks on one line, shortened if it is long: for messages.
  package var quoted: String { String("\"", shortened, "\"") }

  /// The quoted text after a name, as in `path "/users"`.
  package func quoted(behind name: String) -> String { String(name, " \"", shortened, "\"") }

  /// The text on one line, shortened if it is long.
  package var shortened: String {
    let limit = 160
    if utf8.count <= limit, isPlain { return String(self) }
    // What is behind the limit is not counted: it may be a body of many megabytes.
    let isLong = utf8.count > limit && !dropFirst(limit).isEmpty
    let text = isLong ? "\(prefix(limit - 1))…" : String(self)
    return text.isPlain ? text : text.escapingControls
  }

  /// Whether it contains no control characters.
  private var isPlain: Bool {
    utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).isPlain }
      ?? utf8.allSatisfy(\.isPlain)
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

extension UnsafeRawBufferPointer {
  /// Checks eight bytes at once.
  fileprivate var isPlain: Bool {
    var place = 0
    while place + 8 <= count {
      let eight = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // The highest bit of a byte is set if it, below 128, is below the blank or is DEL.
      let controls = (eight &- Self.each(0x20)) | ((eight ^ Self.each(0x7F)) &- Self.each(1))
      if controls & ~eight & Self.each(0x80) != 0 { break }
      place += 8
    }
    return self[place...].allSatisfy(\.isPlain)
  }

  private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}

extension UInt8 {
  fileprivate var isPlain: Bool { self >= 0x20 && self != 0x7F }
}
