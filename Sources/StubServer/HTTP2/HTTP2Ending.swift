package import StubCore

/// How a response ends on a stream.
package enum HTTP2Ending: Sendable, Hashable {
  case complete
  /// RST_STREAM (RFC 9113 §6.4).
  case reset(HTTP2ErrorCode)
  /// GOAWAY, which ends the whole connection and every stream on it.
  case goAway(HTTP2ErrorCode)
  /// Nothing more comes, though the connection lives: as if the stream's window never opened.
  case stall

  /// What ends a connection before HTTP/2 ends the stream here.
  package init(_ how: Player.End.How) {
    switch how {
    case .complete: self = .complete
    case .failed(let failure): self.init(failure)
    case .fault(.close), .fault(.halfClose), .fault(.reset): self = .reset(.internalError)
    case .fault(.resetStream(let code)): self = .reset(HTTP2ErrorCode(rawValue: code))
    case .fault(.goAway(let code)): self = .goAway(HTTP2ErrorCode(rawValue: code))
    case .fault(.stall): self = .stall
    }
  }

  /// The end that a planned failure has: RST_STREAM, but for a timeout, for which nothing comes.
  ///
  /// `cancelled` is CANCEL, what the client cannot parse is PROTOCOL_ERROR, everything else is
  /// INTERNAL_ERROR. REFUSED_STREAM is never chosen, as clients would quietly try again.
  private init(_ failure: StubFailure) {
    switch failure {
    case .network(.timedOut): self = .stall
    case .network(.cancelled): self = .reset(.cancel)
    case .network(.badServerResponse), .network(.cannotParseResponse):
      self = .reset(.protocolError)
    case .network, .error: self = .reset(.internalError)
    }
  }
}
