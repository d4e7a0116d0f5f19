import Foundation
import Testing

@testable import StubLanguages

@Suite("Times in templates")
struct TemplateTimeTests {
  /// Tuesday, 9 January 2024, 03:04:05.067 UTC.
  private static let moment = Date(timeIntervalSince1970: 1_704_769_445.067)

  private func render(_ source: String) throws -> String {
    try Template(source).render([:], environment: TemplateEnvironment { Self.moment })
  }

  @Test(
    "The time is written as asked",
    arguments: [
      ("{{now}}", "2024-01-09T03:04:05Z"),
      ("{{now format='ISO8601'}}", "2024-01-09T03:04:05Z"),
      ("{{now format='epoch'}} {{now format='unix'}}", "1704769445067 1704769445"),
      ("{{now format='yyyy-MM-dd HH:mm:ss.SSS'}}", "2024-01-09 03:04:05.067"),
      ("{{now format='EEE, d MMM yyyy HH:mm:ss z'}}", "Tue, 9 Jan 2024 03:04:05 UTC"),
      ("{{now format='EEEE MMMM yy M D u H h:mm a'}}", "Tuesday January 24 1 9 2 3 3:04 AM"),
      ("{{now format=\"yyyy'T'MM''dd 'o''clock' X\"}}", "2024T01'09 o'clock Z"),
      (
        "{{now timezone='+05:30' format='HH:mm X XX XXX x Z z'}}",
        "08:34 +0530 +0530 +05:30 +0530 +0530 GMT+05:30"
      ),
      ("{{now timezone='GMT-3' format='HH:mm X z'}}", "00:04 -03 GMT-03:00"),
      (
        "{{now timezone='GMT' format='z'}} {{now timezone='UTC' format='z'}} "
          + "{{now timezone='Z' format='z'}}", "GMT UTC UTC"
      ),
      ("{{now timezone='-04:00'}}", "2024-01-08T23:04:05-04:00"),
      ("{{now offset='3 days'}}", "2024-01-12T03:04:05Z"),
      ("{{now offset='-1 months'}}", "2023-12-09T03:04:05Z"),
      ("{{now offset='1 month' format='yyyy-MM'}}", "2024-02"),
      (
        "{{now offset='-10 minutes'}} {{now offset='90 seconds'}}",
        "2024-01-09T02:54:05Z 2024-01-09T03:05:35Z"
      ),
      (
        "{{now offset='2 hours' format='unix'}} {{now offset='1 weeks' format='dd'}}",
        "1704776645 16"
      ),
      ("{{now offset='-54 years' format='epoch'}}", "702245067"),
      ("{{now offset='-60 years' format='unix'}}", "-188686555"),
      ("{{date '2024-02-29T12:00:00Z' offset='1 years'}}", "2025-02-28T12:00:00Z"),
      ("{{date '2024-01-31' offset='1 months'}}", "2024-02-29T00:00:00Z"),
      ("{{date '2024-01-31T10:00:00.5+02:00' format='HH:mm:ss.SSS'}}", "08:00:00.500"),
      (
        "{{date '2024-01-31 10:00'}} {{date 0}} {{date -1 format='epoch'}}",
        "2024-01-31T10:00:00Z 1970-01-01T00:00:00Z -1"
      ),
    ])
  func writing(source: String, expected: String) throws {
    #expect(try render(source) == expected)
  }

