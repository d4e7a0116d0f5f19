import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct IsolationTests {
  @Test("300 stubbers answer one URL at the same time, each with its own text")
  func manyStubbers() async throws {
    let mixed = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<300 {
        group.addTask {
          let stubber = HTTPStubber()
          stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("answer \(number)")))
          let session = stubber.session
          for _ in 0..<3 {
            if try await session.text(from: "http://one.example/") != "answer \(number)" {
              return true
            }
          }
          return false
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(mixed == 0)
  }

  @Test("stubs come and go on 8 threads under load, and every request is answered")
  func churn() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().priority(9).stub(for: .get, .text("floor")))
    let session = stubber.session
    let answered = Shared(0)
    let isOver = Shared(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          while !isOver.value {
            let stub = HTTPStubRequest().stub(for: .get, .text("passing"))
            stubber.add(stub: stub)
            await Task.yield()
            stubber.remove(stub: stub)
          }
        }
      }
      try await withThrowingTaskGroup(of: Void.self) { requests in
        for _ in 0..<16 {
          requests.addTask {
            for _ in 0..<100 {
              let text = try await session.text(from: "http://one.example/")
              if text == "floor" || text == "passing" { answered.update { $0 += 1 } }
            }
          }
        }
        try await requests.waitForAll()
      }
      isOver.update { $0 = true }
    }
    #expect(answered.value == 1_600)
    #expect(stubber.journal.receivedCount == 1_600)
  }

  @Test("a stub that is removed while its response is delayed still answers")
  func removalInFlight() async throws {
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("late").delayed(by: .seconds(5))))
    let session = stubber.session
    async let text = session.text(from: "http://one.example/")
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    stubber.removeAllStubs()
    clock.advance(by: .seconds(5))
    #expect(try await text == "late")
  }

  @Test("a stubber goes when its last reference goes")
  func weakness() {
    weak var gone: HTTPStubber?
    do {
      let stubber = HTTPStubber()
      _ = stubber.session
      gone = stubber
    }
    #expect(gone == nil)
  }
}
