/// The exact value of a JSON number: `0.digits × 10^magnitude`, with one form for each value.
struct JSONDecimal: Hashable {
  /// False for zero, whatever its sign was.
  private(set) var isNegative = false
  private(set) var magnitude = 0
  /// Values 0 to 9, neither beginning nor ending with 0; empty for zero.
  private(set) var digits: ArraySlice<UInt8> = []

  /// Reads the text of a number that follows RFC 8259 §6.
  init(_ text: String) {
    var all: [UInt8] = []
    var pointPlace: Int?
    var exponent = 0
    var exponentIsNegative = false
    var isInExponent = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if isInExponent { exponentIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): pointPlace = all.count
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if isInExponent {
          exponent = min(exponent * 10 + Int(digit), Self.largestExponent)
        } else {
          all.append(digit)
        }
      default: break
      }
    }
    let firstDigit = all.firstIndex { $0 != 0 } ?? all.endIndex
    digits = all[firstDigit...]
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      isNegative = false
    } else {
      let shift = (pointPlace ?? all.count) - firstDigit
      magnitude = shift + (exponentIsNegative ? -exponent : exponent)
    }
  }

  /// Small enough that ten times it, and any count of digits added to it, fit in an `Int`.
  private static let largestExponent = 100_000_000_000_000_000

  /// The value when it is an integer that fits.
  var integer: Int? {
    if digits.isEmpty { return 0 }
    guard digits.count <= magnitude, magnitude <= 19 else { return nil }
    var value = 0
    for place in 0..<magnitude {
      let digit = place < digits.count ? Int(digits[digits.startIndex + place]) : 0
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
      if overflows || overflowsToo { return nil }
      value = sum
    }
    return value
  }
}

extension JSONDecimal: Comparable {
  static func < (left: JSONDecimal, right: JSONDecimal) -> Bool {
    switch (left.sign, right.sign) {
    case (let first, let second) where first != second: first < second
    case (-1, _): right.isSmallerInSize(than: left)
    default: left.isSmallerInSize(than: right)
    }
  }

  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  private func isSmallerInSize(than other: JSONDecimal) -> Bool {
    magnitude == other.magnitude
      ? digits.lexicographicallyPrecedes(other.digits) : magnitude < other.magnitude
  }
}
