import StubCore
import Testing

@testable import StubServer

@Suite struct ResetDelayTests {
  private static let patience = Duration.seconds(60)

  @Test("A connection is reset at once when the client has everything")
  func nothingUnderWay() {
    var delay = ResetDelay()
    #expect(delay.nextLook(at: .seconds(7), underWay: 0, patience: Self.patience) == nil)
  }

  @Test("A reset waits as long as the client takes bytes, however slowly, and then comes at once")
  func slowClient() {
    var delay = ResetDelay()
    for left in (1...10).reversed() {
      // From one byte to the next it takes nearly all the time that it has.
      let now = Duration.seconds(59) * (11 - left)
      #expect(delay.nextLook(at: now, underWay: left, patience: Self.patience) != nil)
    }
    #expect(delay.nextLook(at: .seconds(591), underWay: 0, patience: Self.patience) == nil)
  }

  @Test("A client that takes nothing is reset when its time is over, and looked at more rarely")
  func silentClient() {
    var delay = ResetDelay()
    let start = Duration.seconds(100)
    var (now, looks) = (start, [Duration]())
    while let next = delay.nextLook(at: now, underWay: 9, patience: Self.patience) {
      looks.append(next - now)
      now = next
    }
    #expect(now == start + Self.patience)
    #expect(looks.first == .milliseconds(1))
    #expect(looks.max() == .milliseconds(50))
  }
}
