/// A point in time as a calendar and a clock show it (proleptic Gregorian calendar).
struct TemplateDate: Sendable, Hashable {
  var year: Int
  /// From 1.
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0
  /// Seconds east of Greenwich.
  var utcOffset = 0

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// - Parameters:
  ///   - milliseconds: Since 1970 in UTC.
  ///   - utcOffset: Seconds east of Greenwich.
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

  /// Milliseconds since 1970 in UTC.
  var milliseconds: Int {
    let seconds = ((dayNumber * 24 + hour) * 60 + minute) * 60 + second - utcOffset
    return seconds * 1000 + millisecond
  }

  // MARK: Calendar
  // Years are counted from March, so that the leap day is the last one of its year.

  private init(dayNumber: Int) {
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

  /// Days since 1 January 1970.
  var dayNumber: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.quotient(floor: 400)
    let yearOfEra = marchYear - era * 400
    let fromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * fromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// From 0 for Sunday.
  var weekday: Int { (dayNumber + 4) - (dayNumber + 4).quotient(floor: 7) * 7 }

  /// From 1.
  var dayOfYear: Int { dayNumber - TemplateDate(year: year, month: 1, day: 1).dayNumber + 1 }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The same day so many months later, or the last day of a month that is too short for it.
  func adding(months count: Int) -> TemplateDate {
    let months = year * 12 + month - 1 + count
    var moved = self
    moved.year = months.quotient(floor: 12)
    moved.month = months - moved.year * 12 + 1
    moved.day = min(day, Self.days(inMonth: moved.month, of: moved.year))
    return moved
  }
}

extension Int {
  /// The quotient rounded down, also for negative numbers.
  fileprivate func quotient(floor divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
