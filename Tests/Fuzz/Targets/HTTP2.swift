import CLibevent
import StubCore
import StubLanguages

@testable import StubServer

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension FuzzTarget {
  /// A connection takes any bytes, and every request that it has reported is reported as ended.
  ///
  /// The input is a list of frames: kind, flags, stream and length of the payload in a byte each,
  /// then the payload. One that starts with a zero byte stands for itself, HTTP/1 or anything else.
  static let http2 = FuzzTarget("http2") { input in
    if input.bytes.first == 0 {
      FuzzedServer.shared.value.serve(Array(input.bytes.dropFirst()))
    } else {
      FuzzedServer.shared.value.serve(HTTP2Preface.bytes + frames(input.bytes))
    }
  }

  private static func frames(_ bytes: [UInt8]) -> [UInt8] {
    // The client's SETTINGS come first.
    var frames: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    var rest = bytes[...]
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let payload = rest.prefix(Int(head[3]))
      rest = rest.dropFirst(payload.count)
      frames += [0, 0, UInt8(payload.count), head[0] % 12, head[1], 0, 0, 0, head[2]] + payload
    }
    return frames
  }
}

/// One worker on the fuzzer's thread, whose connections come over pairs of sockets.
private final class FuzzedServer {
  /// Made once; only the fuzzer's thread uses it.
  struct Shared: @unchecked Sendable { let value: FuzzedServer }
  static let shared = Shared(value: FuzzedServer())

  private let worker: Worker
  /// Requests that were reported and have not ended.
  private static let open = AtomicInt(0)

  private init() {
    let body = String(repeating: "0123456789", count: 10_000)
    let handler: RequestHandler = { request in
      Self.open.add(1)
      let path = request.target.path
      let plan = ResponsePlan.text(path == "/long" ? body : path + request.bodyText, status: .ok)
      return ListenerResponse(.ready(plan)) { _ in Self.open.add(-1) }
    }
    do {
      worker = try Worker(
        mailbox: Mailbox(), queue: ConnectionQueue([]),
        shared: Worker.Shared(
          HandlerAnswering(random: SeededRandom(seed: 1), handler: handler),
          ListenerConfiguration(), ListenerClock()))
    } catch {
      fatalError("\(error)")
    }
  }

  func serve(_ bytes: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0, "no sockets")
    for end in ends { Descriptor.prepare(end) }
    guard let transport = Transport(ends[0], on: worker.loop) else { return }
    let peer = Peer(id: 1, address: nil, localPort: nil, isSecure: false, link: nil)
    let connection = Connection(peer, transport, worker: worker)
    var rest = bytes[...]
    var output = [UInt8](repeating: 0, count: 1 << 16)
    // Ends when nothing moves any more.
    for _ in 0..<1_000 {
      let sent = rest.withUnsafeBytes { send(ends[1], $0.baseAddress, $0.count, 0x4000) }
      rest = rest.dropFirst(max(0, sent))
      worker.loop.runOnce()
      let received = recv(ends[1], &output, output.count, 0)
      if sent <= 0, received <= 0 { break }
    }
    shutdown(ends[1], Int32(SHUT_WR))
    worker.loop.runOnce()
    connection.close()
    Descriptor.close(ends[1])
    expect(Self.open.load() == 0, "\(Self.open.load()) requests have not ended")
  }
}

extension EventLoop {
  /// Runs the events that are due.
  fileprivate func runOnce() {
    stop()
    run()
  }
}
