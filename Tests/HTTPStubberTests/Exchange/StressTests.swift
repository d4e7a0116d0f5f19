import Foundation
import HTTPStubber
import TestSupport
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
    print("StressTests: 3 x 10000 requests, to be fast; STUBBER_STRESS=1000000 for a whole run")
    return 10_000
  }()

  private enum Outcome { case answered, failed, wrong }

  @Test("no answer is lost, delayed or failed, however many are outstanding", arguments: [32, 128])
  func delayedAndFailed(outstanding: Int) async throws {
    let stubber = HTTPStubber(
      stubs: StubSet(journal: Journal(limits: Journal.Limits(count: 10, bytes: 10_000))))
    stubber.add(
      stub: HTTPStubRequest().at("/delayed").stub(
        for: .get, .text("hello").delayed(by: .milliseconds(1)))
    )
    stubber.add(
      stub: HTTPStubRequest().at("/failed").stub(
        for: .get, .failure(.networkConnectionLost).delayed(by: .milliseconds(1))))
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

  @Test("500 tests at a time each get their own answers, none early, with 64 requests outstanding")
  func manyTests() async throws {
    // A whole run makes the tests 20 times.
    let runs = Self.count > 10_000 ? 20 : 1
    let share = max(Self.count / runs / 500, 1)
    let start = ContinuousClock.now
    var mistakes: [String] = []
    for _ in 0..<runs {
      let tests = (0..<500).map { SmallTest(number: $0) }
      let next = Shared(0)
      mistakes += await withTaskGroup(of: [String].self) { group in
        for _ in 0..<64 {
          group.addTask {
            var mistakes: [String] = []
            while true {
              var number = 0
              next.update { next in
                number = next
                next += 1
              }
              if number >= 500 * share { return mistakes }
              if let mistake = await tests[number % 500].send(number) { mistakes.append(mistake) }
            }
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      for test in tests where test.stubber.journal.receivedCount != share {
        mistakes.append("test \(test.number) got \(test.stubber.journal.receivedCount) requests")
      }
    }
    #expect(mistakes == [])
    if runs > 1 { print("\(500 * share * runs) of 500 tests: \(ContinuousClock.now - start)") }
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

/// A test with a stubber of its own, which answers the URL that all tests use.
private struct SmallTest: Sendable {
  private static let delay = Duration.milliseconds(1)

  let number: Int
  let stubber = HTTPStubber()
  let session: URLSession

  init(number: Int) {
    self.number = number
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { request, _ in
        let response = HTTPStubResponse()
        response.body = "\(number) \(request.target.query ?? "")"
        return response
      })
    stubber.add(
      stub: HTTPStubRequest().at("/late").stub(
        for: .get, .text("\(number) late").delayed(by: Self.delay))
    )
    stubber.add(
      stub: HTTPStubRequest().at("/failed").stub(for: .get, .failure(.networkConnectionLost)))
    session = stubber.session
  }

  /// Sends a request, and says what is wrong with the answer.
  func send(_ request: Int) async -> String? {
    let path = ["/now", "/late", "/failed", "/now"][request / 500 % 4]
    let start = ContinuousClock.now
    do {
      let text = try await session.text(from: "http://one.example\(path)?\(request)")
      let expected = path == "/late" ? "\(number) late" : "\(number) \(request)"
      if text != expected || path == "/failed" { return "expected \(expected), got \(text)" }
      let isEarly = path == "/late" && ContinuousClock.now - start < Self.delay
      return isEarly ? "\(request) came early" : nil
    } catch {
      let isExpected = path == "/failed" && (error as? URLError)?.code == .networkConnectionLost
      return isExpected ? nil : "\(request): \(error)"
    }
  }
}
