import CoreTestSupport
import Foundation
import StubCore
import Testing

/// A time is given in one way everywhere: seconds, milliseconds, a `Duration`, or a random time.
@Suite("Times as arguments")
struct GivenTimeTests {
  /// A time in the way of one type, and what it comes to.
  private struct Time {
    let given: any HTTPStubDelayConvertible
    let expected: ClosedRange<Duration>

    init(_ given: any HTTPStubDelayConvertible, from first: Duration, to last: Duration? = nil) {
      self.given = given
      // The pace of a body is a fraction of a second for each byte.
      let error = Duration.microseconds(1)
      expected = first - error...(last ?? first) + error
    }
  }

  /// A place that takes a time, with the part of a plan that shows it.
  private struct Place {
    let name: String
    let stub: (any HTTPStubDelayConvertible) -> HTTPStubRequest
    let wait: (ResponsePlan) -> Duration

    init(
      _ name: String, _ wait: @escaping (ResponsePlan) -> Duration = \.timing.beforeHead,
      _ stub: @escaping (any HTTPStubDelayConvertible) -> HTTPStubRequest
    ) {
      (self.name, self.wait, self.stub) = (name, wait, stub)
    }
  }

  private static var times: [Time] {
    [
      Time(2, from: .seconds(2)),
      Time(0.3, from: .milliseconds(300)),
      Time(.milliseconds(300), from: .milliseconds(300)),
      Time(.milliseconds(0.5), from: .microseconds(500)),
      Time(.seconds(1.5), from: .milliseconds(1_500)),
      Time(Duration.seconds(4), from: .seconds(4)),
      Time(.fixed(Duration.seconds(4)), from: .seconds(4)),
      Time(0.25 as HTTPStubDelay, from: .milliseconds(250)),
      Time(.uniform(1...2), from: .seconds(1), to: .seconds(2)),
      Time(.uniform(.seconds(1) ... .seconds(2)), from: .seconds(1), to: .seconds(2)),
      Time(
        .oneOf([0.5, .seconds(1), Duration.seconds(2)]), from: .milliseconds(500), to: .seconds(2)),
      Time(.normal(mean: 5, deviation: 0), from: .seconds(5)),
      Time(
        .lognormal(median: .milliseconds(20), sigma: 1, max: 0.05), from: .zero,
        to: .milliseconds(50)),
    ]
  }

  private static var places: [Place] {
    [
      Place("delayed(by:)") { HTTPStubRequest().stub(.text("ab").delayed(by: $0)) },
      Place("a failure") { HTTPStubRequest().stub(.failure(.timedOut).delayed(by: $0)) },
      Place("an echo") { HTTPStubRequest().stub(.echo.delayed(by: $0)) },
      Place("delay") { time in HTTPStubRequest().stub { $0.delay = time } },
      Place("responseDelay") { time in HTTPStubRequest().stub { $0.responseDelay = time } },
      Place("randomDelay") { time in HTTPStubRequest().stub { $0.randomDelay = time } },
      Place("delayedBy") { time in
        HTTPStubRequest().stub { $0.responseTime = .delayedBy(time) }
      },
      Place("json") { HTTPStubRequest().stub(delay: $0, json: Data()) },
      Place("responseProvider") { HTTPStubRequest().stub(delay: $0) { _, _ in .text("ab") } },
      Place("sequence") { HTTPStubRequest().stub(delay: $0, sequence: [.text("ab")]) },
      Place("spread(over:)", \.end) { HTTPStubRequest().stub(.text("ab").spread(over: $0)) },
      Place("dribble", \.end) { time in
        HTTPStubRequest().stub {
          $0.body = "ab"
          $0.responseTime = .dribble(chunks: 2, over: time)
        }
      },
      Place("chunks", \.end) { HTTPStubRequest().stub(.chunks([HTTPStubChunk("a", after: $0)])) },
      Place("event", \.end) { HTTPStubRequest().stub(.chunks([.event("a", after: $0)])) },
    ]
  }

  @Test("Each kind of time is taken in each place")
  func product() throws {
    for time in Self.times {
      for place in Self.places {
        let stub = place.stub(time.given)
        #expect(stub.snapshot.problems == [])
        let wait = place.wait(try stub.plan())
        #expect(time.expected.contains(wait), "\(place.name): \(wait) for \(time.given)")
      }
    }
  }

  @Test("A random time is drawn for each response, and the same again from the same seed")
  func random() throws {
    func waits(
      _ place: (any HTTPStubDelayConvertible) -> HTTPStubRequest, _ wait: (ResponsePlan) -> Duration
    ) throws -> [Duration] {
      let stubs = StubSet(templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: 7)))
      stubs.add(stub: place(.uniform(1...2)))
      return try (0..<3).map { _ in
        wait(try #require(stubs.receive(ReceivedRequest(.get, "/")).outcome.plan))
      }
    }
    for place in Self.places {
      let drawn = try waits(place.stub, place.wait)
      #expect(Set(drawn).count == 3, "\(place.name)")
      #expect(try waits(place.stub, place.wait) == drawn, "\(place.name)")
    }
  }

  @Test("A time below 0 is refused in each place but that of a speed")
  func negative() throws {
    for place in Self.places where place.name != "spread(over:)" {
      for time in [-1, -0.5, .milliseconds(-1), Duration.seconds(-1)]
        as [any HTTPStubDelayConvertible]
      {
        #expect(place.stub(time).snapshot.problems.count == 1, "\(place.name)")
      }
    }
    let speed = try HTTPStubRequest().stub(.text("ab").spread(over: -7)).plan()
    #expect(speed.timing.body == .rate(7_000))
  }

  @Test("A fixed and a random delay are both waited for, whichever property has which")
  func both() throws {
    let fixed = try HTTPStubRequest().stub { response in
      response.delay = .uniform(1...1)
      response.randomDelay = .uniform(2...2)
      response.responseTime = .delayedBy(4)
    }.plan()
    #expect(fixed.timing.beforeHead == .seconds(7))
  }

  @Test("Numbers beyond all reason are a year, or refused")
  func extremes() throws {
    for time in [Int.max, 1e300, Double.infinity, .seconds(Int.max)]
      as [any HTTPStubDelayConvertible]
    {
      #expect(
        try HTTPStubRequest().stub(.text("").delayed(by: time)).plan().timing.beforeHead
          == .longestDelay)
    }
    #expect(HTTPStubRequest().stub(.text("").delayed(by: Double.nan)).snapshot.problems.count == 1)
  }
}

extension ResponsePlan {
  /// When its last step is due.
  fileprivate var end: Duration { Array(steps).last?.at ?? .zero }
}
