package import StubCore

/// How the playing of a plan ends on a stream.
package enum HTTP2Ending: Sendable, Hashable {
  case complete
  /// RST_STREAM; the failure is what is reported.
  case reset(HTTP2ErrorCode, StubFailure)
  /// GOAWAY, which ends the whole connection and every stream on it.
  case goAway(HTTP2ErrorCode, StubFailure)
  /// Nothing more comes, though the connection lives: as if the stream's window never opened.
  case stall

  /// The end that a planned failure has: an ``HTTP2Fault`` says it itself, others are resets.
  ///
  /// `cancelled` is CANCEL, what the client cannot parse is PROTOCOL_ERROR, everything else is
  /// INTERNAL_ERROR. REFUSED_STREAM is never chosen, as clients would quietly try again.
  package init(_ failure: StubFailure) {
    switch failure {
    case .error(let error as HTTP2Fault):
      self =
        switch error {
        case .reset(let code): .reset(code, failure)
        case .goAway(let code): .goAway(code, failure)
        case .stall: .stall
        }
    case .network(.cancelled): self = .reset(.cancel, failure)
    case .network(.badServerResponse), .network(.cannotParseResponse):
      self = .reset(.protocolError, failure)
    case .network, .error: self = .reset(.internalError, failure)
    }
  }
}

/// A failure that only HTTP/2 can show: what a plan's `.error` holds to ask for it.
///
/// It comes where the plan puts its failure: before the head, or behind the body's last byte.
package enum HTTP2Fault: Error, Sendable, Hashable {
  case reset(HTTP2ErrorCode)
  case goAway(HTTP2ErrorCode)
  /// No more DATA, however large the client's window is, and no end.
  case stall
}
