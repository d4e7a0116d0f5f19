import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct HTTP2FuzzTests {
  private static func frames(_ numbers: inout SplitMix) -> [UInt8] {
    var bytes = HTTP2Preface.bytes + Frame(.settings).bytes
    for number in 0..<UInt32(8) {
      let stream = number * 2 + 1
      bytes += Frame.request(stream, "POST", "/", hasBody: true).bytes
      bytes += Frame.data(stream, "abc", isLast: number.isMultiple(of: 2)).bytes
      bytes += Frame.windowUpdate(stream, 10).bytes + Frame.reset(stream).bytes + Frame.ping.bytes
    }
    // Damage somewhere behind the preface.
    for _ in 0..<Int.random(in: 1...8, using: &numbers) {
      let place = Int.random(in: HTTP2Preface.bytes.count..<bytes.count, using: &numbers)
      switch Int.random(in: 0..<3, using: &numbers) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
      }
    }
    return bytes
  }

  @Test("Damaged frames end their own connection at most; every request ends once")
  func damaged() async throws {
    let counts = Counts()
    let handler: RequestHandler = { request in
      counts.began()
      var plan = ResponsePlan.ok("abc")
      if request.body?.count == 3 { plan.timing = ResponseTiming(body: .over(.milliseconds(5))) }
      return ListenerResponse(.ready(plan)) { _ in counts.ended() }
    }
    let listener = try Listener(
      addresses: [.tcp(host: "127.0.0.1", port: 0)], configuration: .forTests, handler: handler)
    try listener.start()
    var numbers = SplitMix(seed: 7_540)
    for _ in 0..<300 {
      let client = try WireClient(port: listener.port)
      try? await client.send(Self.frames(&numbers))
      client.finishSending()
      _ = try? await client.rest()
    }
    let client = try await FrameClient(port: listener.port, .request(1))
    #expect(try await client.response().text == "abc")
    listener.stop()
    listener.waitUntilStopped()
    #expect(counts.open == 0)
    #expect(counts.all > 300)
  }
}
