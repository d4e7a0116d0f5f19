public import StubCore
import StubPlatform

/// Recorded interactions, in the order of their requests.
///
/// The cassette keeps everything as it was recorded; playback adapts it for the client.
public struct Cassette: Sendable, Hashable {
  /// The name that the recording tool or its user has given; `nil` for none.
  public var name: String?
  /// The tool that recorded the cassette, such as `VCR 6.2.0`; `nil` if it is unknown.
  public var recorder: String?
  /// Requests and responses in recorded order.
  public var interactions: [Interaction]

  /// Creates a cassette in memory; to write it, encode it in a format.
  public init(name: String? = nil, recorder: String? = nil, interactions: [Interaction] = []) {
    self.name = name
    self.recorder = recorder
    self.interactions = interactions
  }
}

extension Cassette {
  /// Joins several cassettes, one after another.
  ///
  /// The recorded positions, which tell the order of overlapping requests, are shifted accordingly.
  /// If any interaction has no position, all positions are removed, because positions in different
  /// files cannot be compared.
  ///
  /// - Returns: a cassette with the name of the first one and all interactions, and sentences about
  ///   lost details; `nil` if there are no cassettes.
  package static func joining(_ cassettes: [Cassette]) -> (cassette: Cassette, losses: [String])? {
    guard var joined = cassettes.first, cassettes.count > 1 else {
      return cassettes.first.map { ($0, []) }
    }
    let arePlaced = cassettes.allSatisfy { $0.interactions.allSatisfy(\.isPlaced) }
    joined.interactions = []
    var start = 0
    for cassette in cassettes {
      var next = start
      for var interaction in cassette.interactions {
        interaction.position = arePlaced ? interaction.position?.moved(by: start) : nil
        if let position = interaction.position {
          next = max(next, position.request + 1, position.response.upperBound + 1)
        }
        joined.interactions.append(interaction)
      }
      start = next
    }
    let isLoss = !arePlaced && cassettes.contains { $0.overlaps }
    return (
      joined,
      isLoss
        ? ["The order of overlapping requests is lost, as not all joined recordings have it."] : []
    )
  }
}

extension Interaction {
  /// Whether the position is known, and small enough to be shifted to a place after many cassettes.
  fileprivate var isPlaced: Bool {
    let most = 0..<(1 << 24)
    guard let position else { return false }
    return most.contains(position.request) && most.contains(position.response.lowerBound)
      && most.contains(position.response.upperBound)
  }
}

extension RecordedPosition {
  fileprivate func moved(by count: Int) -> RecordedPosition {
    RecordedPosition(
      request: request + count,
      response: (response.lowerBound + count)...(response.upperBound + count))
  }
}

/// The text form of times in recordings: RFC 3339, in UTC, to the millisecond.
enum RecordedInstant {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  private static let wholeSeconds = Date.ISO8601FormatStyle()

  /// Returns the text for the nearest millisecond, because the format style would round down.
  static func text(_ date: Date) -> String { date.addingTimeInterval(0.000_5).formatted(style) }

  /// Returns the date in a text, with or without fractions of a second; `nil` if there is none.
  static func date(_ text: String) -> Date? {
    (try? Date(text, strategy: style)) ?? (try? Date(text, strategy: wholeSeconds))
  }

  /// Returns the date that results from writing `date` and reading it again.
  static func rounded(_ date: Date) -> Date { self.date(text(date)) ?? date }
}

extension Interaction {
  /// Returns the interaction as it would be read from a file.
  ///
  /// Times are to the microsecond, and dates to the millisecond.
  package func recorded(keepsTiming: Bool) -> Interaction {
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
