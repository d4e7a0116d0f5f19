import StubCore

@testable import StubServer

/// Feeds a parser in pieces of a size and collects its events, `needsInput` left out.
func events(
  of input: [UInt8], piece: Int, limits: ListenerLimits = ListenerLimits(), localPort: Int? = 8080,
  isSecure: Bool = false
) -> [RequestParser.Event] {
  var parser = RequestParser(limits: limits, localPort: localPort, scheme: isSecure ? "https" : nil)
  var events: [RequestParser.Event] = []
  var start = 0
  while start < input.count {
    let bytes = Array(input[start..<min(start + piece, input.count)])
    start += bytes.count
    var index = 0
    while index < bytes.count {
      let event = parser.next(in: bytes.span, at: &index)
      if event != .needsInput { events.append(event) }
      if case .failure = event { return events }
    }
  }
  return events
}

extension RequestParser.Event {
  var request: ReceivedRequest? {
    if case .request(let incoming) = self { incoming.request } else { nil }
  }

  var failure: RequestError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
