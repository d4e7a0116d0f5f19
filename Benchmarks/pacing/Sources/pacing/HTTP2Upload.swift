import Glibc

/// A request whose body a server takes over HTTP/2 at one speed.
///
/// What it has taken is what it opens the stream's window by, as it does in small steps.
final class HTTP2Upload {
  private enum Kind {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let settings: UInt8 = 4
    static let windowUpdate: UInt8 = 8
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  /// RFC 9113 §6.5.2.
  private static let initialWindowSize = 4
  private static let largestPiece = 16_384
  private static let stream = 1

  private let client: Client
  /// Bytes of the body.
  private let size: Int
  private let rate: Int
  /// What may be sent on the connection, and on each stream.
  private var connectionWindow = 65_535
  private var streamWindow = 65_535
  private var sent = 0
  private var opened = 0
  private var trace: LineTrace
  private var isGreeted = false
  private var isAnswered = false
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init(port: UInt16, rate: Int) throws {
    client = try Client(port: port)
    self.rate = rate
    size = Rules.size(rate: rate)
    trace = LineTrace(rate: Double(rate), start: 0)
    output = Self.preface + Self.frame(Kind.settings, stream: 0, [])
    let limit = Clock.now + 10_000_000_000
    while !isGreeted || !output.isEmpty, Clock.now < limit {
      try exchange()
      Clock.sleep(nanoseconds: 1_000_000)
    }
    Clock.sleep(nanoseconds: 100_000_000)
  }

  /// Sends a body that takes `Rules.seconds` and waits for the answer.
  func run() throws -> LineTrace {
    var block: [UInt8] = []
    let fields = [
      (":method", "POST"), (":scheme", "http"), (":path", Rules.uploadPath), (":authority", "a"),
    ]
    for (name, value) in fields { block += [0] + Self.literal(name) + Self.literal(value) }
    output = Self.frame(Kind.headers, flags: 4, stream: Self.stream, block)
    trace = LineTrace(rate: Double(rate), start: Clock.now)
    let poller = Poller()
    poller.add(client.socket, number: 0)
    let limit = Clock.now + 10_000_000_000
    while !isAnswered {
      fillOutput()
      try exchange()
      // With more to send, the next turn tries again; the windows make that rare.
      poller.wait(milliseconds: 1) { _, _ in }
      guard Clock.now < limit else {
        throw MeasurementError(
          expected: "\(size) bytes to be taken in \(Rules.seconds) s", found: "no end after 10 s",
          remedy: "try with less going on")
      }
    }
    return trace
  }

  private func fillOutput() {
    while output.count < 65_536, sent < size {
      let count = min(Self.largestPiece, size - sent, streamWindow, connectionWindow)
      guard count > 0 else { return }
      sent += count
      streamWindow -= count
      connectionWindow -= count
      output += Self.frame(
        Kind.data, flags: sent == size ? 1 : 0, stream: Self.stream,
        [UInt8](repeating: 0, count: count))
    }
  }

  /// Sends and receives what can be without waiting.
  private func exchange() throws {
    if !output.isEmpty {
      let count = Glibc.send(client.socket, output, output.count, Int32(MSG_NOSIGNAL))
      if count > 0 { output.removeFirst(count) }
    }
    guard let count = try client.receive(into: &buffer) else { return }
    let time = Clock.now
    guard count > 0 else { throw Self.failure("the end of the connection") }
    input += buffer[..<count]
    while input.count >= 9 {
      let length = Self.number(input[0..<3])
      guard input.count >= 9 + length else { return }
      try take(
        input[3], flags: input[4], stream: Self.number(input[5..<9]) & 0x7FFF_FFFF,
        Array(input[9..<9 + length]), time)
      input.removeFirst(9 + length)
    }
  }

  private func take(
    _ kind: UInt8, flags: UInt8, stream: Int, _ payload: [UInt8], _ time: Int64
  ) throws {
    switch kind {
    case Kind.settings where flags & 1 == 0:
      for start in stride(from: 0, to: payload.count - 5, by: 6)
      where Self.number(payload[start..<start + 2]) == Self.initialWindowSize {
        streamWindow = Self.number(payload[start + 2..<start + 6])
      }
      output += Self.frame(Kind.settings, flags: 1, stream: 0, [])
      isGreeted = true
    case Kind.windowUpdate where stream == 0:
      connectionWindow += Self.number(payload[..<4])
    case Kind.windowUpdate:
      streamWindow += Self.number(payload[..<4])
      opened += Self.number(payload[..<4])
      if opened < size { trace.sample(opened, at: time) }
    case Kind.headers:
      guard sent == size, output.isEmpty else { throw Self.failure("an early answer") }
      isAnswered = true
      // The end is the answer, as that is what a client sees of it.
      trace.sample(size, at: time)
    case Kind.settings, Kind.data: break
    default: throw Self.failure("a frame of type \(kind)")
    }
  }

  private static func failure(_ found: String) -> MeasurementError {
    MeasurementError(
      expected: "an answer to the whole body", found: found, remedy: "see the server's output")
  }

  private static func frame(
    _ kind: UInt8, flags: UInt8 = 0, stream: Int, _ payload: [UInt8]
  ) -> [UInt8] {
    Array(bytes(payload.count).suffix(3)) + [kind, flags] + bytes(stream) + payload
  }

  private static func literal(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

  private static func bytes(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
