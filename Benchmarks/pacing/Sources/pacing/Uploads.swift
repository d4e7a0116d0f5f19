import Glibc

/// Requests whose bodies the server reads at one speed.
///
/// What the server has read cannot be seen in what the client has sent, as the system's buffers
/// lie between: it is what was sent, less what waits in the buffers of both sides.
struct Uploads {
  let port: UInt16
  /// Bytes per second.
  let rate: Int

  private final class Stream {
    let client: Client
    let port: UInt16
    var trace: LineTrace
    var written = 0
    var isAnswered = false

    init(_ client: Client, _ trace: LineTrace) {
      (self.client, self.trace) = (client, trace)
      port = client.port
    }
  }

  private static let sampleInterval: Int64 = 2_000_000

  /// Sends a body of 2.5 seconds that many times at once.
  func run(streams count: Int) throws -> [LineTrace] {
    let size = Int(Double(rate) * Server.seconds)
    let head = "POST \(Server.path(upload: rate)) HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)"
    let request = Array("\(head)\r\n\r\n".utf8)
    let clients = try (0..<count).map { _ in try Client(port: port) }
    Clock.sleep(nanoseconds: 100_000_000)
    let poller = Poller()
    let streams = try clients.enumerated().map { number, client in
      let start = try client.send(request)
      poller.add(client.socket, number: number, isWriter: true)
      return Stream(client, LineTrace(rate: Double(rate), start: start))
    }
    let zeros = [UInt8](repeating: 0, count: 256 * 1_024)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var answered = 0
    var nextSample = Clock.now + Self.sampleInterval
    let limit = Clock.now + 10_000_000_000
    while answered < count {
      guard Clock.now < limit else {
        throw MeasurementError(
          expected: "\(size) bytes to be read in \(Server.seconds) s", found: "no end after 10 s",
          remedy: "try with less going on")
      }
      try poller.wait(milliseconds: 1) { number, canWrite in
        let stream = streams[number]
        if canWrite { write(stream, of: size, zeros, poller, number) }
        guard let got = try stream.client.receive(into: &buffer), !stream.isAnswered else { return }
        guard got > 0 else {
          throw MeasurementError(
            expected: "a response", found: "a closed connection", remedy: "see the server's output")
        }
        stream.isAnswered = true
        stream.trace.sample(size, at: Clock.now)
        answered += 1
      }
      if Clock.now >= nextSample {
        sample(streams, size)
        nextSample = Clock.now + Self.sampleInterval
      }
    }
    return streams.map(\.trace)
  }

  private func write(
    _ stream: Stream, of size: Int, _ bytes: [UInt8], _ poller: Poller, _ number: Int
  ) {
    let wanted = min(bytes.count, size - stream.written)
    let count = Glibc.send(stream.client.socket, bytes, wanted, Int32(MSG_NOSIGNAL))
    if count > 0 { stream.written += count }
    if stream.written == size { poller.endWriting(stream.client.socket, number: number) }
  }

  private func sample(_ streams: [Stream], _ size: Int) {
    let unread = SocketTable.unread(port: port)
    let time = Clock.now
    for stream in streams where !stream.isAnswered {
      let waiting = stream.client.unacknowledged + unread[stream.port, default: 0]
      // The end is seen in the answer, which is what a client sees.
      let position = stream.written - waiting
      if position > 0, position < size { stream.trace.sample(position, at: time) }
    }
  }
}
