/// A moment as header fields carry it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text for seconds since 1970, not negative.
  package static func text(secondsSince1970 seconds: Int) -> String {
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Civil date of a day number, with years that start in March so that leap days come last.
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 2 : shiftedMonth - 10
    let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
    let clock = [time / 3_600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
    return "\(Self.days[days % 7]), \(twoDigits(day)) \(months[month]) \(year) \(clock) GMT"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}
