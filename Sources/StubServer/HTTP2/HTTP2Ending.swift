package import StubCore

/// The way in which a response ends on a stream.
package enum HTTP2Ending: Sendable, Hashable {
  case complete
  /// RST_STREAM (RFC 9113 §6.4).
  case reset(HTTP2ErrorCode)
  /// GOAWAY, which ends the whole connection and every stream on it.
  case goAway(HTTP2ErrorCode)
  /// Nothing more is sent, but the stream and the connection stay open.
  case stall

  /// Creates the ending of a stream from the end of a plan, which is worded for a whole connection.
  package init(_ cause: Player.End.EndCause) {
    switch cause {
    case .complete: self = .complete
    case .failed(let failure): self.init(failure)
    case .fault(.close), .fault(.halfClose), .fault(.reset): self = .reset(.internalError)
    case .fault(.resetStream(let code)): self = .reset(HTTP2ErrorCode(rawValue: code))
    case .fault(.goAway(let code)): self = .goAway(HTTP2ErrorCode(rawValue: code))
    case .fault(.stall): self = .stall
    }
  }

  /// The fault that ends the stream or the connection before the response is complete, or `nil`.
  var fault: FaultEnding? {
    switch self {
    case .complete: nil
    case .reset(let code): .resetStream(code.rawValue)
    case .goAway(let code): .goAway(code.rawValue)
    case .stall: .stall
    }
  }

  /// Creates the ending for a planned failure: RST_STREAM with a code, or a stall for a timeout.
  ///
  /// The code is CANCEL for `cancelled`, PROTOCOL_ERROR for a response that clients cannot parse,
  /// and INTERNAL_ERROR for any other failure. REFUSED_STREAM is not used, because clients would
  /// silently try again.
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

/// The reason for the end of a stream or a connection (RFC 9113 §7).
package struct HTTP2ErrorCode: RawRepresentable, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let noError = HTTP2ErrorCode(rawValue: 0x0)
  package static let protocolError = HTTP2ErrorCode(rawValue: 0x1)
  package static let internalError = HTTP2ErrorCode(rawValue: 0x2)
  package static let flowControlError = HTTP2ErrorCode(rawValue: 0x3)
  package static let settingsTimeout = HTTP2ErrorCode(rawValue: 0x4)
  package static let streamClosed = HTTP2ErrorCode(rawValue: 0x5)
  package static let frameSizeError = HTTP2ErrorCode(rawValue: 0x6)
  package static let refusedStream = HTTP2ErrorCode(rawValue: 0x7)
  package static let cancel = HTTP2ErrorCode(rawValue: 0x8)
  package static let compressionError = HTTP2ErrorCode(rawValue: 0x9)
  package static let connectError = HTTP2ErrorCode(rawValue: 0xA)
  package static let enhanceYourCalm = HTTP2ErrorCode(rawValue: 0xB)
  package static let inadequateSecurity = HTTP2ErrorCode(rawValue: 0xC)
  package static let http11Required = HTTP2ErrorCode(rawValue: 0xD)
}
