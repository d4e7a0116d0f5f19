extension DocumentNode {
  /// The place of a byte of this value's text; the value's own where that cannot be told.
  ///
  /// Follows quotes, and the escapes of a quote, a slash and a backslash that patterns are full of.
  func position(ofByte offset: Int) -> SourcePosition {
    guard let text = scalar?.text else { return position }
    let source = position.source.bytes
    var place = position.offset
    let quote = place < source.count ? source[place] : 0
    let isDouble = quote == UInt8(ascii: "\"")
    let isSingle = quote == UInt8(ascii: "'")
    if isDouble || isSingle { place += 1 }
    for byte in text.utf8.prefix(max(0, offset)) {
      guard place < source.count else { return position }
      let isPair = place + 1 < source.count && source[place + 1] == byte
      if isPair, isSingle && byte == quote && source[place] == quote {
        place += 2
      } else if isPair, isDouble, source[place] == UInt8(ascii: "\\"), Self.escaped.contains(byte) {
        place += 2
      } else if source[place] == byte {
        place += 1
      } else {
        return position
      }
    }
    return SourcePosition(source: position.source, offset: place)
  }

  /// The bytes that a backslash before them does not change.
  private static let escaped = Array("\"/\\".utf8)
}
