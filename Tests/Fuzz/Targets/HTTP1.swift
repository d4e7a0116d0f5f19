import StubCore

@testable import StubServer

extension FuzzTarget {
  /// The parser of HTTP/1 requests gives one result however the bytes are cut.
  static let http1 = FuzzTarget("http1") { input in
    for limits in [ListenerLimits(), .tight] {
      let whole = events(of: input.bytes, piece: max(1, input.bytes.count), limits)
      for piece in [1, 2 + input.checksum % 13] {
        let cut = events(of: input.bytes, piece: piece, limits)
        expect(cut == whole, "in pieces of \(piece): \(cut), in one: \(whole)")
      }
    }
  }

  private static func events(
    of input: [UInt8], piece: Int, _ limits: ListenerLimits
  ) -> [RequestParser.Event] {
    var parser = RequestParser(limits: limits, localPort: 8080)
    var events: [RequestParser.Event] = []
    for start in stride(from: 0, to: input.count, by: piece) {
      let bytes = Array(input[start..<min(start + piece, input.count)])
      var index = 0
      while index < bytes.count {
        let before = index
        let event = parser.next(in: bytes.span, at: &index)
        expect(index >= before && index <= bytes.count, "\(index) after \(before)")
        if event != .needsInput { events.append(event) }
        if case .failure = event { return events }
      }
    }
    return events
  }
}

extension ListenerLimits {
  /// Limits that short inputs reach.
  fileprivate static var tight: ListenerLimits {
    var limits = ListenerLimits()
    limits.requestLineLength = 48
    limits.headSize = 96
    limits.headerCount = 4
    limits.bodySize = 24
    limits.chunkLineLength = 12
    return limits
  }
}
