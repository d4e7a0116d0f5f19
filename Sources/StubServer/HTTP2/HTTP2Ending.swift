package import StubCore

/// How the playing of a plan ends on a stream.
package enum HTTP2Ending: Sendable, Hashable {
  case complete
  /// RST_STREAM; the failure is what is reported.
  case reset(HTTP2ErrorCode, StubFailure)
  /// GOAWAY, which ends the whole connection and every stream on it.
  case goAway(HTTP2ErrorCode, StubFailure)
  /// Nothing more comes, though the connection lives: as if the stream's window never opened; with
  /// what is reported.
  case stall(ResponseEnding)

  /// The end that a planned failure has: RST_STREAM, but for a timeout, for which nothing comes.
  ///
  /// `cancelled` is CANCEL, what the client cannot parse is PROTOCOL_ERROR, everything else is
  /// INTERNAL_ERROR. REFUSED_STREAM is never chosen, as clients would quietly try again.
  package init(_ failure: StubFailure) {
    switch failure {
    case .network(.timedOut): self = .stall(.failed(failure))
    case .network(.cancelled): self = .reset(.cancel, failure)
    case .network(.badServerResponse), .network(.cannotParseResponse):
      self = .reset(.protocolError, failure)
    case .network, .error: self = .reset(.internalError, failure)
    }
  }

  /// The end that a fault has: what ends a connection before HTTP/2 ends the stream here.
  ///
  /// A connection that is closed in order behind the whole body becomes a stream that ends in order.
  init(_ ending: FaultEnding, of fault: HTTPStubFault?, isBehindWholeBody: Bool) {
    let failure = StubFailure.network(fault?.clientError ?? .networkConnectionLost)
    switch ending {
    case .close where isBehindWholeBody, .halfClose where isBehindWholeBody: self = .complete
    case .close, .halfClose, .reset: self = .reset(.internalError, failure)
    case .resetStream(let code): self = .reset(HTTP2ErrorCode(rawValue: code), failure)
    case .goAway(let code): self = .goAway(HTTP2ErrorCode(rawValue: code), failure)
    case .stall:
      self = .stall((fault?.clientError).map { .failed(.network($0)) } ?? .completed)
    }
  }
}
