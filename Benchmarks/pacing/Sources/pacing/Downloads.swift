/// Responses of one speed, read by one thread as they come.
struct Downloads {
  let port: UInt16
  /// Bytes per second.
  let rate: Int

  /// Loads the body that many times at once.
  func run(streams: Int) throws -> [LineTrace] {
    let request = Array("GET \(Rules.path(rate: rate)) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    let size = Rules.size(rate: rate)
    let poller = Poller()
    let clients = try (0..<streams).map { _ in try Client(port: port) }
    for (number, client) in clients.enumerated() { poller.add(client.socket, number: number) }
    // Connecting takes the server's time, too.
    Clock.sleep(nanoseconds: 100_000_000)
    var traces = try clients.map { LineTrace(rate: Double(rate), start: try $0.send(request)) }
    var heads = [ResponseHead](repeating: ResponseHead(), count: streams)
    var buffer = [UInt8](repeating: 0, count: 256 * 1_024)
    var open = streams
    let limit = Clock.now + 10_000_000_000
    while open > 0 {
      guard Clock.now < limit else {
        throw MeasurementError(
          expected: "\(size) bytes in \(Rules.seconds) s", found: "not all after 10 s",
          remedy: "try with less going on")
      }
      try poller.wait(milliseconds: 1_000) { number, _ in
        guard let count = try clients[number].receive(into: &buffer) else { return }
        let time = Clock.now
        let body = heads[number].skip(buffer, count)
        traces[number].receive(body, at: time)
        guard traces[number].count >= size || count == 0 else { return }
        poller.remove(clients[number].socket)
        open -= 1
      }
    }
    return traces
  }
}

/// Finds the end of a response's head.
struct ResponseHead {
  private static let end = Array("\r\n\r\n".utf8)

  private var matched = 0

  /// How many of the first `count` bytes belong to the body.
  mutating func skip(_ bytes: [UInt8], _ count: Int) -> Int {
    var index = 0
    while matched < Self.end.count, index < count {
      if bytes[index] == Self.end[matched] {
        matched += 1
      } else {
        matched = bytes[index] == Self.end[0] ? 1 : 0
      }
      index += 1
    }
    return count - index
  }
}
