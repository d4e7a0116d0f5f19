import StubPlatform

extension TemplateHelper {
  /// The current time, by default in ISO 8601 and UTC; the options are `format`,
  /// `offset` and `timezone`.
  static let now = TemplateHelper(
    "now", usage: "{{now offset='3 days' timezone='Europe/Rome' format='yyyy-MM-dd'}}",
    arguments: 0...0, options: ["format", "offset", "timezone"]
  ) {
    try $0.formatted($0.environment.now())
  }

  /// A time, given in ISO 8601 or in milliseconds since 1970, and written as in ``now``.
  static let date = TemplateHelper(
    "date", usage: "{{date '2024-02-29T12:00:00Z' offset='1 years' format='dd.MM.yyyy'}}",
    arguments: 1...1, options: ["format", "offset", "timezone"]
  ) {
    if let date = CalendarDateReader.read($0.text(0)) { return try $0.formatted(date) }
    if let milliseconds = $0[0].templateNumber {
      return try $0.formatted(Date(timeIntervalSince1970: milliseconds.double / 1000))
    }
    throw TemplateHelperError(
      expected: "a time in ISO 8601 or in milliseconds since 1970", found: $0[0].shown,
      remedy: "write it like 2024-02-29T12:00:00Z")
  }
}

extension TemplateCall {
  /// Returns a time as text, moved by the option `offset`, in the zone `timezone` and the form
  /// `format`.
  func formatted(_ date: Date) throws -> JSONValue {
    let seconds = date.timeIntervalSince1970
    // The years are limited to 1 to 9999, so that no arithmetic below can overflow.
    guard (-62_135_596_800.0..<253_402_300_800.0).contains(seconds) else { throw outOfRange }
    let zone = try TimeZoneOffset(text(option: "timezone") ?? "UTC")
    let start = Int((seconds * 1000).rounded())
    let moved = try moved(start, zone)
    switch text(option: "format") ?? "ISO8601" {
    case "epoch": return .number(JSONNumber(moved))
    case "unix": return .number(JSONNumber(Int((Double(moved) / 1000).rounded(.down))))
    case "ISO8601": return .string(try write(moved, zone, "yyyy-MM-dd'T'HH:mm:ssXXX"))
    case let pattern: return .string(try write(moved, zone, pattern))
    }
  }

  private func write(_ moment: Int, _ zone: TimeZoneOffset, _ pattern: String) throws -> String {
    let shift = zone.shift(at: moment)
    let date = CalendarDate(milliseconds: moment, utcOffset: shift.offset)
    return try DateFormat.write(date, zone: shift.name, pattern: pattern)
  }

  /// Returns the time after an offset such as `3 days` or `-1 months`; days and longer units keep
  /// the time of day.
  private func moved(_ start: Int, _ zone: TimeZoneOffset) throws -> Int {
    guard let offset = text(option: "offset") else { return start }
    let words = offset.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let amount = Int(words[0]) else { throw badOffset(offset) }
    guard (-100_000_000_000...100_000_000_000).contains(amount) else { throw outOfRange }
    let unit = words[1].lowercased()
    var date = CalendarDate(milliseconds: start, utcOffset: zone.offset(at: start))
    let moved: Int
    switch unit.hasSuffix("s") ? String(unit.dropLast()) : unit {
    case "millisecond": moved = start + amount
    case "second": moved = start + amount * 1000
    case "minute": moved = start + amount * 60_000
    case "hour": moved = start + amount * 3_600_000
    case let longer:
      guard let months = ["month": 1, "year": 12][longer] else {
        guard let days = ["day": 1, "week": 7][longer] else { throw badOffset(offset) }
        guard (-10_000_000...10_000_000).contains(amount) else { throw outOfRange }
        moved = settle(date.milliseconds + amount * days * 86_400_000, date.utcOffset, zone)
        break
      }
      date = date.adding(months: amount * months)
      guard (1...9999).contains(date.year) else { throw outOfRange }
      moved = settle(date.milliseconds, date.utcOffset, zone)
    }
    guard (-62_135_596_800_000..<253_402_300_800_000).contains(moved) else { throw outOfRange }
    return moved
  }

  /// Returns the moment with the same time of day after a move that may have changed the zone's
  /// offset.
  private func settle(_ moment: Int, _ offset: Int, _ zone: TimeZoneOffset) -> Int {
    guard (-62_135_596_800_000..<253_402_300_800_000).contains(moment) else { return moment }
    return moment + (offset - zone.offset(at: moment)) * 1000
  }

  private var outOfRange: TemplateHelperError {
    TemplateHelperError(
      expected: "a time in the years 1 to 9999", found: "one outside of them",
      remedy: "use a smaller offset")
  }

  private func badOffset(_ text: String) -> TemplateHelperError {
    TemplateHelperError(
      expected: "an offset such as '3 days' or '-1 months'", found: "`\(text)`",
      remedy: "write a whole number and a unit from milliseconds to years")
  }
}
