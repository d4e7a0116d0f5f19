import StubCore

/// One header or trailer line, split and checked (RFC 9112 §5).
struct FieldLine: Sendable, Hashable {
  /// Where the name ends, and the value without the blanks around it.
  var nameEnd: Int
  var value: Range<Int>

  init(_ line: Span<UInt8>, number: Int) throws(RequestError) {
    var index = 0
    while index < line.count, ByteClass.isToken(line[index]) { index += 1 }
    guard index > 0, index < line.count, line[index] == UInt8(ascii: ":") else {
      throw Self.malformedName(line, at: index, number)
    }
    nameEnd = index
    index += 1
    while index < line.count {
      guard ByteClass.isFieldContent(line[index]) else {
        throw RequestError(
          400, expected: "visible characters in a field value",
          found: ByteClass.name(line[index]),
          try: "end each line with CR LF and encode control characters",
          at: .init(line: number, byte: index + 1))
      }
      index += 1
    }
    value = line.trimmedRange(nameEnd + 1..<line.count)
  }

  private static func malformedName(
    _ line: Span<UInt8>, at index: Int, _ number: Int
  ) -> RequestError {
    let place = RequestError.Place(line: number, byte: index + 1)
    if index == 0, line.count > 0, ByteClass.isBlank(line[0]) {
      return RequestError(
        400, expected: "a field name at the start of the line",
        found: "a folded line, which RFC 9112 §5.2 forbids",
        try: "join the value into one line", at: place)
    }
    let found = index < line.count ? ByteClass.name(line[index]) : "the end of the line"
    return RequestError(
      400, expected: "a field name directly followed by ':'", found: found,
      try: "write fields as `Name: value`, with no space before the colon", at: place)
  }
}
