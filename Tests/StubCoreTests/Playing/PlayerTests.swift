import Foundation
import StubCore
import Testing

@Suite("Player")
struct PlayerTests {
  private static let media: [Player.TransportKind] = [.http1, .http2, .inProcess]

  private func plan(
    _ text: String = "0123456789", _ timing: ResponseTiming = .immediate,
    fault: HTTPStubFault? = nil, links: [NetworkProfile] = []
  ) -> ResponsePlan {
    var plan = ResponsePlan(
      head: ResponseHead(headers: ["Content-Length": "\(text.utf8.count)"]),
      body: .data(Data(text.utf8)), timing: timing)
    if let fault { plan = plan.with(fault) }
    plan.links = links.map(NetworkLink.init)
    return plan
  }

  private func lines(
    _ plan: ResponsePlan, _ transportKind: Player.TransportKind, to method: HTTPMethod = .get,
    mayBeWhole: Bool = false, limits: Player.Limits? = nil
  ) -> [String] {
    var host = VirtualHost(
      Player(
        plan, to: method, on: transportKind, start: .zero, limits: limits, mayBeWhole: mayBeWhole))
    host.play()
    return host.lines
  }

  @Test("A response that is sent whole is one action, maybe after a wait", arguments: media)
  func whole(_ transportKind: Player.TransportKind) {
    let plan = plan("abc", ResponseTiming(beforeHead: .seconds(2)))
    #expect(lines(plan, transportKind, mayBeWhole: true) == ["2000 whole", "2000 complete"])
    #expect(lines(plan, transportKind, to: .head, mayBeWhole: true).first?.contains("head") == true)
  }

  @Test("Head, body and end come in order, and the last action says so", arguments: media)
  func parts(_ transportKind: Player.TransportKind) {
    #expect(lines(plan(), transportKind) == ["0 head", "0 10 last", "0 complete"])
    #expect(lines(plan(""), transportKind) == ["0 head last", "0 complete"])
    #expect(lines(plan(), transportKind, to: .head) == ["0 head last", "0 complete"])
  }

