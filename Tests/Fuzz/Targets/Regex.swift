@testable import StubLanguages

extension FuzzTarget {
  /// A regular expression in the first line, behind a character for its options, on the bytes below.
  ///
  /// Every group lies within the text, and both ways of asking agree.
  static let regex = FuzzTarget("regex") { input in
    let (first, second) = input.halves
    let options = RegularExpression.Options(rawValue: Int(first.bytes.first ?? 0) & 0x3F)
    let pattern = String(decoding: first.bytes.dropFirst(), as: UTF8.self)
    guard let program = try? PatternProgram(pattern, options) else { return }
    second.bytes.withUnsafeBufferPointer { subject in
      switch program.firstMatch(in: subject) {
      case .matched(let ranges):
        for range in ranges.compactMap(\.self) {
          expect((0...subject.count).contains(range.upperBound), "\(range) of \(subject.count)")
        }
        expect(program.isMatch(subject), "is no match of \(pattern)")
      case .notMatched: expect(!program.isMatch(subject), "is a match of \(pattern)")
      case .gaveUp: break
      }
    }
    if let expression = try? RegularExpression(pattern, options: options) {
      _ = expression.firstMatch(inBytes: second.bytes)
    }
  }
}
