import StubLanguages

/// A range of numbers, which stubs with a comparison such as "at least 18" are indexed by.
///
/// A number is written as 64 bits that sort like the numbers. A range is found by the first bits
/// that all its numbers have in common, so ranges that do not overlap seldom share a key.
package struct NumberRange: Sendable, Hashable {
  /// The least number, as ordered bits.
  let lower: UInt64
  /// The greatest number, as ordered bits.
  let upper: UInt64

  private init(lower: UInt64, upper: UInt64) { (self.lower, self.upper) = (lower, upper) }

  /// Creates a range that includes both bounds; without a bound, it has no end on this side.
  package init(from lower: JSONNumber? = nil, to upper: JSONNumber? = nil) {
    self.init(lower: lower?.order ?? .min, upper: upper?.order ?? .max)
  }

  func intersection(_ other: NumberRange) -> NumberRange {
    NumberRange(lower: max(lower, other.lower), upper: min(upper, other.upper))
  }

  /// The number of first bits that all numbers of the range have in common, at most 63; `nil` if
  /// there are none.
  var commonBits: Int? {
    let count = (lower ^ upper).leadingZeroBitCount
    return count == 0 ? nil : min(count, 63)
  }
}

extension JSONNumber {
  /// The bits of the closest `Double`, changed so that they sort like the numbers.
  var order: UInt64 {
    // The sum turns -0 into 0.
    let bits = (double + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
