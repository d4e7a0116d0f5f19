import Foundation
import StubCore
import Testing

@Suite("The rest of a body that is on its way")
struct BodyTailTests {
  private func append(_ text: String, to tail: BodyTail) {
    Array(text.utf8).withUnsafeBytes { tail.append($0) }
  }

  @Test("Received bytes are taken at once, in order, then the end, repeatedly")
  func taking() {
    let tail = BodyTail()
    #expect(tail.take(upTo: .max) == .nothingYet)
    append("a", to: tail)
    append("", to: tail)
    append("bc", to: tail)
    #expect(tail.take(upTo: .max) == .bytes(Data("abc".utf8)))
    #expect(tail.take(upTo: .max) == .nothingYet)
    append("d", to: tail)
    tail.finish()
    tail.finish(.network(.timedOut))
    #expect(tail.take(upTo: .max) == .bytes(Data("d".utf8)))
    #expect(tail.take(upTo: .max) == .end)
    #expect(tail.take(upTo: .max) == .end)
  }

  @Test("The reason for the end comes after the received bytes")
  func failure() {
    let tail = BodyTail()
    append("a", to: tail)
    tail.finish(.network(.networkConnectionLost))
    #expect(tail.take(upTo: .max) == .bytes(Data("a".utf8)))
    #expect(tail.take(upTo: .max) == .failure(.network(.networkConnectionLost)))
  }

  @Test("A waiter is called once: for bytes, for the end, and at once if there are any")
  func waiting() {
    let tail = BodyTail()
    let count = Lock(0)
    func wait() -> Int {
      tail.wait { count.withLock { $0 += 1 } }
      return count.withLock { $0 }
    }
    #expect(wait() == 0)
    append("a", to: tail)
    append("b", to: tail)
    #expect(count.withLock { $0 } == 1)
    #expect(wait() == 2)
    _ = tail.take(upTo: .max)
    #expect(wait() == 2)
    tail.finish()
    #expect(count.withLock { $0 } == 3)
    #expect(wait() == 4)
  }
}