  @Test(
    "Text that is not a time is refused",
    arguments: [
      "", "2024", "2024-13-01", "2023-02-29", "2024-01-01T", "2024-01-01T25:00", "2024-01-01Tx",
      "2024-01-01T10:00:00.", "2024-01-01T10:00:00Zx", "2024-01-01T10:00:00+", "２024-01-01",
    ])
  func reading(text: String) { #expect(CalendarDateReader.read(text) == nil) }

  @Test("The calendar agrees with Foundation's, over four centuries and before 1970")
  func calendar() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for days in stride(from: -73_000, through: 73_000, by: 37) {
      let date = Date(timeIntervalSince1970: Double(days) * 86_400 + 3661)
      let ours = CalendarDate(milliseconds: days * 86_400_000 + 3_661_000, utcOffset: 0)
      let theirs = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday, .dayOfYear], from: date)
      #expect(ours.year == theirs.year)
      #expect(ours.month == theirs.month)
      #expect(ours.day == theirs.day)
      #expect(ours.weekday + 1 == theirs.weekday)
      #expect(ours.dayOfYear == theirs.dayOfYear)
      #expect(ours.hour == 1 && ours.minute == 1 && ours.second == 1)
      #expect(ours.milliseconds == days * 86_400_000 + 3_661_000)
    }
  }

  private static let zoneFolder = FileManager.default.fileExists(
    atPath: "/usr/share/zoneinfo/Europe/Rome")

  @Test(
    "A named zone has the offsets that Foundation gives it, now and long after the last change",
    .enabled(if: zoneFolder, "no /usr/share/zoneinfo"),
    arguments: [
      "Europe/Rome", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Asia/Tokyo",
      "Europe/Dublin", "America/Sao_Paulo", "Pacific/Auckland", "Etc/GMT+5", "America/St_Johns",
    ])
  func zones(name: String) throws {
    let rules = try #require(TimeZoneRules.named(name))
    let zone = try #require(TimeZone(identifier: name))
    for time in stride(from: 0, through: 3_000_000_000, by: 1_000_003) {
      let theirs = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
      #expect(rules.offset(at: time) == theirs, "\(name) at \(time)")
    }
  }

  @Test(
    "A named zone has the name of its clock at that time, or its offset where it has none",
    .enabled(if: zoneFolder, "no /usr/share/zoneinfo"),
    arguments: [
      ("Europe/London", "GMT BST"), ("Europe/Rome", "CET CEST"), ("America/New_York", "EST EDT"),
      ("Etc/GMT", "GMT GMT"), ("Asia/Tokyo", "JST JST"), ("Asia/Dubai", "GMT+04:00 GMT+04:00"),
    ])
  func zoneNames(zone: String, names: String) throws {
    let times = ["1990-01-09T12:00:00Z", "1990-07-09T12:00:00Z"]
    for year in ["1990", "2024", "2090"] {
      let texts = try times.map {
        try render("{{date '\(year)\($0.dropFirst(4))' timezone='\(zone)' format='z'}}")
      }
      #expect(texts.joined(separator: " ") == names, "\(year)")
    }
  }

  @Test(
    "The yearly rule at the end of a zone file gives the offset",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_711_846_799, 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_711_846_800, 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_729_990_800, 3600),
      ("<+0330>-3:30", 0, 12_600),
      ("EST5EDT,M3.2.0,M11.1.0", 1_710_054_000, -14_400),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_704_067_200, 39_600),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_704_067_200, 0),
    ])
  func rule(text: String, time: Int, offset: Int) throws {
    #expect(try #require(TimeZoneCycle(text)).offset(at: time) == offset)
  }

  @Test(
    "A damaged zone file or rule is refused",
    arguments: ["", "X", "CET-1CEST,J60,J300", "<+03", "CET-1CEST,M13.1.0,M1.1.0"])
  func damage(text: String) { #expect(TimeZoneCycle(text) == nil) }

  @Test("No cut zone file crashes", .enabled(if: zoneFolder, "no /usr/share/zoneinfo"))
  func cut() throws {
    let bytes = try Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Rome")))
    for length in stride(from: 0, to: bytes.count, by: 7) {
      _ = TimeZoneRules(Array(bytes[..<length]))
    }
    #expect(TimeZoneRules([]) == nil)
  }

  @Test(
    "A day's offset keeps the clock across a change of the zone",
    .enabled(if: zoneFolder, "no /usr/share/zoneinfo"))
  func clock() throws {
    #expect(
      try render("{{date '2024-03-30T12:00:00Z' offset='1 days' timezone='Europe/Rome'}}")
        == "2024-03-31T13:00:00+02:00")
    #expect(
      try render("{{date '2024-03-30T12:00:00Z' offset='24 hours' timezone='Europe/Rome'}}")
        == "2024-03-31T14:00:00+02:00")
  }
}
