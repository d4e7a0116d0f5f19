/// Reads times by patterns of letters, such as `dd/MM/yyyy HH:mm:ss`, in English.
///
/// The letters have the meanings of ``DateFormat``, but `D` is an error and `u` is the year. A
/// pattern must contain year, month and day; missing parts of the time of day are 0.
package struct DateTimeParser: Sendable {
  package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  private enum Part: Sendable, Hashable {
    case text(String)
    case field(Character, Int)
  }

  private let parts: [Part]

  /// Reads a pattern.
  ///
  /// - Throws: `Problem` for an unknown letter, or a pattern without a date.
  package init(_ pattern: String) throws(Problem) {
    var parts: [Part] = []
    var rest = Array(pattern)[...]
    while let letter = rest.first {
      if letter == "'" {
        let quoted = rest.dropFirst().prefix { $0 != "'" }
        rest = rest.dropFirst(quoted.count + 2)
        parts.append(.text(quoted.isEmpty ? "'" : String(quoted)))
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      guard letter.isASCII, letter.isLetter else {
        parts.append(.text(String(run)))
        continue
      }
      guard "yuMLdEaHhkKmsSXxZz".contains(letter) else {
        throw Problem(description: "\(String(letter).quoted) stands for no part of a time")
      }
      parts.append(.field(letter, run.count))
    }
    let letters = parts.compactMap { part in
      if case .field(let letter, _) = part { letter } else { nil }
    }
    guard letters.contains(where: { "yu".contains($0) }),
      letters.contains(where: { "ML".contains($0) }), letters.contains("d")
    else { throw Problem(description: "it has no year, no month or no day") }
    self.parts = parts
  }

  /// The parts of the time that have been read so far.
  private struct Draft {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var isHalfDay = false
    var isAfternoon = false
    var minute = 0
    var second = 0
    var millisecond = 0
    var weekday: Int?
    var offset: Int?
  }

  /// Reads a time; returns `nil` if the text does not match the pattern.
  package func read(_ text: String) -> DateTimeText? {
    var draft = Draft()
    var rest = text[...]
    for (place, part) in parts.enumerated() {
      switch part {
      case .text(let text):
        guard rest.hasPrefix(text) else { return nil }
        rest = rest.dropFirst(text.count)
      case .field(let letter, let count):
        // Numbers that follow each other without a separator have fixed lengths.
        let isTight: Bool =
          if place + 1 < parts.count, case .field(let next, _) = parts[place + 1] {
            !"EaXxZz".contains(next)
          } else {
            false
          }
        guard Self.take(letter, count, isTight, &rest, &draft) else { return nil }
      }
    }
    guard rest.isEmpty, (1...12).contains(draft.month),
      (1...CalendarDate.days(inMonth: draft.month, of: draft.year)).contains(draft.day)
    else { return nil }
    var date = CalendarDate(year: draft.year, month: draft.month, day: draft.day)
    if let weekday = draft.weekday, weekday != date.weekday { return nil }
    date.hour =
      draft.isHalfDay ? draft.hour % 12 + (draft.isAfternoon ? 12 : 0) : draft.hour % 24
    (date.minute, date.second) = (draft.minute, draft.second)
    date.millisecond = draft.millisecond
    date.utcOffset = draft.offset ?? 0
    return DateTimeText(date, hasOffset: draft.offset != nil)
  }

  private static func take(
    _ letter: Character, _ count: Int, _ isTight: Bool, _ rest: inout Substring,
    _ draft: inout Draft
  ) -> Bool {
    func number(_ most: Int, in range: ClosedRange<Int>, _ set: (Int) -> Void) -> Bool {
      let length = isTight ? count : max(count, most)
      let digits = rest.prefix(length).prefix { $0.isASCII && $0.isNumber }
      guard digits.count >= count, let number = Int(digits), range.contains(number) else {
        return false
      }
      rest = rest.dropFirst(digits.count)
      set(number)
      return true
    }
    func word(_ words: [String], _ set: (Int) -> Void) -> Bool {
      for (place, word) in words.enumerated() {
        let text = count > 3 ? word : String(word.prefix(3))
        guard rest.hasPrefix(text) else { continue }
        rest = rest.dropFirst(text.count)
        set(place)
        return true
      }
      return false
    }
    switch letter {
    case "y" where count == 2, "u" where count == 2:
      return number(2, in: 0...99) { draft.year = 2_000 + $0 }
    case "y", "u": return number(4, in: 0...9_999) { draft.year = $0 }
    case "M" where count > 2, "L" where count > 2:
      return word(DateFormat.months) { draft.month = $0 + 1 }
    case "M", "L": return number(2, in: 1...12) { draft.month = $0 }
    case "d": return number(2, in: 1...31) { draft.day = $0 }
    case "E": return word(DateFormat.weekdays) { draft.weekday = $0 }
    case "a": return word(["AM", "PM"]) { draft.isAfternoon = $0 == 1 }
    case "H": return number(2, in: 0...23) { draft.hour = $0 }
    case "k": return number(2, in: 1...24) { draft.hour = $0 }
    case "h", "K":
      draft.isHalfDay = true
      return number(2, in: 0...12) { draft.hour = $0 }
    case "m": return number(2, in: 0...59) { draft.minute = $0 }
    case "s": return number(2, in: 0...59) { draft.second = $0 }
    case "S":
      let digits = rest.prefix(count).prefix { $0.isASCII && $0.isNumber }
      guard digits.count == count else { return false }
      rest = rest.dropFirst(count)
      draft.millisecond = Int((digits + "00").prefix(3)) ?? 0
      return true
    default: return offset(letter, &rest, &draft)
    }
  }

  /// Reads an offset: `Z`, `GMT`, `UTC`, `+01`, `+0100` or `+01:00`.
  private static func offset(
    _ letter: Character, _ rest: inout Substring, _ draft: inout Draft
  ) -> Bool {
    for name in letter == "z" ? ["GMT", "UTC"] : letter == "X" ? ["Z"] : []
    where rest.hasPrefix(name) {
      rest = rest.dropFirst(name.count)
      draft.offset = 0
      return true
    }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return false }
    let text = rest.dropFirst().prefix(5).prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    let digits = text.filter { $0 != ":" }.prefix(4)
    guard [2, 4].contains(digits.count), let hours = Int(digits.prefix(2)),
      let minutes = Int(digits.dropFirst(2).isEmpty ? "0" : digits.dropFirst(2)), hours < 19,
      minutes < 60
    else { return false }
    let hasColon = text.dropFirst(2).first == ":" && digits.count == 4
    rest = rest.dropFirst(1 + digits.count + (hasColon ? 1 : 0))
    draft.offset = (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    return true
  }
}
