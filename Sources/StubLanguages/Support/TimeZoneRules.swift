import StubPlatform

/// The offset of a time zone from UTC during a period.
struct TimeZoneShift: Sendable, Hashable {
  /// The offset in seconds east of Greenwich.
  let offset: Int
  /// The abbreviation, such as `CET`; `nil` if there is none.
  let name: String?

  init(_ offset: Int, _ name: some StringProtocol) {
    self.offset = offset
    let isWord = !name.isEmpty && name.utf8.allSatisfy(TimeZoneRules.isLetter)
    self.name = isWord ? String(name) : nil
  }
}

/// The offsets of a named time zone, read from a TZif file (RFC 9636) of the system.
///
/// `FoundationEssentials` has no named time zones. They would need ICU, which is not loaded, so
/// that a server starts quickly.
struct TimeZoneRules: Sendable, Hashable {
  private var transitions: [Int] = []
  /// The offset that each transition begins.
  private var shifts: [TimeZoneShift] = []
  private var first: TimeZoneShift
  /// The yearly rule for times after the last transition; `nil` if there is none.
  private var last: TimeZoneCycle?

  private static let folder = "/usr/share/zoneinfo/"
  private static let known = Lock<[String: TimeZoneRules]>([:])

  static func named(_ name: String) -> TimeZoneRules? {
    let isName =
      name.utf8.first.map { isLetter($0) } ?? false
      && name.utf8.allSatisfy { isLetter($0) || "0123456789_+-/".utf8.contains($0) }
    guard isName else { return nil }
    if let rules = known.withLock({ $0[name] }) { return rules }
    guard let data = try? Data(contentsOf: URL(filePath: folder + name)),
      let rules = TimeZoneRules(Array(data))
    else { return nil }
    known.withLock { $0[name] = rules }
    return rules
  }

  fileprivate static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Returns the offset at a time, in seconds east of Greenwich; `time` is in seconds since 1970.
  func offset(at time: Int) -> Int { shift(at: time).offset }

