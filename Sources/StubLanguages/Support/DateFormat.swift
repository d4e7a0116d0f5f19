/// Writes times by patterns of letters, such as `yyyy-MM-dd'T'HH:mm:ssXXX`, in English.
///
/// Letters: `y` year, `M` month, `d` day, `D` day of the year, `E` weekday, `u` number of the
/// weekday from Monday, `a` AM/PM, `H` hour, `h` hour on a 12-hour clock, `m` minute, `s` second,
/// `S` fraction, `X` offset (`Z` if it is zero), `x` and `Z` offset in digits, `z` name of the
/// zone. Literal text is in single quotes.
enum DateFormat {
  /// Returns the time as text.
  ///
  /// `zone` is the name of its time zone; with `nil`, the offset is written instead.
  static func write(_ date: CalendarDate, zone: String? = nil, pattern: String) throws -> String {
    var text = ""
    var rest = Array(pattern)[...]
    while let letter = rest.first {
      if letter == "'" {
        text += try quoted(&rest, pattern)
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      text +=
        letter.isLetter && letter.isASCII
        ? try field(letter, run.count, date, zone, pattern) : String(run)
    }
    return text
  }

  /// Returns the text between quotes; two quotes in it stand for one.
  private static func quoted(
    _ rest: inout ArraySlice<Character>, _ pattern: String
  ) throws -> String {
    rest = rest.dropFirst()
    if rest.first == "'" {
      rest = rest.dropFirst()
      return "'"
    }
    var text = ""
    while let character = rest.popFirst() {
      if character != "'" {
        text.append(character)
      } else if rest.first == "'" {
        rest = rest.dropFirst()
        text.append("'")
      } else {
        return text
      }
    }
    throw TemplateHelperError(
      expected: "a closing quote in the time format", found: "`\(pattern)`",
      remedy: "write text as 'text'")
  }

  private static func field(
    _ letter: Character, _ count: Int, _ date: CalendarDate, _ zone: String?, _ pattern: String
  ) throws -> String {
    switch letter {
    case "y" where count == 2: padded(abs(date.year) % 100, 2)
    case "y", "Y": padded(date.year, count)
    case "M" where count > 2, "L" where count > 2: name(months[date.month - 1], count)
    case "M", "L": padded(date.month, count)
    case "d": padded(date.day, count)
    case "D": padded(date.dayOfYear, count)
    case "E": name(weekdays[date.weekday], count)
    case "u": padded((date.weekday + 6) % 7 + 1, count)
    case "a": date.hour < 12 ? "AM" : "PM"
    case "H": padded(date.hour, count)
    case "k": padded(date.hour == 0 ? 24 : date.hour, count)
    case "K": padded(date.hour % 12, count)
    case "h": padded((date.hour + 11) % 12 + 1, count)
    case "m": padded(date.minute, count)
    case "s": padded(date.second, count)
    case "S": fraction(date.millisecond, count)
    case "X": date.utcOffset == 0 ? "Z" : offset(date.utcOffset, count)
    case "x": offset(date.utcOffset, count)
    case "Z": offset(date.utcOffset, 2)
    case "z": zone ?? (date.utcOffset == 0 ? "UTC" : "GMT" + offset(date.utcOffset, 3))
    default:
      throw TemplateHelperError(
        expected: "a time format of the letters y M d D E u a H h K k m s S X x Z z",
        found: "`\(letter)` in `\(pattern)`", remedy: "put text in single quotes: 'text'")
    }
  }

  static func padded(_ number: Int, _ length: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, min(length, 20) - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  private static func fraction(_ milliseconds: Int, _ count: Int) -> String {
    let digits = padded(milliseconds, 3)
    let zeros = String(repeating: "0", count: max(0, min(count, 9) - 3))
    return String((digits + zeros).prefix(count))
  }

  private static func name(_ name: String, _ count: Int) -> String {
    count > 3 ? name : String(name.prefix(3))
  }

  /// Returns an offset in a form that depends on the number of letters: `+01`, `+0100` or `+01:00`.
  private static func offset(_ seconds: Int, _ count: Int) -> String {
    let minutes = abs(seconds) / 60
    let sign = seconds < 0 ? "-" : "+"
    let (hour, rest) = (padded(minutes / 60, 2), padded(minutes % 60, 2))
    if count == 1 { return sign + hour + (rest == "00" ? "" : rest) }
    return sign + hour + (count == 2 ? "" : ":") + rest
  }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
