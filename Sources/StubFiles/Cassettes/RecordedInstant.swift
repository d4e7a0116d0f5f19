#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Points in time as recordings write them: RFC 3339, in UTC, to the millisecond.
enum RecordedInstant {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let wholeSeconds = Date.ISO8601FormatStyle()

  /// The text for the nearest millisecond; the style itself cuts off what is beyond it.
  static func text(_ date: Date) -> String { date.addingTimeInterval(0.000_5).formatted(style) }

  /// `nil` when the text is no such time.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: wholeSeconds))
  }

  /// The date that is read when this one is written.
  static func rounded(_ date: Date) -> Date { self.date(text(date)) ?? date }
}
