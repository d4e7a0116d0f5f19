/// The case of protocol text: only the letters `A` to `Z` (RFC 9110 §5.6.2, RFC 3986 §3.1).
///
/// `lowercased()` turns the KELVIN SIGN into an ASCII `k`, and `uppercased()` turns the LONG S into an `S`.
/// Then this program would read a token that other programs do not.
extension StringProtocol {
  package func lowercasedASCII() -> String { mapBytes(in: "A"..."Z") { $0 | 0x20 } }

  package func uppercasedASCII() -> String { mapBytes(in: "a"..."z") { $0 & ~0x20 } }

  /// Whether both are equal bytes, except for the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    lowercasedASCII().utf8.elementsEqual(other.lowercasedASCII().utf8)
  }

  private func mapBytes(
    in letters: ClosedRange<Unicode.Scalar>, _ change: (UInt8) -> UInt8
  ) -> String {
    let letters = UInt8(ascii: letters.lowerBound)...UInt8(ascii: letters.upperBound)
    guard utf8.contains(where: letters.contains) else { return String(self) }
    return String(unsafeUninitializedCapacity: utf8.count) { buffer in
      var count = 0
      for byte in utf8 {
        buffer.initializeElement(at: count, to: letters.contains(byte) ? change(byte) : byte)
        count += 1
      }
      return count
    }
  }
}
