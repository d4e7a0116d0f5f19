import Foundation
import StubCore
import StubLanguages
import Testing

@Suite("The rest of a body that is on its way")
struct BodyTailTests {
  @Test("A tail whose client has left keeps nothing, and lets its source go on to the end")
  func abandoned() {
    let tail = BodyTail(window: 4)
    append("12345", to: tail)
    let isTold = AtomicBool(false)
    #expect(!tail.hasRoom { isTold.store(true) })
    tail.abandon()
    let hasHeard = isTold.load()
    #expect(hasHeard)
    append("6789", to: tail)
    #expect(tail.hasRoom {})
    #expect(tail.take(upTo: 9) == .nothingYet)
    tail.finish()
    #expect(tail.take(upTo: 9) == .end)
  }

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

  private func plan(_ fault: HTTPStubFault, _ tail: BodyTail) -> ResponsePlan {
    var plan = ResponsePlan(head: ResponseHead())
    plan.tail = tail
    return plan.with(fault)
  }

  @Test(
    "A fault that plays a body as it comes, or shows no head, does not wait for it",
    .timeLimit(.minutes(5)),
    arguments: [
      HTTPStubFault.neverAnswer, .garbage, .slowHead(every: .zero), .duplicateLength,
    ])
  func notNeeded(_ fault: HTTPStubFault) async {
    let tail = BodyTail()
    let plan = plan(fault, tail)
    #expect(await plan.withBodyForFault() == plan)
  }

  @Test(
    "A fault within a body that has no end yet waits only for its part", .timeLimit(.minutes(5)))
  func part() async {
    let tail = BodyTail()
    append("01234", to: tail)
    let plan = await plan(.close(after: .bytes(4)), tail).withBodyForFault()
    #expect(plan.tail == nil)
    #expect(plan.body == .data(Data("01234".utf8)))
    #expect(plan.head?.headers[.transferEncoding] == "chunked")
    #expect(plan.head?.headers[.contentLength] == nil)
  }

  @Test("A fault that needs the whole body waits for its end, and announces its length")
  func whole() async {
    let tail = BodyTail()
    append("0123456789", to: tail)
    let waiting = plan(.wrongLength(by: 3), tail)
    async let made = waiting.withBodyForFault()
    tail.finish(.network(.timedOut))
    let plan = await made
    #expect(plan.body == .data(Data("0123456789".utf8)))
    #expect(plan.head?.headers[.contentLength] == "13")
    #expect(plan.failure == .network(.timedOut))
  }
}
