import StubDocuments
import StubPlatform

/// The parsing of the times that recording tools write.
///
/// - HTTP and mail: `Tue, 01 Nov 2011 04:49:54 GMT` (RFC 9110 §5.6.7, RFC 5322 §3.3).
/// - ISO 8601: `2011-11-01T04:49:54.25+01:00`; without an offset, the time is UTC.
struct RecordedDate {
  private var rest: Substring.UTF8View
  private var (year, month, day) = (0, 0, 0)
  private var seconds = 0.0

  private init(_ text: String) { rest = text[...].utf8 }

  /// Returns the time; `nil` if the text has neither form, or if the day does not exist.
  static func read(_ text: String) -> Date? {
    var reader = RecordedDate(text)
    let startsWithYear = text.utf8.dropFirst(4).first == UInt8(ascii: "-")
    let isRead = startsWithYear ? reader.readISO() : reader.readMail()
    guard isRead, reader.rest.isEmpty, reader.isDay else { return nil }
    return Date(timeIntervalSince1970: Double(reader.days) * 86_400 + reader.seconds)
  }

  private mutating func readISO() -> Bool {
    guard let year = number(4...4), take("-"), let month = number(2...2), take("-"),
      let day = number(2...2), take("T") || take("t") || take(" ")
    else { return false }
    (self.year, self.month, self.day) = (year, month, day)
    return readTime() && readOffset()
  }

  private mutating func readMail() -> Bool {
    if let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
      rest = rest[rest.index(after: comma)...]
      _ = take(" ")
    }
    guard let day = number(1...2), take(" ") || take("-"), let month = readMonth(),
      take(" ") || take("-"), let year = number(4...4), take(" ")
    else { return false }
    (self.year, self.month, self.day) = (year, month, day)
    return readTime() && readOffset()
  }

  private mutating func readMonth() -> Int? {
    let name = String(Substring(rest.prefix(3)))
    guard let place = Self.months.firstIndex(of: name) else { return nil }
    rest = rest.dropFirst(3)
    return place + 1
  }

  private mutating func readTime() -> Bool {
    guard let hour = number(2...2), hour < 24, take(":"), let minute = number(2...2), minute < 60
    else { return false }
    seconds = Double(hour * 3_600 + minute * 60)
    guard take(":") else { return true }
    guard let second = number(2...2), second <= 60 else { return false }
    seconds += Double(second)
    guard take(".") else { return true }
    let start = rest.count
    guard let fraction = number(1...18) else { return false }
    var scale = 1.0
    for _ in 0..<(start - rest.count) { scale *= 10 }
    seconds += Double(fraction) / scale
    return true
  }

  private mutating func readOffset() -> Bool {
    _ = take(" ")
    if rest.isEmpty || take("Z") || take("z") { return true }
    for name in ["GMT", "UTC", "UT"] where rest.starts(with: name.utf8) {
      rest = rest.dropFirst(name.utf8.count)
      return true
    }
    let sign = take("+") ? 1 : take("-") ? -1 : 0
    guard sign != 0, let hours = number(2...2), hours < 24 else { return false }
    _ = take(":")
    let minutes = rest.isEmpty ? 0 : number(2...2) ?? 60
    guard minutes < 60 else { return false }
    seconds -= Double(sign * (hours * 3_600 + minutes * 60))
    return true
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    var (value, count) = (0, 0)
    for byte in rest {
      guard count < lengths.upperBound, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      else { break }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
    }
    guard count >= lengths.lowerBound else { return nil }
    rest = rest.dropFirst(count)
    return value
  }

  private var isDay: Bool {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }

  /// The number of days since 1970 in the Gregorian calendar; in the computation, years begin in
  /// March.
  private var days: Int {
    let shifted = month > 2 ? year : year - 1
    let century = shifted / 400
    let inCentury = shifted - century * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + inCentury * 365 + inCentury / 4 - inCentury / 100 + dayOfYear
      - 719_468
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
