/// How far a text in double quotes goes, found sixteen bytes at a time.
struct JSONTextExtent {
  enum Ending: Hashable {
    case quote
    case lineEnd
    case control(UInt8)
    case endOfFile
  }

  let ending: Ending
  /// Where the ending stands.
  let end: Int
  /// The first escape that is no letter or sign behind a backslash, or none at all.
  let firstLongEscape: Int?

  /// Looks at the text whose opening quote stands there.
  init(startingAt start: Int, in bytes: [UInt8]) {
    var firstLongEscape: Int?
    (ending, end) = bytes.withUnsafeBufferPointer { bytes in
      var place = start + 1
      while true {
        place = Self.special(from: place, in: bytes)
        guard place < bytes.count else { return (.endOfFile, bytes.count) }
        switch bytes[place] {
        case UInt8(ascii: "\""): return (.quote, place)
        case JSONEscape.backslash:
          let isShort = place + 1 < bytes.count && JSONEscape.short(bytes[place + 1]) != nil
          if !isShort, firstLongEscape == nil { firstLongEscape = place }
          place += 2
        case 0x0A, 0x0D: return (.lineEnd, place)
        default: return (.control(bytes[place]), place)
        }
      }
    }
    self.firstLongEscape = firstLongEscape
  }

  /// The next quote, backslash or control character, or the end.
  private static func special(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = start
    let raw = UnsafeRawBufferPointer(bytes)
    while place + ByteBlock.count <= bytes.count {
      let block = ByteBlock(raw, at: place)
      let marks =
        block.equal(to: UInt8(ascii: "\"")) | block.equal(to: JSONEscape.backslash)
        | block.less(than: 0x20)
      if let first = marks.first { return place + first }
      place += ByteBlock.count
    }
    while place < bytes.count, bytes[place] != UInt8(ascii: "\""),
      bytes[place] != JSONEscape.backslash, bytes[place] >= 0x20
    {
      place += 1
    }
    return place
  }
}
