#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A time zone by name (`Europe/Rome`) or offset (`+02:00`).
enum TemplateTimeZone: Sendable {
  /// Seconds east of Greenwich.
  case fixed(Int)
  case rules(TimeZoneRules)

  init(_ name: String) throws {
    if ["UTC", "GMT", "Z"].contains(name.uppercased()) {
      self = .fixed(0)
    } else if let seconds = Self.seconds(name) {
      self = .fixed(seconds)
    } else if let rules = TimeZoneRules.named(name) {
      self = .rules(rules)
    } else {
      throw TemplateHelperError(
        expected: "a time zone such as 'Europe/Rome' or '+02:00'", found: "`\(name)`",
        remedy: "see /usr/share/zoneinfo for the names")
    }
  }

  /// Seconds east of Greenwich at a time in milliseconds since 1970.
  func offset(at milliseconds: Int) -> Int {
    switch self {
    case .fixed(let seconds): seconds
    case .rules(let rules): rules.offset(at: Int((Double(milliseconds) / 1000).rounded(.down)))
    }
  }

  /// `+02:00`, `-0330`, `GMT+2` or `UTC-05:00` in seconds.
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
