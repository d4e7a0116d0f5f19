/// How a client of HTTP/2 introduces itself when nothing was agreed on before (RFC 9113 §3.4).
enum HTTP2Preface {
  enum Finding: Sendable, Hashable {
    case http2
    case otherwise
    /// It may still become either.
    case undecided
  }

  static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Looks at the first bytes of a connection; more than the preface is not needed.
  static func finding(in start: some Collection<UInt8>) -> Finding {
    guard start.elementsEqual(bytes.prefix(start.count)) else { return .otherwise }
    return start.count == bytes.count ? .http2 : .undecided
  }
}
