import StubPlatform

/// A date and time with an offset from UTC (proleptic Gregorian calendar).
struct CalendarDate: Sendable, Hashable {
  var year: Int
  /// The month, from 1.
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0
  /// The offset in seconds east of Greenwich.
  var utcOffset = 0

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date and time of a moment.
  ///
  /// - Parameters:
  /// - milliseconds: The milliseconds since 1970 in UTC.
  /// - utcOffset: The offset in seconds east of Greenwich.
  init(milliseconds: Int, utcOffset: Int) {
    let local = milliseconds + utcOffset * 1000
    let days = local.quotient(floor: 86_400_000)
    let rest = local - days * 86_400_000
    self.init(dayNumber: days)
    hour = rest / 3_600_000
    minute = rest / 60_000 % 60
    second = rest / 1000 % 60
    millisecond = rest % 1000
    self.utcOffset = utcOffset
  }

  /// The milliseconds since 1970 in UTC.
  var milliseconds: Int {
    let seconds = ((dayNumber * 24 + hour) * 60 + minute) * 60 + second - utcOffset
    return seconds * 1000 + millisecond
  }

  // MARK: Calendar
  // The calculations count years from March, so that the leap day is the last day of a year.

  /// Creates the start of a day in UTC; day 0 is 1 January 1970.
  init(dayNumber: Int) {
    let sinceEra = dayNumber + 719_468
    let era = sinceEra.quotient(floor: 146_097)
    let day = sinceEra - era * 146_097
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }

  /// The number of days from 1 January 1970 to this date.
  var dayNumber: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.quotient(floor: 400)
    let yearOfEra = marchYear - era * 400
    let fromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The weekday, from 0 for Sunday.
  var weekday: Int { (dayNumber + 4) - (dayNumber + 4).quotient(floor: 7) * 7 }

  /// The day of the year, from 1.
  var dayOfYear: Int { dayNumber - CalendarDate(year: year, month: 1, day: 1).dayNumber + 1 }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the same day `count` months later, or the last day of that month if it is too short.
  func adding(months count: Int) -> CalendarDate {
    let months = year * 12 + month - 1 + count
    var moved = self
    moved.year = months.quotient(floor: 12)
    moved.month = months - moved.year * 12 + 1
    moved.day = min(day, Self.days(inMonth: moved.month, of: moved.year))
    return moved
  }
}

extension Int {
  /// Returns the quotient rounded down, even if it is negative.
  fileprivate func quotient(floor divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}

/// Reads ISO 8601 times such as `2024-02-29` and `2024-02-29T12:00:00.250+01:00`.
struct CalendarDateReader {
  private var rest: Substring.UTF8View

  /// Returns the time, in UTC if the text has no offset; `nil` if the text is not a time.
  static func read(_ text: String) -> Date? {
    calendarDate(text).map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1000) }
  }

  /// Returns the time with its offset; `nil` if the text is not a time.
  static func calendarDate(_ text: String) -> CalendarDate? {
    var reader = CalendarDateReader(rest: text[...].utf8)
    return reader.readAll()
  }

  private mutating func readAll() -> CalendarDate? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), (1...CalendarDate.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    var date = CalendarDate(year: year, month: month, day: day)
    if rest.isEmpty { return date }
    guard take("T") || take(" "), readTime(&date) else { return nil }
    guard let offset = readOffset() else { return nil }
    date.utcOffset = offset
    return rest.isEmpty ? date : nil
  }

  private mutating func readTime(_ date: inout CalendarDate) -> Bool {
    guard let hour = number(2), take(":"), let minute = number(2), hour < 24, minute < 60 else {
      return false
    }
    (date.hour, date.minute) = (hour, minute)
    guard take(":") else { return true }
    guard let second = number(2), second < 61 else { return false }
    date.second = second
    guard take(".") || take(",") else { return true }
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    rest = rest.dropFirst(digits.count)
    let padded = (Array(digits.prefix(3)) + Array("000".utf8)).prefix(3)
    date.millisecond = Int(String(decoding: padded, as: UTF8.self)) ?? 0
    return !digits.isEmpty
  }

  private mutating func readOffset() -> Int? {
    if rest.isEmpty || take("Z") { return 0 }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = number(2) else { return nil }
    _ = take(":")
    let minutes = number(2) ?? 0
    return sign * (hours * 3600 + minutes * 60)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func number(_ length: Int) -> Int? {
    let digits = rest.prefix(length)
    guard digits.count == length,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    rest = rest.dropFirst(length)
    return Int(Substring(digits))
  }
}

/// The form of a time in header fields: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// Returns the text for a time in seconds since 1970; times before 1970 are negative.
  package static func text(secondsSince1970 seconds: Int) -> String {
    let days = seconds.quotient(floor: 86_400)
    let time = seconds - days * 86_400
    let date = CalendarDate(dayNumber: days)
    let day = "\(DateFormat.weekdays[date.weekday].prefix(3)), \(twoDigits(date.day))"
    let month = DateFormat.months[date.month - 1].prefix(3)
    let clock = [time / 3_600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
    return "\(day) \(month) \(DateFormat.padded(date.year, 4)) \(clock) GMT"
  }

  /// Returns the seconds since 1970; `nil` for a text that is not in the form of
  /// ``text(secondsSince1970:)``.
  package static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
      let month = DateFormat.months.firstIndex(where: { $0.prefix(3) == parts[2] }),
      let year = Int(parts[3]), (1...9_999).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":").map { Int($0) ?? -1 }
    guard clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
      (0...60).contains(clock[2])
    else { return nil }
    let date = CalendarDate(year: year, month: month + 1, day: day)
    return ((date.dayNumber * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]
  }

  private static func twoDigits(_ number: Int) -> String { DateFormat.padded(number, 2) }
}
