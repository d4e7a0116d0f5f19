import StubCore
import Testing

@testable import StubServer

@Suite struct SentTallyTests {
  @Test("Bytes in one stretch are counted one by one")
  func stretch() {
    var tally = SentTally()
    tally.begin(at: 100)
    tally.endHead(at: 150)
    tally.add(10, to: 160, sent: 100)
    tally.add(20, to: 180, sent: 100)
    #expect(!tally.hasBegun(sent: 100) && tally.hasBegun(sent: 101))
    #expect(!tally.hasHead(sent: 149) && tally.hasHead(sent: 150))
    for sent in 100...200 {
      #expect(tally.bodyCount(sent: sent) == min(30, max(0, sent - 150)), "\(sent)")
    }
    #expect(tally.written == 30)
  }

  @Test("Bytes between framing are counted without it", arguments: [1, 5, 64, 65, 1_000])
  func framed(count: Int) {
    var tally = SentTally()
    tally.endHead(at: 0)
    // Three bytes of framing before and two behind each piece of ten.
    for piece in 0..<count { tally.add(10, to: piece * 15 + 13, sent: piece * 15 - 80) }
    for sent in stride(from: max(0, count * 15 - 60), through: count * 15, by: 1) {
      let whole = sent / 15 * 10
      #expect(tally.bodyCount(sent: sent) == whole + min(10, max(0, sent % 15 - 3)), "\(sent)")
    }
  }

  @Test("However many pieces wait, no more bytes are counted than have left")
  func crowded() {
    var tally = SentTally()
    for piece in 0..<10_000 { tally.add(1, to: piece * 6 + 4, sent: 0) }
    for sent in stride(from: 0, through: 60_000, by: 997) {
      let exact = (sent + 2) / 6
      #expect(tally.bodyCount(sent: sent) <= exact)
    }
    #expect(tally.bodyCount(sent: 60_000) == 10_000)
  }

  @Test("Nothing has begun of a response without a byte")
  func nothing() {
    let tally = SentTally()
    #expect(!tally.hasBegun(sent: .max) && !tally.hasHead(sent: .max))
    #expect(tally.bodyCount(sent: .max) == 0)
  }
}
