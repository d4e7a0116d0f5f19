import CoreTestSupport
import Foundation
import HTTPStubber
import StubCore
import StubServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks for a response that goes wrong, and keeps all that comes of it.
struct SentClient {
  /// What a client has got: the status, if the head was whole, and the body.
  struct Got: Sendable, Equatable {
    var status: Int?
    var body = Data()
  }

  private let stubs: SentStubs

  init(_ stubs: SentStubs) { self.stubs = stubs }

  /// Asks once and waits for the end; where none comes, until the server ends the connection.
  func ask(_ host: HostKind) async throws -> Got {
    switch host {
    case .inProcess: return await inProcess()
    case .http1: return Got(wire: try await wire(Self.text))
    case .http2: return Got(frames: try await wire(Self.frames))
    case .tls: return try await curl()
    }
  }

  /// Asks, and waits until the last that came is that text.
  ///
  /// - Returns: what makes the client leave.
  func ask(_ host: HostKind, upTo text: String) async throws -> @Sendable () -> Void {
    if host == .inProcess {
      let collector = Collector(upTo: text)
      let (stubber, session, task) = try begin(collector)
      await collector.come()
      return {
        task.cancel()
        withExtendedLifetime((stubber, session)) {}
      }
    }
    let listener = try Listener(stubs: stubs.set, port: 0)
    try listener.start()
    let client = Lock<WireClient?>(try WireClient(port: listener.port))
    let wire = try #require(client.withLock { $0 })
    try await wire.send(host == .http2 ? Self.frames : Self.text)
    var bytes: [UInt8] = []
    while !text.isEmpty, !bytes.ends(with: text.utf8) { bytes += try await wire.bytes(1) }
    return {
      // The end of its side alone would not say that it does not wait for an answer.
      client.withLock { client in
        client?.resetOnClose()
        client = nil
      }
      withExtendedLifetime(listener) {}
    }
  }

  private static let text = Array("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)

  /// A client's preface with wide windows, and a GET for `/` on stream 1 (RFC 9113 §3.4, §6.2, §6.9).
  private static let frames: [UInt8] =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    + [0, 0, 6, 4, 0, 0, 0, 0, 0] + [0, 4, 0x7F, 0xFF, 0xFF, 0xFF]
    + [0, 0, 4, 8, 0, 0, 0, 0, 0] + [0x7F, 0xFF, 0, 0]
    + [0, 0, 6, 1, 5, 0, 0, 0, 1] + [0x82, 0x86, 0x84, 0x01, 0x01] + Array("a".utf8)

  // The clients.

  private func inProcess() async -> Got {
    let (collector, clock) = (Collector(), VirtualClock())
    guard let (stubber, session, task) = try? begin(collector, clock) else { return Got() }
    await clock.advancing { await collector.come() }
    return withExtendedLifetime((stubber, session, task)) { collector.got }
  }

  private func begin(
    _ collector: Collector, _ clock: VirtualClock? = nil
  ) throws -> (HTTPStubber, URLSession, URLSessionDataTask) {
    let stubber = HTTPStubber(stubs: stubs.set, clock: clock)
    let session = URLSession(
      configuration: stubber.configuration, delegate: collector, delegateQueue: nil)
    var request = URLRequest(url: try #require(URL(string: "http://a.example/")))
    request.timeoutInterval = 300
    let task = session.dataTask(with: request)
    task.resume()
    return (stubber, session, task)
  }

  /// All that comes for these bytes.
  private func wire(_ request: [UInt8]) async throws -> [UInt8] {
    let listener = try Listener(stubs: stubs.set, port: 0)
    try listener.start()
    defer { listener.stop() }
    let client = try WireClient(port: listener.port)
    try await client.send(request)
    async let bytes = client.untilEnd()
    // Whatever comes has come by then, and the server ends the connection after its client.
    _ = await stubs.sent { $0.ending != nil }
    client.finishSending()
    return try await bytes
  }

  /// HTTP/1.1 over TLS.
  private func curl() async throws -> Got {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var tls = TLSConfiguration()
    tls.authorityDirectory = folder.path
    let listener = try Listener(
      stubs: stubs.set, addresses: [.tls(host: "127.0.0.1", port: 0, configuration: tls)])
    try listener.start()
    let (head, body) = (folder.appending(path: "head"), folder.appending(path: "body"))
    let arguments = [
      "--http1.1", "--insecure", "--silent", "--noproxy", "*", "--max-time", "300",
      "--dump-header", head.path, "--output", body.path, "https://127.0.0.1:\(listener.port)/",
    ]
    let tool = try #require(Tool.curl)
    async let result = tool.run(arguments)
    let ended = await stubs.sent { $0.ending != nil }
    // Ends the connections that would stay without another byte.
    if ended?.isOver == false { listener.stop() }
    _ = try await result
    listener.stop()
    let lines = String(decoding: (try? Data(contentsOf: head)) ?? Data(), as: UTF8.self)
    let status = lines.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let isWhole = lines.hasSuffix("\r\n\r\n")
    return Got(status: isWhole ? status : nil, body: (try? Data(contentsOf: body)) ?? Data())
  }
}

extension SentClient.Got {
  /// What a client makes of the bytes of a connection.
  fileprivate init(wire bytes: [UInt8]) {
    let hasHead =
      bytes.starts(with: "HTTP/1.1 ".utf8) && bytes.firstRange(of: Array("\r\n\r\n".utf8)) != nil
    guard hasHead else { return }
    let response = WireResponse(bytes)
    status = response.status
    guard response["Transfer-Encoding"] == "chunked" else {
      body = Data(response.body)
      return
    }
    var rest = response.body[...]
    while let end = rest.firstRange(of: Array("\r\n".utf8)),
      let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16)
    {
      rest = rest[end.upperBound...]
      body += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
  }
}

extension SentClient.Got {
  /// What a client makes of the frames of a connection with one stream.
  fileprivate init(frames bytes: [UInt8]) {
    var rest = bytes[...]
    while rest.count >= 9 {
      let head = Array(rest.prefix(9))
      let count = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      let payload = rest.dropFirst(9).prefix(count)
      if head[3] == 0 { body += payload }
      // The place of `:status: 200` in the static table.
      if head[3] == 1, payload.first == 0x88 { status = 200 }
      rest = rest.dropFirst(9 + count)
    }
  }
}

extension [UInt8] {
  fileprivate func ends(with other: some Collection<UInt8>) -> Bool {
    suffix(other.count).elementsEqual(other)
  }
}

/// Takes a response piece by piece.
private final class Collector: NSObject, URLSessionDataDelegate, Sendable {
  private let state = Lock(SentClient.Got())
  private let text: String?
  private let (news, continuation) = AsyncStream<Void>.makeStream()

  /// Waits for the end, or until that text is the last that came.
  init(upTo text: String? = nil) { self.text = text }

  var got: SentClient.Got { state.withLock { $0 } }

  /// Waits for what it was made for.
  func come() async { for await _ in news { return } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let body = state.withLock { got in
      got.body += data
      return got.body
    }
    if let text, String(decoding: body, as: UTF8.self).hasSuffix(text) { continuation.yield() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.yield()
    session.finishTasksAndInvalidate()
  }
}
