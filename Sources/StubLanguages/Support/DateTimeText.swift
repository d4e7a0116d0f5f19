/// A time that was read from a text: a local time, or a time with an offset from UTC.
package struct DateTimeText: Sendable, Hashable {
  /// The time; the offset is 0 if the text has none.
  let date: CalendarDate
  /// Whether the text has an offset or a zone.
  let hasOffset: Bool

  /// A format in which a time is written.
  package enum Format: Sendable, Hashable {
    /// ISO 8601, or one of the three forms of header fields (RFC 9110 §5.6.7).
    case usual
    /// Seconds since 1970.
    case unix
    /// Milliseconds since 1970.
    case epoch
    /// A pattern of letters, such as `dd/MM/yyyy HH:mm`.
    case pattern(String)
  }

  /// Reads a text; `nil` if it is not a time in this format.
  package init?(_ text: String, format: Format = .usual) {
    let most = 253_402_300_799
    switch format {
    case .usual:
      guard let read = Self.usual(text) else { return nil }
      self = read
    case .unix:
      guard let seconds = Int(text), abs(seconds) <= most else { return nil }
      self.init(CalendarDate(milliseconds: seconds * 1_000, utcOffset: 0), hasOffset: true)
    case .epoch:
      guard let milliseconds = Int(text), abs(milliseconds / 1_000) <= most else { return nil }
      self.init(CalendarDate(milliseconds: milliseconds, utcOffset: 0), hasOffset: true)
    case .pattern(let pattern):
      guard let parser = try? DateTimeParser(pattern), let read = parser.read(text) else {
        return nil
      }
      self = read
    }
  }

  init(_ date: CalendarDate, hasOffset: Bool) { (self.date, self.hasOffset) = (date, hasOffset) }

  private static let headerFields = [
    "EEE, d MMM yyyy HH:mm:ss z", "EEEE, dd-MMM-yy HH:mm:ss z", "EEE MMM d HH:mm:ss yyyy",
  ].compactMap { try? DateTimeParser($0) }

  private static func usual(_ text: String) -> DateTimeText? {
    // A zone name in brackets is redundant, because the offset precedes it.
    let zone = text.hasSuffix("]") ? text.firstIndex(of: "[") : nil
    let plain = zone.map { String(text[..<$0]) } ?? text
    if plain.utf8.count == 10 || plain.utf8.dropFirst(10).first == UInt8(ascii: "T"),
      let date = CalendarDateReader.calendarDate(plain)
    {
      let time = plain.utf8.dropFirst(11)
      let marks = [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")]
      return DateTimeText(date, hasOffset: time.contains { marks.contains($0) })
    }
    return headerFields.lazy.compactMap { $0.read(text) }.first
  }

  /// The milliseconds since 1970; a time without an offset counts as UTC.
  package var milliseconds: Int { date.milliseconds }

  /// The milliseconds from 1970 to the local time, as if it were in UTC.
  package var localMilliseconds: Int {
    var local = date
    local.utcOffset = 0
    return local.milliseconds
  }

  /// Returns -1, 0 or 1 if this time is before, equal to or after the expected time.
  ///
  /// If the expected time has no offset, local times are compared.
  package func order(to expected: DateTimeText) -> Int {
    let (one, two) =
      expected.hasOffset
      ? (milliseconds, expected.milliseconds) : (localMilliseconds, expected.localMilliseconds)
    return one == two ? 0 : one < two ? -1 : 1
  }
}

/// A time relative to now, such as `now +3 days`, in UTC.
package struct DateTimeOffset: Sendable, Hashable {
  /// The unit of an offset.
  package enum Unit: String, Sendable, Hashable, CaseIterable {
    case seconds, minutes, hours, days, months, years
  }

  let amount: Int
  let unit: Unit

  /// Creates a time of `amount` units after now or, if `amount` is negative, before now.
  package init(_ amount: Int, _ unit: Unit) {
    (self.amount, self.unit) = (min(max(amount, -1_000_000_000), 1_000_000_000), unit)
  }

  /// Reads a text such as `now`, `now +3 days` or `now -1 hours`; `nil` for other texts.
  package init?(_ text: String) {
    let words = text.lowercasedASCII().split(separator: " ")
    guard words.first == "now" else { return nil }
    if words.count == 1 {
      self.init(0, .days)
      return
    }
    let number = words[1].hasPrefix("+") ? words[1].dropFirst() : words[1]
    guard words.count == 3, let amount = Int(number), let unit = Unit(rawValue: String(words[2]))
    else { return nil }
    self.init(amount, unit)
  }

  /// Returns the time if the present time is `now`, in milliseconds since 1970.
  ///
  /// The time is truncated before the offset is added or, with `truncatesLast`, after it.
  package func time(
    from now: Int, truncation: DateTimeTruncation?, truncatesLast: Bool
  ) -> DateTimeText {
    var date = CalendarDate(milliseconds: now, utcOffset: 0)
    if let truncation, !truncatesLast { date = truncation.applied(to: date) }
    date = shifted(date)
    if let truncation, truncatesLast { date = truncation.applied(to: date) }
    return DateTimeText(date, hasOffset: true)
  }

  private func shifted(_ date: CalendarDate) -> CalendarDate {
    let milliseconds =
      switch unit {
      case .seconds: 1_000
      case .minutes: 60_000
      case .hours: 3_600_000
      case .days: 86_400_000
      case .months, .years: 0
      }
    // The limit is far beyond all years that can be written.
    let most = 12 * 1_000_000
    switch unit {
    case .months: return date.adding(months: min(max(amount, -most), most))
    case .years: return date.adding(months: 12 * min(max(amount, -most / 12), most / 12))
    default:
      return CalendarDate(milliseconds: date.milliseconds + amount * milliseconds, utcOffset: 0)
    }
  }
}

/// The moment to which a time is rounded, such as the start of its hour or of the next month.
package enum DateTimeTruncation: String, Sendable, Hashable, CaseIterable {
  case firstSecondOfMinute = "first second of minute"
  case firstMinuteOfHour = "first minute of hour"
  case firstHourOfDay = "first hour of day"
  case firstDayOfMonth = "first day of month"
  case firstDayOfNextMonth = "first day of next month"
  case lastDayOfMonth = "last day of month"
  case firstDayOfYear = "first day of year"
  case firstDayOfNextYear = "first day of next year"
  case lastDayOfYear = "last day of year"

  /// Returns the moment to which the time is moved.
  package func applied(to text: DateTimeText) -> DateTimeText {
    DateTimeText(applied(to: text.date), hasOffset: text.hasOffset)
  }

  func applied(to date: CalendarDate) -> CalendarDate {
    var cut = date
    (cut.second, cut.millisecond) = (0, 0)
    if self == .firstSecondOfMinute { return cut }
    cut.minute = 0
    if self == .firstMinuteOfHour { return cut }
    cut.hour = 0
    if self == .firstHourOfDay { return cut }
    switch self {
    case .firstDayOfYear, .firstDayOfNextYear: cut.month = 1
    case .lastDayOfYear: cut.month = 12
    default: break
    }
    cut.day = 1
    switch self {
    case .firstDayOfNextMonth: return cut.adding(months: 1)
    case .firstDayOfNextYear: return cut.adding(months: 12)
    case .lastDayOfMonth, .lastDayOfYear:
      cut.day = CalendarDate.days(inMonth: cut.month, of: cut.year)
    default: break
    }
    return cut
  }
}
