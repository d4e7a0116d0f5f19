import StubCore

/// A fault that stands for an error.
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

  /// The error that the fault looks like to a client.
  fileprivate var code: Int {
    switch self {
    case .emptyResponse: NetworkErrorCode.badServerResponse.rawValue
    case .garbage: NetworkErrorCode.cannotParseResponse.rawValue
    case .malformedChunk, .reset: NetworkErrorCode.networkConnectionLost.rawValue
    }
  }
}

extension CassetteDetail {
  static let exactErrors = CassetteDetail(
    "what errors said and what came before them; each becomes the nearest fault",
    inTrack: { track in
      guard case .failure(let failure, let response) = track.outcome else { return }
      let code = WireMockFault(failure, after: response).code
      track.outcome = .failure(RecordedFailure(code: code), after: response.map { _ in .init(200) })
      track.timing = track.timing.map { RecordedTiming(wait: $0.wait) }
    })
}
