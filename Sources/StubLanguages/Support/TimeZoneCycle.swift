/// The yearly change of a time zone as the text at the end of a TZif file puts it (POSIX `TZ`),
/// such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneCycle: Sendable, Hashable {
  /// When daylight saving time starts or ends.
  private struct Change: Sendable, Hashable {
    let month: Int
    /// From 1; 5 is the last.
    let week: Int
    /// From 0 for Sunday.
    let weekday: Int
    /// Seconds after midnight by the clock that holds before the change.
    let time: Int

    /// Seconds since 1970 by the local clock.
    func moment(in year: Int) -> Int {
      var date = TemplateDate(year: year, month: month, day: 1)
      let first = (weekday - date.weekday + 7) % 7 + 1
      let most = TemplateDate.days(inMonth: month, of: year)
      date.day = first + (week - 1) * 7
      if date.day > most { date.day -= 7 }
      return date.dayNumber * 86_400 + time
    }
  }

  /// Seconds east of Greenwich.
  private let standard: Int
  private var summer: (offset: Int, start: Change, end: Change)? {
    guard let summerOffset, let start, let end else { return nil }
    return (summerOffset, start, end)
  }
  private var summerOffset: Int?
  private var start: Change?
  private var end: Change?

  func offset(at time: Int) -> Int {
    guard let summer else { return standard }
    let year = TemplateDate(milliseconds: time * 1000, utcOffset: standard).year
    let start = summer.start.moment(in: year) - standard
    let end = summer.end.moment(in: year) - summer.offset
    let isSummer =
      start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
    return isSummer ? summer.offset : standard
  }

  // MARK: Reading

  /// Nothing when the text is none or counts days instead of weeks, which no current zone does.
  init?(_ text: String) {
    var reader = Reader(rest: text[...].utf8)
    guard reader.skipName(), let west = reader.time() else { return nil }
    standard = -west
    if reader.rest.isEmpty { return }
    guard reader.skipName() else { return nil }
    summerOffset = reader.rest.first == UInt8(ascii: ",") ? standard + 3600 : reader.time().map(-)
    start = reader.change()
    end = reader.change()
    guard summer != nil, reader.rest.isEmpty else { return nil }
  }

  private struct Reader {
    var rest: Substring.UTF8View

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// `CET` or `<+03>`.
    mutating func skipName() -> Bool {
      if take("<") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }
        return take(">")
      }
      let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
      rest = rest.dropFirst(name.count)
      return !name.isEmpty
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return Int(Substring(digits)).flatMap { range.contains($0) ? $0 : nil }
    }

    /// `-1`, `+5:30` or `02:00:00` in seconds.
    mutating func time() -> Int? {
      let sign = take("-") ? -1 : 1
      _ = sign == 1 && take("+")
      guard let hours = number(0...167) else { return nil }
      let minutes = take(":") ? number(0...59) : 0
      let seconds = take(":") ? number(0...59) : 0
      guard let minutes, let seconds else { return nil }
      return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    /// `,M3.5.0/2`.
    mutating func change() -> Change? {
      guard take(","), take("M"), let month = number(1...12), take("."),
        let week = number(1...5), take("."), let weekday = number(0...6),
        let time = take("/") ? time() : 7200
      else { return nil }
      return Change(month: month, week: week, weekday: weekday, time: time)
    }
  }
}
