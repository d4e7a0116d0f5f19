import StubCassettes
import StubCore
import StubPlatform

/// The keys for the delays of a recorded response, in whole milliseconds.
struct WireMockDelay {
  private let wait: Int
  private let receive: Int
  /// The number of equal pieces in which the body is sent.
  private let pieces: Int

  /// The assumed time for each piece of a body, if the times of its pieces were not recorded.
  private static let usualPiece = Duration.milliseconds(10)

  init(_ interaction: Interaction) {
    wait = interaction.timing?.wait.wholeMilliseconds ?? 0
    let time = interaction.timing?.bodyTime ?? .zero
    receive = time.wholeMilliseconds
    let chunks = interaction.timing?.chunks.count ?? 0
    pieces =
      chunks > 0 ? chunks : max(1, min(Int(time / Self.usualPiece), interaction.playedBodyCount))
  }

  /// The delay keys of a response.
  var members: [(String, JSONValue?)] {
    var members: [(String, JSONValue?)] = []
    if wait > 0 { members.append(("fixedDelayMilliseconds", .number(wait))) }
    if receive > 0 {
      members.append(
        (
          "chunkedDribbleDelay",
          ["numberOfChunks": .number(pieces), "totalDuration": .number(receive)]
        ))
    }
    return members
  }
}

extension Loss {
  static let fractionsOfMilliseconds = Loss(
    "fractions of milliseconds of response times", of: \.timing,
    change: { timing in
      timing = timing.map { timing in
        RecordedTiming(
          wait: timing.wait.roundedToMilliseconds, receive: timing.receive.roundedToMilliseconds,
          chunks: timing.chunks.map {
            ResponseTiming.ScriptedChunk(at: $0.at.roundedToMilliseconds, count: $0.count)
          })
      }
    })

  static let endsWithoutBody = Loss(
    "the time after the head of responses without a body", of: \.self,
    change: { interaction in
      guard let timing = interaction.timing, interaction.playedBodyCount == 0 else { return }
      interaction.timing = RecordedTiming(wait: timing.wait)
    })

  static let unevenPieces = Loss(
    "chunks of different sizes or paces; they become equal", of: \.self,
    change: { interaction in
      guard let timing = interaction.timing, !timing.chunks.isEmpty else { return }
      let equal = ResponseTiming.ScriptedChunk.equal(
        timing.chunks.count, of: interaction.playedBodyCount, over: timing.bodyTime)
      interaction.timing?.chunks = equal
    })
}

extension Interaction {
  /// The number of body bytes that clients receive; 0 if a network error was recorded.
  fileprivate var playedBodyCount: Int {
    guard failure == nil, let response else { return 0 }
    return response.played(for: request.method).body.count
  }
}

extension RecordedTiming {
  /// The time from the head to the end of the played body.
  fileprivate var bodyTime: Duration { chunks.last?.at ?? receive }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int { Int(wholeMicroseconds / 1_000) }

  fileprivate var roundedToMilliseconds: Duration {
    .milliseconds((self + .microseconds(500)).wholeMilliseconds)
  }
}

/// The fault of WireMock that is closest to a recorded network error.
enum WireMockFault: String {
  case emptyResponse = "EMPTY_RESPONSE"
  case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
  case garbage = "RANDOM_DATA_THEN_CLOSE"
  case reset = "CONNECTION_RESET_BY_PEER"

  init(_ failure: RecordedFailure, after response: RecordedResponse?) {
    guard response == nil else {
      self = .malformedChunk
      return
    }
    switch NetworkErrorCode(rawValue: failure.code) {
    case .badServerResponse, .zeroByteResource: self = .emptyResponse
    case .cannotParseResponse: self = .garbage
    default: self = .reset
    }
  }

  /// The network error code that a client gets for the fault.
  fileprivate var code: Int {
    switch self {
    case .emptyResponse: NetworkErrorCode.badServerResponse.rawValue
    case .garbage: NetworkErrorCode.cannotParseResponse.rawValue
    case .malformedChunk, .reset: NetworkErrorCode.networkConnectionLost.rawValue
    }
  }
}

extension Loss {
  static let exactErrors = Loss(
    "exact errors and partial responses; each becomes the closest fault", of: \.self,
    change: { interaction in
      guard let failure = interaction.failure else { return }
      let code = WireMockFault(failure, after: interaction.response).code
      interaction.failure = RecordedFailure(code: code)
      interaction.response = interaction.response.map { _ in RecordedResponse(200) }
      interaction.timing = interaction.timing.map { RecordedTiming(wait: $0.wait) }
    })
}
