import Testing

@testable import StubLanguages

@Suite("Times in texts")
struct DateTimeTests {
  /// 14 June 2021, 15:15:15 UTC.
  private static let moment = 1_623_683_715_000

  @Test(
    "The usual forms are read",
    arguments: [
      "2021-06-14T15:15:15Z", "2021-06-14T17:15:15+02:00", "2021-06-14T15:15:15.000Z",
      "2021-06-14T15:15:15Z[UTC]", "2021-06-14T15:15:15", "Mon, 14 Jun 2021 15:15:15 GMT",
      "Mon, 14 Jun 2021 16:15:15 +0100", "Monday, 14-Jun-21 15:15:15 GMT",
      "Mon Jun 14 15:15:15 2021",
    ])
  func usual(text: String) {
    #expect(DateTimeText(text)?.milliseconds == Self.moment)
  }

  @Test(
    "What says no time is not read",
    arguments: [
      "", "x", "1623683715", "2021-06-14 15:15:15", "20210614T151515Z", "2021-13-01", "2021-02-30",
      "Tue, 14 Jun 2021 15:15:15 GMT", "Mon, 14 Jun 2021 15:15:15 GMT!",
    ])
  func unusual(text: String) { #expect(DateTimeText(text) == nil) }

  @Test(
    "A pattern of letters says how a time is written",
    arguments: [
      ("dd/MM/yyyy HH:mm:ss", "14/06/2021 15:15:15"),
      ("d MMMM yyyy, h:mm:ss a", "14 June 2021, 3:15:15 PM"),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2021-06-14T15:15:15+00:00"),
      ("yyyy-MM-dd'T'HH:mm:ssXXX", "2021-06-14T15:15:15Z"),
      ("yyyyMMddHHmmss", "20210614151515"), ("yy-M-d H:m:s", "21-6-14 15:15:15"),
      ("EEE, dd MMM yyyy HH:mm:ss Z", "Mon, 14 Jun 2021 17:15:15 +0200"),
      ("yyyy-MM-dd HH:mm:ss.SSS", "2021-06-14 15:15:15.000"),
    ])
  func patterns(pattern: String, text: String) {
    #expect(DateTimeText(text, format: .pattern(pattern))?.milliseconds == Self.moment)
  }

  @Test(
    "A text that is written otherwise is not read",
    arguments: [
      ("dd/MM/yyyy", "2021-06-14"), ("dd/MM/yyyy", "14/06/2021 "), ("dd/MM/yyyy", "32/06/2021"),
      ("yyyy-MM", "2021-06"), ("yyyy-MM-dd q", "2021-06-14 1"), ("yyyy-MM-dd HH", "2021-06-14 24"),
      ("yyyy-MM-dd XXX", "2021-06-14 +99:00"), ("yyyyMMdd", "2021614"),
    ])
  func otherTexts(pattern: String, text: String) {
    #expect(DateTimeText(text, format: .pattern(pattern)) == nil)
  }

  @Test(
    "Seconds and milliseconds since 1970 are times, if they are within the years that can be written"
  )
  func numbers() {
    #expect(DateTimeText("1623683715", format: .unix)?.milliseconds == Self.moment)
    #expect(DateTimeText("1623683715000", format: .epoch)?.milliseconds == Self.moment)
    for text in ["x", "", "1.5", "99999999999999", "99999999999999999999"] {
      #expect(DateTimeText(text, format: .unix) == nil, "\(text)")
    }
  }

  @Test("Moments are compared if the expected one has an offset, and else what clocks show")
  func order() throws {
    let zoned = try #require(DateTimeText("2021-06-14T15:15:15+01:00"))
    let local = try #require(DateTimeText("2021-06-14T15:15:15"))
    let other = try #require(DateTimeText("2021-06-14T15:15:15+02:00"))
    #expect(other.order(to: zoned) == -1)
    #expect(local.order(to: zoned) == 1)
    #expect(other.order(to: local) == 0)
  }

  @Test(
    "Relative times count from now",
    arguments: [
      ("now", "2021-06-14T15:15:15Z"), ("Now +3 days", "2021-06-17T15:15:15Z"),
      ("now 1 months", "2021-07-14T15:15:15Z"), ("now -1 hours", "2021-06-14T14:15:15Z"),
      ("now +10 minutes", "2021-06-14T15:25:15Z"), ("now -5 years", "2016-06-14T15:15:15Z"),
      ("now +30 seconds", "2021-06-14T15:15:45Z"),
    ])
  func relative(text: String, expected: String) throws {
    let offset = try #require(DateTimeOffset(text))
    let time = offset.time(from: Self.moment, truncation: nil, truncatesLast: false)
    #expect(time.milliseconds == DateTimeText(expected)?.milliseconds)
  }

  @Test(
    "What is no relative time is refused",
    arguments: [
      "", "then", "now +3 day", "now +3 weeks", "now+3 days", "now +x days", "now 1 2 days",
    ])
  func notRelative(text: String) { #expect(DateTimeOffset(text) == nil) }

  @Test("Huge distances do not crash")
  func huge() {
    for unit in DateTimeOffset.Unit.allCases {
      for amount in [Int.min, Int.max] {
        _ = DateTimeOffset(amount, unit).time(
          from: Self.moment, truncation: .lastDayOfYear, truncatesLast: true)
      }
    }
  }

  @Test(
    "Smaller parts of a time are cut off",
    arguments: [
      (DateTimeTruncation.firstSecondOfMinute, "2021-06-14T15:15:00Z"),
      (.firstMinuteOfHour, "2021-06-14T15:00:00Z"), (.firstHourOfDay, "2021-06-14T00:00:00Z"),
      (.firstDayOfMonth, "2021-06-01T00:00:00Z"), (.firstDayOfNextMonth, "2021-07-01T00:00:00Z"),
      (.lastDayOfMonth, "2021-06-30T00:00:00Z"), (.firstDayOfYear, "2021-01-01T00:00:00Z"),
      (.firstDayOfNextYear, "2022-01-01T00:00:00Z"), (.lastDayOfYear, "2021-12-31T00:00:00Z"),
    ])
  func truncation(truncation: DateTimeTruncation, expected: String) throws {
    let time = try #require(DateTimeText("2021-06-14T15:15:15Z"))
    #expect(truncation.applied(to: time).milliseconds == DateTimeText(expected)?.milliseconds)
  }

  @Test("A time is cut off before it is moved, unless that comes last")
  func orderOfChanges() {
    let offset = DateTimeOffset(20, .days)
    let first = offset.time(from: Self.moment, truncation: .firstDayOfMonth, truncatesLast: false)
    #expect(first.milliseconds == DateTimeText("2021-06-21")?.milliseconds)
    let last = offset.time(from: Self.moment, truncation: .firstDayOfMonth, truncatesLast: true)
    #expect(last.milliseconds == DateTimeText("2021-07-01")?.milliseconds)
  }
}
