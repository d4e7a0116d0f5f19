/// A source of random values for templates, delays and faults, which a seed makes repeatable.
///
/// Two sources with the same seed give the same values in the same order. All users of one source
/// share its sequence, so a run repeats exactly only if requests arrive in the same order.
public final class SeededRandom: RandomNumberGenerator, Sendable {
  /// The seed, and the current state of the sequence.
  private let state: Lock<(seed: UInt64, bits: UInt64)>

  /// Creates a source that gives the same values in every run with the same seed (default: a random
  /// seed).
  public init(seed: UInt64 = .random(in: .min ... .max)) {
    state = Lock((seed, seed))
  }

  /// The seed of the sequence, which is needed to repeat a run.
  package var seed: UInt64 { state.withLock { $0.seed } }

  /// Restarts the sequence with a seed, for all users of this source.
  package func restart(seed: UInt64) { state.withLock { $0 = (seed, seed) } }

  /// Returns the next 64 bits, by the SplitMix64 method.
  public func next() -> UInt64 {
    var bits = state.withLock { state in
      state.bits &+= 0x9e37_79b9_7f4a_7c15
      return state.bits
    }
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// Returns a random UUID (RFC 9562 §5.4) in lower case.
  package func uuid() -> String {
    var bytes = [next(), next()].flatMap { bits in
      (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return text
  }

  package func integer(in range: ClosedRange<Int>) -> Int {
    var generator = self
    return Int.random(in: range, using: &generator)
  }

  /// Returns random characters of an alphabet; an empty text if the alphabet is empty.
  package func text(of alphabet: [Character], length: Int) -> String {
    guard !alphabet.isEmpty else { return "" }
    return String((0..<length).map { _ in alphabet[integer(in: 0...alphabet.count - 1)] })
  }
}
