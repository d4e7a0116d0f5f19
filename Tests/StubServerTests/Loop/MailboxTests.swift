import TestSupport
import Testing

@testable import StubServer

@Suite(.timeLimit(.minutes(5))) struct MailboxTests {
  @Test("What the receiver posts to itself runs after what it is doing, in order", arguments: 0...3)
  func own(count: Int) async throws {
    let order = try await noted { mailbox, note in
      mailbox.post { _ in
        for number in 0..<count { mailbox.post { _ in note(number) } }
        mailbox.post { $0.stop() }
        note(-1)
      }
    }
    #expect(order == [-1] + Array(0..<count))
  }

  @Test("What the receiver posts after its end is discarded")
  func ended() async throws {
    let mailbox = Shared<Mailbox<EventLoop>?>(nil)
    let order = try await noted { new, _ in
      mailbox.update { $0 = new }
      new.post { $0.stop() }
    }
    #expect(order == [])
    #expect(try #require(mailbox.value).post { _ in } == false)
  }

  /// Runs a loop on a thread until it is stopped; returns the numbers that were noted.
  private func noted(
    _ begin: @escaping @Sendable (Mailbox<EventLoop>, @escaping @Sendable (Int) -> Void) -> Void
  ) async throws -> [Int] {
    let mailbox = try Mailbox<EventLoop>()
    let numbers = Shared<[Int]>([])
    return await withCheckedContinuation { next in
      let thread: Void? = try? LoopThread.start {
        guard let loop = try? EventLoop() else { return next.resume(returning: []) }
        let watch = mailbox.watch(on: loop) { loop }
        begin(mailbox) { number in numbers.update { $0.append(number) } }
        loop.run()
        mailbox.closeDown(for: loop)
        withExtendedLifetime(watch) {}
        next.resume(returning: numbers.value)
      }
      if thread == nil { next.resume(returning: []) }
    }
  }
}
