@testable import StubLanguages

extension FuzzTarget {
  /// Dates in the formats of HTTP and of conditions, with offsets and patterns of their own.
  static let dates = FuzzTarget("dates") { input in
    let (first, second) = input.halves
    // Years have four digits; `31 Dec 9999 23:59:60` is one second later.
    if let seconds = HTTPDate.seconds(first.text), seconds < 253_402_300_800 {
      let text = HTTPDate.text(secondsSince1970: seconds)
      expect(HTTPDate.seconds(text) == seconds, "\(first.text) is written as \(text)")
    }
    if let date = DateTimeText(first.text) {
      expect(date.order(to: date) == 0, "\(first.text) is not equal to itself")
    }
    for truncation in [nil] + DateTimeTruncation.allCases {
      _ = DateTimeOffset(first.text)?.time(
        from: 1_790_000_000_000, truncation: truncation, truncatesLast: true)
    }
    if let parser = try? DateTimeParser(second.text) { _ = parser.read(first.text) }
    _ = TimeZoneRules(input.bytes)?.offset(at: 1_790_000_000)
    _ = TimeZoneCycle(first.text)?.offset(at: 1_790_000_000)
  }
}
