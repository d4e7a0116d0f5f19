/// Why a stream or a connection was ended (RFC 9113 §7).
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
