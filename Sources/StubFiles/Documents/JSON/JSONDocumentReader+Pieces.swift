extension JSONDocumentReader {
  /// A list at the top of which only the first element is read; `pieces` says where the others are.
  ///
  /// Where they cannot be told apart by their signs alone, all are read.
  mutating func outlinedList() throws(FileDiagnostic) -> DocumentNode {
    let position = here
    let start = index
    index += 1
    try skipBlanks()
    if currentByte != UInt8(ascii: "]") {
      let first = try value(depth: 2)
      try skipBlanks()
      if currentByte == UInt8(ascii: ","), let list = JSONListPieces(after: index, in: bytes) {
        pieces = list.pieces
        index = list.end + 1
        return DocumentNode(.sequence([first]), at: position)
      }
    }
    index = start
    return try value(depth: 1)
  }

  /// Reads the elements of a piece; a comma may stand at the end of the last one.
  ///
  /// - Returns: whether they are elements with one comma between them, and `take` took them all.
  mutating func readElements(
    of piece: Range<Int>, isLast: Bool, _ take: (DocumentNode) -> Bool
  ) -> Bool {
    index = piece.lowerBound
    room = 4
    do throws(FileDiagnostic) {
      while true {
        try skipBlanks()
        if index >= piece.upperBound { return isLast }
        guard take(try value(depth: 2)) else { return false }
        try skipBlanks()
        if index == piece.upperBound { return true }
        guard skip(UInt8(ascii: ",")) else { return false }
      }
    } catch {
      return false
    }
  }
}

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
