import Glibc

/// A request whose body the server reads at one speed.
///
/// What the server has read cannot be seen in what the client has sent, as the system's buffers
/// lie between: it is what was sent, less what waits in the buffers of both sides.
final class Upload {
  private static let sampleInterval: Int64 = 2_000_000

  private let client: Client
  private let serverPort: UInt16
  /// Bytes of the body.
  private let size: Int
  private let rate: Int
  private let zeros = [UInt8](repeating: 0, count: 256 * 1_024)
  private var written = 0

  init(port: UInt16, rate: Int) throws {
    client = try Client(port: port)
    serverPort = port
    self.rate = rate
    size = Rules.size(rate: rate)
    Clock.sleep(nanoseconds: 100_000_000)
  }

  /// Sends a body that takes `Rules.seconds` and waits for the answer.
  func run() throws -> LineTrace {
    let head = "POST \(Rules.uploadPath) HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)"
    var trace = LineTrace(rate: Double(rate), start: try client.send(Array("\(head)\r\n\r\n".utf8)))
    let poller = Poller()
    poller.add(client.socket, number: 0, isWriter: true)
    var answer = [UInt8](repeating: 0, count: 4_096)
    var isAnswered = false
    var nextSample = Clock.now + Self.sampleInterval
    let limit = Clock.now + 10_000_000_000
    while !isAnswered {
      try poller.wait(milliseconds: 1) { _, canWrite in
        if canWrite { write(poller) }
        guard let count = try client.receive(into: &answer) else { return }
        // Whoever reads the body too late or not at all answers before it is there.
        let isWhole = written == size && count > 0
        guard isWhole, answer.starts(with: Array("HTTP/1.1 200".utf8)) else {
          throw MeasurementError(
            expected: "200 after the whole body", found: "another answer, or none",
            remedy: "see the server's output")
        }
        isAnswered = true
        trace.sample(size, at: Clock.now)
      }
      if !isAnswered, Clock.now >= nextSample {
        sample(&trace)
        nextSample = Clock.now + Self.sampleInterval
      }
      guard Clock.now < limit else {
        throw MeasurementError(
          expected: "\(size) bytes to be read in \(Rules.seconds) s", found: "no end after 10 s",
          remedy: "try with less going on")
      }
    }
    return trace
  }

  private func write(_ poller: Poller) {
    let wanted = min(zeros.count, size - written)
    let count = Glibc.send(client.socket, zeros, wanted, Int32(MSG_NOSIGNAL))
    if count > 0 { written += count }
    if written == size { poller.endWriting(client.socket, number: 0) }
  }

  private func sample(_ trace: inout LineTrace) {
    let unread = SocketTable.unread(serverPort: serverPort, clientPort: client.port)
    let time = Clock.now
    let position = written - client.unacknowledged - unread
    // The end is the answer, as that is what a client sees of it.
    if position > 0, position < size { trace.sample(position, at: time) }
  }
}
