import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Delayed and failed answers by the thousand: what crashes when the client is called from anywhere.
@Suite(.serialized) struct StressTests {
  /// The number of requests of each run, from the environment; a whole run takes minutes.
  static let count: Int = {
    if let text = ProcessInfo.processInfo.environment["STUBBER_STRESS"], let count = Int(text) {
      return count
    }
    print("StressTests: 2 x 10000 requests, to be fast; STUBBER_STRESS=1000000 for a whole run")
    return 10_000
  }()

  private enum Outcome { case answered, failed, wrong }

  @Test("no answer is lost, delayed or failed, however many are outstanding", arguments: [32, 128])
  func delayedAndFailed(outstanding: Int) async throws {
    let stubber = HTTPStubber(
      stubs: StubSet(journal: Journal(limits: Journal.Limits(count: 10, bytes: 10_000))))
    stubber.add(
      stub: HTTPStubRequest().at("/delayed").stub(for: .get, delay: .milliseconds(1), body: "hello")
    )
    stubber.add(
      stub: HTTPStubRequest().at("/failed").stub(
        for: .get, delay: .milliseconds(1), error: .networkConnectionLost))
    let session = stubber.session
    let delayed = try request(.get, "http://one.example/delayed")
    let failed = try request(.get, "http://one.example/failed")
    let share = (Self.count + outstanding - 1) / outstanding
    let start = ContinuousClock.now
    let outcomes = await withTaskGroup(of: [Outcome: Int].self) { group in
      for _ in 0..<outstanding {
        group.addTask {
          var outcomes: [Outcome: Int] = [:]
          for number in 0..<share {
            let outcome = await Self.load(number % 2 == 0 ? delayed : failed, in: session)
            outcomes[outcome, default: 0] += 1
          }
          return outcomes
        }
      }
      return await group.reduce(into: [:]) { $0.merge($1) { $0 + $1 } }
    }
    let halves = ((share + 1) / 2 * outstanding, share / 2 * outstanding)
    #expect(outcomes[.answered] == halves.0)
    #expect(outcomes[.failed] == halves.1)
    #expect(outcomes[.wrong] == nil)
    #expect(stubber.journal.receivedCount == share * outstanding)
    if Self.count > 10_000 {
      print("\(share * outstanding) at \(outstanding): \(ContinuousClock.now - start)")
    }
  }

  private static func load(_ request: URLRequest, in session: URLSession) async -> Outcome {
    do {
      let (data, _) = try await session.data(for: request)
      return data == Data("hello".utf8) ? .answered : .wrong
    } catch {
      return (error as? URLError)?.code == .networkConnectionLost ? .failed : .wrong
    }
  }
}
