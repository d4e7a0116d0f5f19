/// Where the elements of a long list are, told by brackets, commas and quotes alone.
struct JSONListPieces {
  /// How many bytes a piece has at least, unless it is the last one.
  private static let size = 1 << 16
  /// Further levels are left to a reader that counts them.
  private static let depth = 32

  /// Whole elements each, with the commas between them.
  private(set) var pieces: [Range<Int>] = []
  /// Where the bracket stands that closes the list.
  private(set) var end = 0

  /// Looks at what follows the first element, from its comma on.
  ///
  /// `nil` where more than the signs has to be looked at, as with comments.
  init?(after comma: Int, in bytes: [UInt8]) {
    var place = comma + 1
    var start = place
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let text = JSONTextExtent(startingAt: place, in: bytes)
        guard text.ending == .quote else { return nil }
        place = text.end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        guard depth < Self.depth else { return nil }
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 {
          pieces.append(start..<place)
          end = place
          return
        }
      case UInt8(ascii: ",") where depth == 0 && place - start >= Self.size:
        pieces.append(start..<place)
        start = place + 1
      case UInt8(ascii: "/"): return nil
      default: break
      }
      place += 1
    }
    return nil
  }
}
