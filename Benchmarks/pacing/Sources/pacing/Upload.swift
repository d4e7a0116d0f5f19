import Glibc

/// A request whose body the server reads at one speed.
///
/// What the server has read is what has come at its socket less what waits there; the system tells
/// both. The client itself only sees what has been acknowledged, which runs ahead of that by what
/// the server's system takes before it is read.
final class Upload {
  private static let sampleInterval: Int64 = 1_000_000

  private let client: Client
  private let serverSide: SocketQuery
  private let clientSide: SocketQuery
  /// Bytes of the body.
  private let size: Int
  private let rate: Int
  private let zeros = [UInt8](repeating: 0, count: 256 * 1_024)
  private var written = 0
  private var head: [UInt8] = []

  init(port: UInt16, rate: Int) throws {
    client = try Client(port: port)
    serverSide = SocketQuery(port: port, peer: client.port)
    clientSide = SocketQuery(port: client.port, peer: port)
    self.rate = rate
    size = Rules.size(rate: rate)
    Clock.sleep(nanoseconds: 100_000_000)
  }

  /// Sends a body that takes `Rules.seconds` and waits for the answer.
  func run() throws -> UploadTrace {
    head = Array(
      "POST \(Rules.uploadPath) HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n".utf8)
    var trace = UploadTrace(rate: Double(rate), start: try client.send(head))
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
        trace.read.sample(size, at: Clock.now)
      }
      if !isAnswered, Clock.now >= nextSample {
        try sample(&trace)
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

  private func sample(_ trace: inout UploadTrace) throws(MeasurementError) {
    guard let server = serverSide.ask(), let client = clientSide.ask() else {
      throw MeasurementError(
        expected: "the system's figures of a connection", found: "none",
        remedy: "load the kernel's module `tcp_diag`")
    }
    let time = Clock.now
    // The end is the answer, as that is what a client sees of it.
    let read = server.received - server.unread - head.count
    if read > 0, read < size { trace.read.sample(read, at: time) }
    // The first byte that is acknowledged is that of the connection's beginning.
    let acknowledged = client.acknowledged - 1 - head.count
    if acknowledged > 0, acknowledged < size { trace.acknowledged.sample(acknowledged, at: time) }
  }
}

/// How the body of a request moved on, as seen by two observers.
struct UploadTrace {
  /// At the server, which has read that much.
  var read: LineTrace
  /// At the client, which has been told that so much has come.
  var acknowledged: LineTrace

  init(rate: Double, start: Int64) {
    read = LineTrace(rate: rate, start: start)
    acknowledged = read
  }
}
