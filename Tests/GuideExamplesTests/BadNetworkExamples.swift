import ExampleSupport
import Foundation
import HTTPStubber
import StubFiles
import StubServer
import TestSupport
import Testing

@Suite("Bad networks") struct BadNetworkExamples {
  /// The stub files of the repository.
  private static let stubs = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Stubs").path

  @Test("The body of a response is spread over time")
  func pace() async throws {
    // example: pace
    let stub = HTTPStubRequest()
      .stub(for: .get) { response in
        response.body = "five pieces"
        response.delay = .milliseconds(500)  // before the head
        response.responseTime = .dribble(chunks: 5, over: 2)
      }
      .stub(
        for: .post,
        .chunks(
          [
            .event("hello"),
            .event(#"{"left": 3}"#, name: "stock", id: "7", after: 1),
          ], contentType: .eventStream))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").duration == .seconds(2.5))
    let events = try await stubs.plan(.post, "/")
    #expect(events.text.hasSuffix("event: stock\nid: 7\ndata: {\"left\": 3}\n\n"))
    #expect(events.duration == .seconds(1))
  }

  @Test("Random delays repeat with the seed")
  func chance() async throws {
    func delay() async throws -> Duration {
      // example: random delay
      let random = SeededRandom(seed: 7)
      let stubs = StubSet(templateEnvironment: TemplateEnvironment(random: random))
      stubs.add(
        stub: HTTPStubRequest()
          .stub(
            for: .get,
            .text("late").delayed(by: .lognormal(median: .milliseconds(90), sigma: 0.4, max: 5))
          )
          .stub(for: .put, .text("at any time").delayed(by: .uniform(0.1...2))))
      // end of example
      return try await stubs.plan(.get, "/").beforeHead
    }
    #expect(try await delay() == delay())
    #expect(try await delay() > .zero)
  }

  @Test("A gate holds a response until it opens")
  func gate() async throws {
    let stubber = HTTPStubber()
    let session = stubber.session
    // example: gate
    let gate = HTTPStubGate()
    stubber.add(stub: HTTPStubRequest().match(path: "/report").stub { $0.gate = gate })
    // … start the request, see that the app shows it is waiting, then
    gate.open()
    // end of example
    #expect(try await session.text(from: "http://a.example/report") == "")
  }

  @Test("Faults come always, by chance, or at first")
  func faults() async throws {
    // example: faults
    let stub = HTTPStubRequest()
      .stub(for: .get, .text("a long story").failing(with: .reset(after: .percent(50))))
      .stub(for: .put, .fault(.emptyResponse, first: 2))
      .stub(for: .post, .fault(.neverAnswer, probability: 0.3))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").fault == .reset(after: .percent(50)))
    for isFaulty in [true, true, false] {
      #expect(try await (stubs.plan(.put, "/").fault != nil) == isFaulty)
    }
    _ = try await stubs.plan(.post, "/")
  }

  @Test("A fault of one's own is a script")
  func ownFault() async throws {
    let stubs = StubSet(
      HTTPStubRequest().stub(for: .get) { response in
        response.body = "abcd"
        response.fail(with: .hiccup)
      })
    #expect(try await stubs.plan(.get, "/").duration == .seconds(2))
  }

  @Test("All responses of a set share its line")
  func network() async throws {
    // example: network
    let stubs = StubSet()
    stubs.network = .threeG
    stubs.network = NetworkProfile(
      name: "cellar", download: HTTPConnectionSpeed(bytesPerSecond: 20_000),
      latency: .milliseconds(300), jitter: .milliseconds(50),
      stalls: NetworkProfile.Stalls(every: .seconds(10), lasting: .seconds(1)))
    // end of example
    stubs.add(stub: HTTPStubRequest().stub(.status(.ok)))
    let delay = try await stubs.plan(.get, "/").beforeHead
    #expect(delay >= .milliseconds(300) && delay <= .milliseconds(350))
  }

  @Test("Faults of connections and TLS are set on the listener, or come from rules")
  func listenerFaults() async throws {
    let path = Self.stubs
    let stubs = StubSet()
    let listener = try Listener(stubs: stubs, port: 0)
    // example: listener faults
    listener.faults.connection = ConnectionFaultRule(.reset, first: 3)
    listener.faults.connection = ConnectionFaultRule(.refuse, for: .seconds(5))
    listener.connectionFault = .refuse  // until it is set to nil
    listener.faults.tls = [TLSFaultRule(.expiredCertificate, serverName: "old.example")]

    let rules = try RuleSet(contentsOf: [path])
    stubs.load(rules)
    listener.faults = rules.faults
    // end of example
    #expect(listener.faults == .none)
  }

  @Test("Gates of rule files have their names")
  func namedGates() async throws {
    let path = Self.stubs
    let stubs = StubSet()
    // example: named gates
    let rules = try RuleSet(contentsOf: [path])
    stubs.load(rules)
    rules.gates["report"]?.open()
    // end of example
    #expect(!stubs.stubs.isEmpty)
  }
}

// example: own fault
extension HTTPStubFault {
  /// Half of the body, a pause, the rest.
  static let hiccup = HTTPStubFault(
    "hiccup", steps: [.head, .body(.percent(50)), .wait(.seconds(2)), .body(.all), .finish],
    clientError: nil)
}
// end of example
