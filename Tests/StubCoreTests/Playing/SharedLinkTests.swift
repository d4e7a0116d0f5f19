import Foundation
import StubCore
import Testing

@Suite("Bodies on one link of 200 KB/s")
struct SharedLinkTests {
  private let link = NetworkLink(
    NetworkProfile(name: "", download: HTTPConnectionSpeed(bytesPerSecond: 200_000)))

  private func host(_ count: Int, _ pacing: ResponseTiming.Pacing = .atOnce) -> VirtualHost {
    var plan = ResponsePlan(
      head: ResponseHead(status: .ok), body: .data(Data(repeating: 7, count: count)),
      timing: ResponseTiming(body: pacing))
    plan.links = [link]
    return VirtualHost(Player(plan, to: .get, on: .http1, start: .zero))
  }

  @Test("A body with a speed of its own gets as much of the link as another")
  func shares() {
    var paced = host(200_000, .rate(100_000))
    var other = host(200_000)
    while other.bytes < 190_000 {
      if paced.now <= other.now { paced.step() } else { other.step() }
    }
    #expect(abs(paced.bytes - other.bytes) < 5_000)
  }

  @Test("A body with a speed of its own keeps to it when it is alone again on the link")
  func speed() {
    var paced = host(400_000, .rate(100_000))
    var second = host(200_000)
    var third = host(200_000)
    var (runsSecond, runsThird) = (true, true)
    while runsSecond || runsThird {
      let secondTime = runsSecond ? second.now : .seconds(100)
      let thirdTime = runsThird ? third.now : .seconds(100)
      if paced.now <= min(secondTime, thirdTime) {
        paced.step()
      } else if secondTime <= thirdTime {
        runsSecond = second.step()
      } else {
        runsThird = third.step()
      }
    }
    // Each has had a third of the link for 3 s.
    #expect(abs(paced.bytes - 200_000) < 10_000)
    paced.play()
    #expect(paced.bytes == 400_000)
    #expect(abs(paced.now.seconds - 5) < 0.2)
  }

  @Test("A body alone on the link is as fast as it says, on a host that wakes up late too")
  func alone() {
    for lateness in [0, 5] {
      var paced = host(100_000, .rate(100_000))
      var before = paced.now
      while paced.step() {
        if paced.now > before { paced.now += .milliseconds(lateness) }
        before = paced.now
      }
      #expect((0.999..<1.03).contains(paced.now.seconds))
    }
  }
}
