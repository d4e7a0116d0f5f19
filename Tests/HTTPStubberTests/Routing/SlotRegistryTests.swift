import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct SlotRegistryTests {
  /// A session of a stubber that nothing refers to any more.
  private func orphan(answering text: String) -> URLSession {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .body(text)))
    return stubber.session
  }

  @Test("each number has a class of its own, always the same")
  func classes() {
    let keys = (0..<200).map { Slot(number: $0).key }
    #expect(Set(keys).count == 200)
    #expect((0..<200).map { Slot(number: $0).key } == keys)
  }

  @Test("a slot is never used again, and answers only as long as its endpoint lives")
  func neverReused() {
    var seen: Set<Int> = []
    for _ in 0..<3_000 {
      let slot = Endpoint(stubs: StubSet(), clock: SystemClock()).slot
      #expect(seen.insert(slot.number).inserted)
      #expect(SlotRegistry.shared.endpoint(for: slot.protocolClass) == nil)
    }
    let endpoint = Endpoint(stubs: StubSet(), clock: SystemClock())
    #expect(SlotRegistry.shared.endpoint(for: endpoint.slot.protocolClass) === endpoint)
  }

  @Test("a session whose stubber is gone fails with an explanation and never reaches out")
  func forgotten() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    do {
      let stubber = HTTPStubber()
      // Names the stubber without keeping anything of it.
      configuration.protocolClasses = stubber.configuration.protocolClasses
    }
    let error = await #expect(throws: URLError.self) {
      try await URLSession(configuration: configuration).text(from: "http://one.example/")
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(error?.localizedDescription.contains("keep a reference") == true)
  }

  #if canImport(FoundationNetworking)
  @Test("a session keeps what answers it, even if its stubber is gone, and no longer than it lives")
  func kept() async throws {
    weak var endpoint: Endpoint?
    do {
      let session = orphan(answering: "still here")
      endpoint = session.configuration.connectionProxyDictionary?["HTTPStubber"] as? Endpoint
      #expect(endpoint != nil)
      #expect(try await session.text(from: "http://one.example/") == "still here")
    }
    // A session that has run a task is let go of on its own queue.
    while endpoint != nil { await Task.yield() }
  }

  @Test("200 old sessions get their own answers while 10,000 stubbers come and go")
  func manyStubbers() async throws {
    let sessions = (0..<200).map { orphan(answering: "old \($0)") }
    let isOver = Shared(false)
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for part in 0..<8 {
        group.addTask {
          var wrong = 0
          repeat {
            for number in stride(from: part, to: 200, by: 8) {
              let text = try await sessions[number].text(from: "http://one.example/")
              if text != "old \(number)" { wrong += 1 }
            }
          } while !isOver.value
          return wrong
        }
      }
      group.addTask {
        defer { isOver.update { $0 = true } }
        var wrong = 0
        for number in 0..<10_000 {
          let stubber = HTTPStubber()
          guard number % 100 == 0 else { continue }
          stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("new \(number)")))
          let text = try await stubber.session.text(from: "http://one.example/")
          if text != "new \(number)" { wrong += 1 }
        }
        return wrong
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }
  #endif
}