  @Test("Each step waits for its time, counted from the start of the plan", arguments: media)
  func waiting(_ transportKind: Player.TransportKind) {
    let timing = ResponseTiming(beforeHead: .seconds(3), body: .over(.seconds(4)))
    #expect(
      lines(plan("ab", timing), transportKind) == [
        "3000 head", "5000 1", "7000 1 last", "7000 complete",
      ])
  }

  @Test(
    "A response without a body takes none of the time that its body would take", arguments: media)
  func bodiless(_ transportKind: Player.TransportKind) {
    let chunks = [ResponseTiming.ScriptedChunk(at: .seconds(4), count: 10)]
    for pacing in [
      ResponseTiming.Pacing.over(.seconds(4)), .dribble(chunks: 2, over: .seconds(4)),
      .script(chunks),
    ] {
      let timing = ResponseTiming(beforeHead: .seconds(3), body: pacing)
      #expect(
        lines(plan("0123456789", timing), transportKind, to: .head) == [
          "3000 head last", "3000 complete",
        ])
    }
  }

  @Test("Over HTTP/2, a fault behind a head without a body is seen, but not by HEAD")
  func bodilessFaults() {
    let empty = ResponsePlan(head: ResponseHead(status: .noContent))
    let reset = empty.with(.resetStream(code: 2))
    #expect(
      lines(reset, .http2) == ["0 head", "0 fault(StubCore.FaultEnding.resetStream(2))"])
    #expect(
      lines(empty.with(.stall(after: .all)), .http2) == [
        "0 head", "0 fault(StubCore.FaultEnding.stall)",
      ])
    for plan in [empty, empty.with(.close(after: .all)), empty.with(.slowHead(every: .zero))] {
      #expect(lines(plan, .http2).suffix(2) == ["0 head last", "0 complete"])
    }
    #expect(lines(reset, .http2, to: .head) == ["0 head last", "0 complete"])
  }

  @Test("A host that is late does at once all that is due")
  func late() {
    let timing = ResponseTiming(beforeHead: .seconds(3), body: .over(.seconds(4)))
    var host = VirtualHost(
      Player(plan("ab", timing), to: .get, on: .http1, start: .zero, mayBeWhole: false))
    host.now = .seconds(100)
    host.play()
    #expect(
      host.lines == ["100000 head", "100000 1", "100000 1 last", "100000 complete"])
  }

  @Test("A pause as long as the idle limit is waited for, a longer one times out at the limit")
  func idling() {
    let plan = plan("ab", ResponseTiming(beforeHead: .seconds(3), body: .over(.seconds(4))))
    func lines(idle: Int, deadline: Int = 1_000) -> [String] {
      let limits = Player.Limits(idle: .seconds(idle), deadline: .seconds(deadline))
      return self.lines(plan, .inProcess, limits: limits)
    }
    #expect(lines(idle: 3).last == "7000 complete")
    #expect(lines(idle: 2) == ["2000 failed(timedOut)"])
    #expect(lines(idle: 3, deadline: 6) == ["3000 head", "5000 1", "6000 failed(timedOut)"])
  }

  @Test("A link is as slow behind a pause as before it", arguments: media)
  func pause(_ transportKind: Player.TransportKind) {
    let chunks = [
      ResponseTiming.ScriptedChunk(at: .zero, count: 500),
      ResponseTiming.ScriptedChunk(at: .seconds(3), count: 20_000),
    ]
    let link = NetworkProfile(name: "slow", download: .init(bytesPerSecond: 10_000))
    let plan = plan(
      String(repeating: "x", count: 20_500), ResponseTiming(body: .script(chunks)), links: [link])
    let lines = lines(plan, transportKind)
    // 50 ms for the first chunk, then nothing, then 2 s for the second.
    #expect(lines.last { $0.hasSuffix(" 20") || $0.contains("last") }?.hasPrefix("5000 ") == true)
    #expect(!lines.contains { $0.hasPrefix("1") && $0.split(separator: " ")[0].count == 4 })
    #expect(lines.last == "5000 complete")
  }

  @Test("The slowest of several links counts, and stalls are waited for", arguments: media)
  func severalLinks(_ transportKind: Player.TransportKind) {
    func link(_ speed: Double?, stalls: NetworkProfile.Stalls? = nil) -> NetworkProfile {
      NetworkProfile(
        name: "", download: speed.map(HTTPConnectionSpeed.init(bytesPerSecond:)), stalls: stalls)
    }
    let body = String(repeating: "x", count: 20_000)
    #expect(
      lines(plan(body, links: [link(10_000), link(25_000)]), transportKind).last == "2000 complete")
    let stalls = NetworkProfile.Stalls(every: .seconds(2), lasting: .seconds(1))
    #expect(
      lines(plan(body, links: [link(10_000, stalls: stalls), link(nil)]), transportKind).last
        == "3000 complete")
    // A link that only stalls holds up what comes during a stall, heads too.
    let late = ResponseTiming(beforeHead: .milliseconds(1_500))
    let stalling = [link(nil, stalls: stalls), link(nil)]
    #expect(
      lines(plan("ab", late, links: stalling), transportKind) == [
        "2000 head", "2000 2 last", "2000 complete",
      ])
    #expect(
      lines(plan("ab", late, links: stalling), transportKind, to: .head) == [
        "2000 head last", "2000 complete",
      ])
    #expect(lines(plan("", late, fault: .garbage, links: stalling), .http1)[0] == "2000 raw 32")
  }

  @Test("The time in which a client does not read is lost on the link, not made up for")
  func reader() {
    let link = NetworkProfile(name: "", download: .init(bytesPerSecond: 10_000))
    for transportKind in Self.media {
      let body = plan(String(repeating: "x", count: 20_000), links: [link])
      var host = VirtualHost(Player(body, to: .get, on: transportKind, start: .zero))
      while host.bytes < 10_000 { host.step() }
      #expect(host.now == .seconds(1))
      for _ in 0..<60 {
        host.step(room: 0)
        #expect(host.lines.last?.hasSuffix("waits for room") == true)
        host.now += .seconds(1)
      }
      host.play()
      #expect(host.bytes == 20_000)
      #expect(host.now == .seconds(62), "\(transportKind)")
    }
  }

  @Test("Times count on from when a gate opened, and an open gate moves none", arguments: media)
  func gate(_ transportKind: Player.TransportKind) {
    let timing = ResponseTiming(
      beforeHead: .seconds(1), body: .over(.seconds(4)), gate: HTTPStubGate())
    for (opened, end) in [(Duration?.none, "5000"), (.seconds(11), "15000"), (.zero, "5000")] {
      var host = VirtualHost(
        Player(plan("ab", timing), to: .get, on: transportKind, start: .zero, mayBeWhole: false))
      host.play()
      #expect(host.lines == ["1000 waits for a gate"])
      host.player.gateOpened(at: opened)
      host.play()
      #expect(host.lines.last == "\(end) complete")
    }
  }

  @Test("A stall lasts for ever on a wire and until its limit in the process")
  func stall() {
    let fault = plan(fault: .stall(after: .bytes(4)))
    #expect(lines(fault, .http1) == ["0 head", "0 4", "0 fault(StubCore.FaultEnding.stall)"])
    #expect(lines(fault, .inProcess) == ["0 head", "0 4", "0 waits for ever"])
    let limits = Player.Limits(idle: .seconds(2), deadline: .seconds(9))
    #expect(
      lines(fault, .inProcess, limits: limits) == ["0 head", "0 4", "2000 failed(timedOut)"])
  }

  @Test("Fields that HTTP/2 does not allow are left out")
  func leftOut() {
    let raw = plan(
      fault: HTTPStubFault(
        "raw", steps: [.headBytes(5), .head, .body(.all), .raw(Data("x".utf8)), .end(.close)],
        clientError: .cannotParseResponse))
    #expect(
      lines(raw, .http1) == [
        "0 head<5", "0 head", "0 10", "0 raw 1", "0 fault(StubCore.FaultEnding.close)",
      ])
    #expect(lines(raw, .http2) == ["0 head", "0 10", "0 fault(StubCore.FaultEnding.close)"])
    // The client has all that was announced before anything goes wrong.
    #expect(lines(raw, .inProcess) == ["0 head", "0 10", "0 complete"])
    let close = plan(fault: .close(after: .all))
    #expect(lines(close, .http2) == ["0 head", "0 10 last", "0 complete"])
  }

  @Test("A plan without a head and without a failure fails", arguments: media)
  func headless(_ transportKind: Player.TransportKind) {
    let plan = ResponsePlan(head: nil, body: .data(Data("abc".utf8)))
    #expect(lines(plan, transportKind) == ["0 failed(zeroByteResource)"])
  }

  @Test("A step is one chunk, however many pieces it goes out in")
  func chunks() {
    let link = NetworkProfile(name: "", download: .init(bytesPerSecond: 1_000_000))
    var player = Player(
      plan(String(repeating: "x", count: 5_000), links: [link]), to: .get, on: .http1,
      start: .zero)
    var (now, opened, closed, count) = (Duration.zero, [Int](), 0, 0)
    loop: while true {
      switch player.next(room: 700, at: now) {
      case .body(let piece):
        if let size = piece.opens { opened.append(size) }
        closed += piece.closes ? 1 : 0
        count += piece.source.count
        #expect(piece.source.count <= 700)
      case .wait(_, let until?): now = until
      case .end: break loop
      default: continue
      }
    }
    #expect(opened == [5_000])
    #expect((closed, count) == (1, 5_000))
  }

  @Test(
    "A body that is on its way goes out as it comes, through the links",
    arguments: [
      Player.TransportKind.http1, .http2,
    ])
  func tail(_ transportKind: Player.TransportKind) {
    let tail = BodyTail()
    func append(_ count: Int) { [UInt8](repeating: 1, count: count).withUnsafeBytes(tail.append) }
    var plan = ResponsePlan(head: ResponseHead())
    plan.tail = tail
    plan.links = [NetworkLink(NetworkProfile(name: "", download: .init(bytesPerSecond: 10_000)))]
    var host = VirtualHost(Player(plan, to: .get, on: transportKind, start: .zero))
    host.play()
    #expect(host.lines == ["0 head", "0 waits for more"])
    append(1_000)
    host.now = .seconds(5)
    host.play()
    // It counts from when it came.
    #expect(host.lines.last == "5100 waits for more")
    append(2_000)
    tail.finish()
    host.play()
    #expect(host.lines.last == "5300 complete")
    #expect(host.bytes == 3_000)
  }

  @Test("A client that does not read keeps the tail's bytes where they are")
  func tailWithoutRoom() {
    let tail = BodyTail(window: 10)
    var plan = ResponsePlan(head: ResponseHead())
    plan.tail = tail
    var host = VirtualHost(Player(plan, to: .get, on: .http1, start: .zero))
    host.play()
    [UInt8](repeating: 1, count: 10).withUnsafeBytes(tail.append)
    host.play(room: 0)
    #expect(host.lines.last == "0 waits for room")
    #expect(!tail.hasRoom {})
    host.play(room: 4)
    #expect(host.bytes == 10)
    #expect(tail.hasRoom {})
  }
}
