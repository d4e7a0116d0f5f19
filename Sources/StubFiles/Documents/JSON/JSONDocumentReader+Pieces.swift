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