  /// Returns the offset and the abbreviation at a time; `time` is in seconds since 1970.
  func shift(at time: Int) -> TimeZoneShift {
    guard let final = transitions.last else { return last?.shift(at: time) ?? first }
    if time >= final, let last { return last.shift(at: time) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : shifts[low - 1]
  }

  // MARK: Reading

  /// The six numbers in a header of the file.
  private struct Counts {
    let universal, standard, leaps, times, types, characters: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, start + 44 <= bytes.count,
        bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      let counts = (0..<6).map { bytes.bigEndian(at: start + 20 + $0 * 4, length: 4) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      (universal, standard, leaps) = (counts[0], counts[1], counts[2])
      (times, types, characters) = (counts[3], counts[4], counts[5])
    }

    func size(timeLength: Int) -> Int {
      times * (timeLength + 1) + types * 6 + characters + leaps * (timeLength + 4) + standard
        + universal
    }
  }

  /// Reads the part of a file with 64-bit times, which exists since version 2; `nil` if the file is
  /// invalid.
  init?(_ bytes: [UInt8]) {
    guard let old = Counts(bytes, at: 0), bytes[4] >= UInt8(ascii: "2") else { return nil }
    let header = 44 + old.size(timeLength: 4)
    guard let counts = Counts(bytes, at: header), counts.types > 0 else { return nil }
    let times = header + 44
    let kinds = times + counts.times * 8
    let types = kinds + counts.times
    let end = times + counts.size(timeLength: 8)
    guard end <= bytes.count else { return nil }
    let letters = types + counts.types * 6
    let all = (0..<counts.types).map { index in
      let type = types + index * 6
      let name = bytes[letters..<letters + counts.characters].dropFirst(Int(bytes[type + 5]))
        .prefix { $0 != 0 }
      return TimeZoneShift(
        bytes.bigEndian(at: type, length: 4), String(decoding: name, as: UTF8.self))
    }
    first = all[0]
    for index in 0..<counts.times {
      let kind = Int(bytes[kinds + index])
      guard kind < all.count else { return nil }
      transitions.append(bytes.bigEndian(at: times + index * 8, length: 8))
      shifts.append(all[kind])
    }
    let footer = bytes[end...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    last = TimeZoneCycle(String(decoding: footer, as: UTF8.self))
  }
}

extension [UInt8] {
  /// Returns the signed big-endian number of four or eight bytes at a position.
  fileprivate func bigEndian(at start: Int, length: Int) -> Int {
    let bits = self[start..<start + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return length == 4
      ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(truncatingIfNeeded: bits))
  }
}

/// The yearly rule of a time zone, from the footer of a TZif file (POSIX `TZ`), such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneCycle: Sendable, Hashable {
  /// The start or end of daylight saving time.
  private struct Change: Sendable, Hashable {
    let month: Int
    /// The week of the month, from 1; 5 is the last week.
    let week: Int
    /// The weekday, from 0 for Sunday.
    let weekday: Int
    /// The time of the change in seconds after midnight, on the clock before the change.
    let time: Int

    /// Returns the moment of the change in a year, in seconds since 1970 on the local clock.
    func moment(in year: Int) -> Int {
      var date = CalendarDate(year: year, month: month, day: 1)
      let first = (weekday - date.weekday + 7) % 7 + 1
      let most = CalendarDate.days(inMonth: month, of: year)
      date.day = first + (week - 1) * 7
      if date.day > most { date.day -= 7 }
      return date.dayNumber * 86_400 + time
    }
  }

  private let standard: TimeZoneShift
  private var summer: (shift: TimeZoneShift, start: Change, end: Change)? {
    guard let summerShift, let start, let end else { return nil }
    return (summerShift, start, end)
  }
  private var summerShift: TimeZoneShift?
  private var start: Change?
  private var end: Change?

  func offset(at time: Int) -> Int { shift(at: time).offset }

  func shift(at time: Int) -> TimeZoneShift {
    guard let summer else { return standard }
    let year = CalendarDate(milliseconds: time * 1000, utcOffset: standard.offset).year
    let start = summer.start.moment(in: year) - standard.offset
    let end = summer.end.moment(in: year) - summer.shift.offset
    let isSummer =
      start < end ? (start..<end).contains(time) : !(end..<start).contains(time)
    return isSummer ? summer.shift : standard
  }

  // MARK: Reading

  /// Creates the rule; `nil` if the text is invalid, or counts days instead of weeks, which no
  /// current zone does.
  init?(_ text: String) {
    var reader = Reader(rest: text[...].utf8)
    guard let name = reader.name(), let west = reader.time() else { return nil }
    standard = TimeZoneShift(-west, name)
    if reader.rest.isEmpty { return }
    guard let summerName = reader.name() else { return nil }
    let summerOffset =
      reader.rest.first == UInt8(ascii: ",") ? standard.offset + 3600 : reader.time().map(-)
    summerShift = summerOffset.map { TimeZoneShift($0, summerName) }
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

    /// Reads an abbreviation such as `CET` or `<+03>`.
    mutating func name() -> Substring? {
      if take("<") {
        let name = rest.prefix { $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(name.count)
        return take(">") ? Substring(name) : nil
      }
      let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
      rest = rest.dropFirst(name.count)
      return name.isEmpty ? nil : Substring(name)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      return Int(Substring(digits)).flatMap { range.contains($0) ? $0 : nil }
    }

    /// Reads a time such as `-1`, `+5:30` or `02:00:00`, and returns it in seconds.
    mutating func time() -> Int? {
      let sign = take("-") ? -1 : 1
      _ = sign == 1 && take("+")
      guard let hours = number(0...167) else { return nil }
      let minutes = take(":") ? number(0...59) : 0
      let seconds = take(":") ? number(0...59) : 0
      guard let minutes, let seconds else { return nil }
      return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    /// Reads the rule of a change, such as `,M3.5.0/2`.
    mutating func change() -> Change? {
      guard take(","), take("M"), let month = number(1...12), take("."),
        let week = number(1...5), take("."), let weekday = number(0...6),
        let time = take("/") ? time() : 7200
      else { return nil }
      return Change(month: month, week: week, weekday: weekday, time: time)
    }
  }
}

/// A time zone that is given by name (`Europe/Rome`) or by offset (`+02:00`).
enum TimeZoneOffset: Sendable {
  /// A fixed offset.
  ///
  /// Its name is `UTC` or `GMT` if the zone was written with this name, or if the offset is 0.
  case fixed(TimeZoneShift)
  case rules(TimeZoneRules)

  init(_ name: String) throws {
    if ["UTC", "GMT", "Z"].contains(name.uppercased()) {
      self = .fixed(TimeZoneShift(0, name.uppercased() == "GMT" ? "GMT" : "UTC"))
    } else if let seconds = Self.seconds(name) {
      self = .fixed(TimeZoneShift(seconds, seconds == 0 ? "UTC" : ""))
    } else if let rules = TimeZoneRules.named(name) {
      self = .rules(rules)
    } else {
      throw TemplateHelperError(
        expected: "a time zone such as 'Europe/Rome' or '+02:00'", found: "`\(name)`",
        remedy: "see /usr/share/zoneinfo for the names")
    }
  }

  /// Returns the offset at a time, in seconds east of Greenwich; the time is in
  /// milliseconds since 1970.
  func offset(at milliseconds: Int) -> Int { shift(at: milliseconds).offset }

  /// Returns the offset and the abbreviation at a time in milliseconds since 1970.
  func shift(at milliseconds: Int) -> TimeZoneShift {
    switch self {
    case .fixed(let shift): shift
    case .rules(let rules): rules.shift(at: Int((Double(milliseconds) / 1000).rounded(.down)))
    }
  }

  /// Returns the offset in seconds for `+02:00`, `-0330`, `GMT+2` or `UTC-05:00`; `nil`
  /// for other texts.
  private static func seconds(_ name: String) -> Int? {
    let upper = name.uppercased()
    let bare = upper.hasPrefix("UTC") || upper.hasPrefix("GMT") ? upper.dropFirst(3) : upper[...]
    guard let mark = bare.first, mark == "+" || mark == "-" else { return nil }
    let parts = bare.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.count <= 2, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let hours: Int?
    let minutes: Int?
    switch digits.utf8.count {
    case 1, 2: (hours, minutes) = (Int(digits), 0)
    case 4: (hours, minutes) = (Int(digits.prefix(2)), Int(digits.suffix(2)))
    default: return nil
    }
    guard let hours, let minutes, hours <= 18, minutes < 60 else { return nil }
    return (mark == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
