import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct FaultTests {
  let clock = VirtualClock()
  let stubber: HTTPStubber
  static let body = Data(String(repeating: "0123456789", count: 100).utf8)

  init() { stubber = HTTPStubber(clock: clock) }

  @Test("a delegate gets the bytes before the fault, then its error, once")
  func delegate() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .body(Self.body).failing(with: .reset(after: .percent(50)))))
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    let notes = await observer.run(task)
    #expect(notes.status == 200)
    #expect(Data(notes.chunks.joined()) == Self.body.prefix(500))
    #expect(notes.errorCode == .networkConnectionLost)
    #expect(notes.completions.count == 1)
    #expect(
      stubber.journal.entries.map(\.ending) == [.failed(.network(.networkConnectionLost))])
  }

  @Test("downloads and uploads fail as data tasks do")
  func taskKinds() async throws {
    let fault = HTTPStubFault.close(after: .bytes(10))
    let code = try #require(fault.clientError).rawValue
    stubber.add(stub: HTTPStubRequest().stub(.body(Self.body).failing(with: fault)))
    let session = stubber.session
    let get = try request(.get, "http://one.example/")
    let download = await #expect(throws: URLError.self) { try await session.download(for: get) }
    #expect(download?.errorCode == code)
    let put = try request(.put, "http://one.example/")
    let upload = await #expect(throws: URLError.self) {
      try await session.upload(for: put, from: Data("x".utf8))
    }
    #expect(upload?.errorCode == code)
  }

  @Test("a length that is too small cuts the body of every kind of task and is not a failure")
  func shortLength() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .body(Self.body).failing(with: .wrongLength(by: -10)))
    )
    let session = stubber.session
    let get = try request(.get, "http://one.example/")
    #expect(try await session.data(for: get).0 == Self.body.prefix(990))
    let (file, _) = try await session.download(for: get)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Data(contentsOf: file) == Self.body.prefix(990))
    #expect(stubber.journal.entries.map(\.ending) == [.completed, .completed])
  }

  @Test("a fault after the whole response does not reach the client")
  func tooLate() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .text("whole").failing(with: .reset(after: .all))))
    #expect(try await stubber.session.text(from: "http://one.example/") == "whole")
    stubber.add(
      stub: HTTPStubRequest().stub(.text("whole").failing(with: .stall(after: .bytes(0)))))
    let head = try request(.head, "http://one.example/")
    #expect(try await stubber.session.answer(to: head).response.statusCode == 200)
  }

  @Test("a fault comes after the response's delay, and keeps the pace of the body")
  func timing() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.fail(with: .reset(after: .bytes(3)))
        response.delay = .seconds(2)
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 1))
        response.body = "abcdef"
      })
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .milliseconds(4_999))
    await observer.waitUntil { $0.body == "ab" }
    try await letPass()
    #expect(observer.current.completions.isEmpty)
    clock.advance(by: .milliseconds(1))
    let ending = await notes
    #expect(ending.body == "abc")
    #expect(ending.errorCode == .networkConnectionLost)
  }

  @Test("a fault of one's own pauses where its script says")
  func ownScript() async throws {
    let hiccup = HTTPStubFault(
      "hiccup", steps: [.head, .body(.percent(50)), .wait(.seconds(2)), .body(.all), .finish],
      clientError: nil)
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("abcd").failing(with: hiccup)))
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    await observer.waitUntil { $0.body == "ab" }
    clock.advance(by: .milliseconds(1_999))
    try await letPass()
    #expect(observer.current.body == "ab")
    clock.advance(by: .milliseconds(1))
    #expect(await notes.body == "abcd")
  }

  @Test(
    "a stall times out when nothing has arrived for the request's time limit",
    arguments: [
      (.neverAnswer, 0, 5), (.neverAnswer, 3, 5), (.stall(insideHead: 5), 3, 8),
      (.stall(after: .bytes(2)), 3, 8),
    ] as [(HTTPStubFault, Double, Int)])
  func stall(fault: HTTPStubFault, delay: Double, end: Int) async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .text("abc").failing(with: fault).delayed(by: .seconds(delay))))
    var hasty = try request(.get, "http://one.example/")
    hasty.timeoutInterval = 5
    async let code = stubber.session.errorCode(for: hasty)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(end) - .milliseconds(1))
    try await letPass()
    #expect(stubber.journal.entries.first?.ending == nil)
    clock.advance(by: .milliseconds(1))
    #expect(await code == .timedOut)
  }

  @Test("the first requests fail and the others are answered")
  func recovery() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .text("back again").failing(with: .reset, first: 2)))
    let session = stubber.session
    let get = try request(.get, "http://one.example/")
    #expect(await session.errorCode(for: get) == .networkConnectionLost)
    #expect(await session.errorCode(for: get) == .networkConnectionLost)
    for _ in 0..<3 { #expect(try await session.answer(to: get).text == "back again") }
  }

  @Test("a fault with a probability meets the same requests when the seed is the same")
  func probability() async throws {
    func run(seed: UInt64) async throws -> [Bool] {
      let environment = TemplateEnvironment(random: SeededRandom(seed: seed))
      let stubber = HTTPStubber(stubs: StubSet(templateEnvironment: environment))
      stubber.add(
        stub: HTTPStubRequest().stub(
          for: .get, .text("fine").failing(with: .reset, probability: 0.3)))
      let session = stubber.session
      let get = try request(.get, "http://one.example/")
      var failures: [Bool] = []
      for _ in 0..<50 { failures.append(await session.errorCode(for: get) != nil) }
      return failures
    }
    let first = try await run(seed: 7)
    #expect(try await run(seed: 7) == first)
    #expect(try await run(seed: 8) != first)
    #expect((5...25).contains(first.filter { $0 }.count))
  }

  @Test("a probability of 0 never fails and one of 1 always does", arguments: [0.0, 1])
  func certainty(probability: Double) async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .fault(.emptyResponse, probability: probability)))
    let get = try request(.get, "http://one.example/")
    for _ in 0..<10 {
      #expect((await stubber.session.errorCode(for: get) != nil) == (probability == 1))
    }
  }
}
