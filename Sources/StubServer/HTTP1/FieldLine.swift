import StubCore

/// One header or trailer line, split and checked (RFC 9112 §5).
struct FieldLine: Sendable, Hashable {
  /// The index after the name.
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
          400, "the field value contains \(ByteClass.name(line[index]))",
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
        400, "the field line starts with \(ByteClass.name(line[0])), as if it were folded",
        try: "write each field on one line", at: place)
    }
    let found = index < line.count ? ByteClass.name(line[index]) : "the end of the line"
    return RequestError(
      400,
      index == 0
        ? "the field line starts with \(found), not with a name"
        : "the field name is followed by \(found), not by ':'",
      try: "write fields as `Name: value`, with no space before the colon", at: place)
  }
}

/// The line before the data of a chunk: its size, and extensions, which are checked and discarded.
struct ChunkLine: Sendable, Hashable {
  var size: Int

  /// Parses the line `1*HEXDIG *( BWS ";" BWS name [ BWS "=" BWS value ] )` (RFC 9112 §7.1).
  init(_ line: Span<UInt8>, number: Int) throws(RequestError) {
    var index = 0
    size = 0
    while index < line.count, let digit = PercentEncoding.hexValue(line[index]) {
      guard size <= Int.max >> 4 else {
        throw Self.malformed(number, at: index, "the chunk size is not below 2^63")
      }
      size = size << 4 | Int(digit)
      index += 1
    }
    guard index > 0 else {
      throw Self.malformed(number, at: 0, "the chunk has no size in hexadecimal digits")
    }
    while index < line.count { try Self.skipExtension(line, &index, number) }
  }

  private static func skipExtension(
    _ line: Span<UInt8>, _ index: inout Int, _ number: Int
  ) throws(RequestError) {
    skipBlanks(line, &index)
    guard index < line.count, line[index] == UInt8(ascii: ";") else {
      throw malformed(
        number, at: index,
        index < line.count
          ? "the chunk size is followed by \(ByteClass.name(line[index]))"
          : "the line of the chunk size ends with a blank")
    }
    index += 1
    skipBlanks(line, &index)
    guard skipToken(line, &index) else {
      throw malformed(number, at: index, "the chunk extension has no name")
    }
    var next = index
    skipBlanks(line, &next)
    guard next < line.count, line[next] == UInt8(ascii: "=") else { return }
    index = next + 1
    skipBlanks(line, &index)
    guard skipToken(line, &index) || skipQuoted(line, &index) else {
      throw malformed(number, at: index, "the chunk extension has no valid value")
    }
  }

  private static func skipBlanks(_ line: Span<UInt8>, _ index: inout Int) {
    while index < line.count, ByteClass.isBlank(line[index]) { index += 1 }
  }

  private static func skipToken(_ line: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < line.count, ByteClass.isToken(line[index]) { index += 1 }
    return index > start
  }

  private static func skipQuoted(_ line: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < line.count, line[index] == UInt8(ascii: "\"") else { return false }
    var place = index + 1
    while place < line.count, ByteClass.isFieldContent(line[place]) {
      switch line[place] {
      case UInt8(ascii: "\""):
        index = place + 1
        return true
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return false
  }

  private static func malformed(_ number: Int, at index: Int, _ problem: String) -> RequestError {
    RequestError(
      400, problem, try: "send each chunk as its size in hexadecimal, CR LF, the bytes, CR LF",
      at: .init(line: number, byte: index + 1))
  }
}
