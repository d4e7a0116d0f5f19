import CoreTestSupport
import Testing

@testable import StubCore

@Suite("Drawn delays")
struct HTTPStubDelayTests {
  private func draws(
    _ delay: HTTPStubDelay, seed: UInt64 = 1, count: Int = 20_000
  ) -> [Double] {
    let random = SeededRandom(seed: seed)
    return (0..<count).map { _ in delay.draw(from: random).seconds }
  }

  private func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private func deviation(_ values: [Double]) -> Double {
    let middle = mean(values)
    return mean(values.map { ($0 - middle) * ($0 - middle) }).squareRoot()
  }

  private func share(of values: [Double], where fits: (Double) -> Bool) -> Double {
    Double(values.filter(fits).count) / Double(values.count)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  @Test(
    "One seed gives the same delays twice, another seed others",
    arguments: [
      .uniform(.seconds(1) ... .seconds(2)), .normal(mean: .seconds(2), deviation: .seconds(1)),
      .lognormal(median: .seconds(1), sigma: 1),
      .oneOf([.seconds(1), .seconds(2), .seconds(3)]),
    ] as [HTTPStubDelay])
  func repeatable(delay: HTTPStubDelay) {
    #expect(draws(delay, count: 50) == draws(delay, count: 50))
    #expect(draws(delay, count: 50) != draws(delay, seed: 2, count: 50))
  }

  @Test("A fixed delay is always the same")
  func fixed() {
    #expect(Set(draws(.fixed(.milliseconds(1500)), count: 100)) == [1.5])
  }

  @Test("A uniform delay stays in its range and fills it evenly")
  func uniform() {
    let values = draws(.uniform(.seconds(1) ... .seconds(3)))
    #expect(values.allSatisfy { (1...3).contains($0) })
    #expect(abs(mean(values) - 2) < 0.02)
    // The deviation of an even distribution is its width by the square root of 12.
    let expected = 2 / 12.0.squareRoot()
    #expect(abs(deviation(values) - expected) < 0.02)
  }

  @Test("A normal delay has its mean and deviation, and is never negative")
  func normal() {
    let values = draws(.normal(mean: .seconds(2), deviation: .milliseconds(300)))
    #expect(abs(mean(values) - 2) < 0.01)
    #expect(abs(deviation(values) - 0.3) < 0.01)
    let near = share(of: values) { (1.7...2.3).contains($0) }
    #expect(abs(near - 0.683) < 0.01)
    #expect(draws(.normal(mean: .seconds(0), deviation: .seconds(1))).allSatisfy { $0 >= 0 })
  }

  @Test("A lognormal delay has its median, its mean above it, and its limit")
  func lognormal() {
    let values = draws(.lognormal(median: .milliseconds(200), sigma: 0.5))
    #expect(abs(median(values) - 0.2) < 0.005)
    // The mean is the median times exp(sigma² / 2).
    let expected = 0.2 * 1.133_15
    #expect(abs(mean(values) - expected) < 0.005)
    let limited = draws(.lognormal(median: .milliseconds(200), sigma: 0.5, max: .milliseconds(300)))
    #expect(limited.allSatisfy { $0 < 0.300_001 })
    #expect(abs(median(limited) - 0.2) < 0.005)
  }

  @Test("Of a list each delay is as likely as the others")
  func oneOf() {
    let values = draws(.oneOf([.seconds(1), .seconds(2), .seconds(4)]))
    for choice in [1.0, 2, 4] {
      let frequency = share(of: values) { $0 == choice }
      #expect(abs(frequency - 0.333) < 0.015)
    }
  }

  @Test("A drawn delay adds to the other delays of a response")
  func adding() throws {
    let random = SeededRandom(seed: 3)
    let set = StubSet(templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: 3)))
    set.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.delay = .seconds(1)
        response.responseTime = .delayedBy(.seconds(2))
        response.randomDelay = .uniform(.seconds(0) ... .seconds(1))
      })
    let plan = try #require(set.receive(ReceivedRequest(.get, "http://host/")).outcome.plan)
    let drawn = HTTPStubDelay.uniform(.seconds(0) ... .seconds(1)).draw(from: random)
    #expect(plan.timing.beforeHead == .seconds(3) + drawn)
  }

  @Test("A negative delay and an empty list are refused when the stub is made")
  func nonsense() async {
    await #expect(processExitsWith: .failure) {
      _ = HTTPStubDelay.uniform(.seconds(-1) ... .seconds(1))
    }
    await #expect(processExitsWith: .failure) { _ = HTTPStubDelay.oneOf([]) }
  }
}
