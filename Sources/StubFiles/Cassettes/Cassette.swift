public import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Recorded interactions, in the order of their requests.
///
/// Everything is kept as it was recorded; playback adapts it for the client.
public struct Cassette: Sendable, Hashable {
  /// What the recording tool or its user called it.
  public var name: String?
  /// The tool that recorded it, such as `VCR 6.2.0`.
  public var recorder: String?
  /// Requests and responses in recorded order.
  public var interactions: [Interaction]

  /// A cassette in memory; encode it in a format to write it.
  public init(name: String? = nil, recorder: String? = nil, interactions: [Interaction] = []) {
    self.name = name
    self.recorder = recorder
    self.interactions = interactions
  }
}

/// Points in time as recordings write them: RFC 3339, in UTC, to the millisecond.
enum RecordedInstant {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let wholeSeconds = Date.ISO8601FormatStyle()

  /// The text for the nearest millisecond; the style itself cuts off what is beyond it.
  static func text(_ date: Date) -> String { date.addingTimeInterval(0.000_5).formatted(style) }

  /// `nil` if the text is not such a time.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: wholeSeconds))
  }

  /// The date that is read when this one is written.
  static func rounded(_ date: Date) -> Date { self.date(text(date)) ?? date }
}

extension Interaction {
  /// The interaction as it is read again from a file: times to the microsecond, dates to the
  /// millisecond.
  func recorded(keepsTiming: Bool) -> Interaction {
    var recorded = self
    recorded.recordedAt = recordedAt.map(RecordedInstant.rounded)
    recorded.timing = keepsTiming ? timing?.rounded : nil
    return recorded
  }
}

extension RecordedTiming {
  fileprivate var rounded: RecordedTiming {
    RecordedTiming(
      wait: wait.rounded, receive: receive.rounded,
      chunks: chunks.map { ResponseTiming.ScriptedChunk(at: $0.at.rounded, count: $0.count) })
  }
}

extension Duration {
  fileprivate var rounded: Duration { max(.zero, .microseconds(wholeMicroseconds)) }
}
