#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads ISO 8601 times such as `2024-02-29`, `2024-02-29T12:00:00.250+01:00`.
struct TemplateDateReader {
  private var rest: Substring.UTF8View

  /// The time, in UTC when no offset is given; nothing when the text is no such time.
  static func read(_ text: String) -> Date? {
    var reader = TemplateDateReader(rest: text[...].utf8)
    guard let date = reader.readAll() else { return nil }
    return Date(timeIntervalSince1970: Double(date.milliseconds) / 1000)
  }

  private mutating func readAll() -> TemplateDate? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), (1...TemplateDate.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    var date = TemplateDate(year: year, month: month, day: day)
    if rest.isEmpty { return date }
    guard take("T") || take(" "), readTime(&date) else { return nil }
    guard let offset = readOffset() else { return nil }
    date.utcOffset = offset
    return rest.isEmpty ? date : nil
  }

  private mutating func readTime(_ date: inout TemplateDate) -> Bool {
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
