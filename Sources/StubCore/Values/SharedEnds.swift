extension UnsafeRawBufferPointer {
  /// How many bytes at the start are the same in both; eight are compared at once.
  func prefixCount(sharedWith other: Self) -> Int {
    let shorter = Swift.min(count, other.count)
    var place = 0
    while place + 8 <= shorter {
      let difference = word(at: place) ^ other.word(at: place)
      if difference != 0 { return place + difference.trailingZeroBitCount / 8 }
      place += 8
    }
    while place < shorter, self[place] == other[place] { place += 1 }
    return place
  }

  /// How many bytes at the end are the same in both.
  func suffixCount(sharedWith other: Self) -> Int {
    let shorter = Swift.min(count, other.count)
    var place = 0
    while place + 8 <= shorter {
      let difference = word(at: count - place - 8) ^ other.word(at: other.count - place - 8)
      if difference != 0 { return place + difference.leadingZeroBitCount / 8 }
      place += 8
    }
    while place < shorter, self[count - 1 - place] == other[other.count - 1 - place] { place += 1 }
    return place
  }

  /// Eight bytes, of which the first is in the lowest bits.
  private func word(at place: Int) -> UInt64 {
    UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
