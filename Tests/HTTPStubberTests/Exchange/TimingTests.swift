import Foundation
import HTTPStubber
import StubCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TimingTests {
  let clock = VirtualClock()
  let stubber: HTTPStubber

  init() { stubber = HTTPStubber(clock: clock) }

  @Test("a delay of 30 seconds costs nothing and ends when the clock says so")
  func delay() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("late").delayed(by: .seconds(30))))
    let isBack = Shared(false)
    let session = stubber.session
    async let text: String = {
      let text = try await session.text(from: "http://one.example/")
      isBack.update { $0 = true }
      return text
    }()
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .milliseconds(29_999))
    // The client is told on a queue of its own; an answer that is due is used to let that pass.
    stubber.add(stub: HTTPStubRequest().at("/now").stub(for: .get, .text("now")))
    #expect(try await stubber.session.text(from: "http://one.example/now") == "now")
    #expect(!isBack.value)
    clock.advance(by: .milliseconds(1))
    #expect(try await text == "late")
  }

  @Test("advancing the clock releases only what is due")
  func release() async throws {
    for seconds in 1...5 {
      stubber.add(
        stub: HTTPStubRequest().at("/\(seconds)").stub(
          for: .get, .text("").delayed(by: .seconds(seconds))))
    }
    let session = stubber.session
    let back = Shared<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in 1...5 {
        group.addTask {
          _ = try await session.text(from: "http://one.example/\(seconds)")
          back.update { $0.append(seconds) }
        }
      }
      try await stubber.journal.waitForRequests(count: 5, timeout: .seconds(300))
      for seconds in 1...5 {
        clock.advance(by: .seconds(1))
        try await group.next()
        #expect(back.value == Array(1...seconds))
      }
    }
  }

  @Test("a response later than the request's time limit times out at the limit")
  func requestTimeout() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("late").delayed(by: .seconds(30))))
    var hasty = try request(.get, "http://one.example/")
    hasty.timeoutInterval = 5
    async let code = stubber.session.errorCode(for: hasty)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(5))
    #expect(await code == .timedOut)
    #expect(stubber.journal.entries.first?.ending == .failed(.network(.timedOut)))
  }

  @Test("the session's time limit holds where the request has none")
  func sessionTimeout() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("late").delayed(by: .seconds(30))))
    let configuration = stubber.configuration
    configuration.timeoutIntervalForRequest = 7
    let session = URLSession(configuration: configuration)
    let plain = try request(.get, "http://one.example/")
    async let code = session.errorCode(for: plain)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(7))
    #expect(await code == .timedOut)
  }

  @Test("the time limit restarts with each piece of a slow body; the resource limit does not")
  func slowBody() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = "0123456789"
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 1))
      })
    let configuration = stubber.configuration
    configuration.timeoutIntervalForRequest = 3
    let patient = URLSession(configuration: configuration)
    async let text = patient.text(from: "http://one.example/")
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    clock.advance(by: .seconds(10))
    #expect(try await text == "0123456789")

    configuration.timeoutIntervalForResource = 4
    let plain = try request(.get, "http://one.example/")
    let hasty = URLSession(configuration: configuration)
    async let code = hasty.errorCode(for: plain)
    try await stubber.journal.waitForRequests(count: 2, timeout: .seconds(300))
    clock.advance(by: .seconds(4))
    #expect(await code == .timedOut)
  }

  @Test("an asynchronous responder that takes too long times out and is cancelled")
  func pendingTimeout() async throws {
    let isCancelled = Shared(false)
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { _, _ async throws -> HTTPStubResponse in
        await withTaskCancellationHandler {
          // Waits for cancellation alone.
          try? await Task.sleep(for: .seconds(3_600))
        } onCancel: {
          isCancelled.update { $0 = true }
        }
        return HTTPStubResponse()
      })
    let plain = try request(.get, "http://one.example/")
    async let code = stubber.session.errorCode(for: plain)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(60))
    #expect(await code == .timedOut)
    while !isCancelled.value { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test("a closure that blocks times out, also in the journal", .timeLimit(.minutes(5)))
  func blockedTimeout() async throws {
    let (isAsked, block) = (Shared(false), DispatchSemaphore(value: 0))
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { _, _ in
        isAsked.update { $0 = true }
        block.wait()
        return HTTPStubResponse()
      })
    let plain = try request(.get, "http://one.example/")
    async let code = stubber.session.errorCode(for: plain)
    while !isAsked.value { try await Task.sleep(for: .milliseconds(1)) }
    #expect(clock.waiting == 0)
    clock.advance(by: .seconds(60))
    #expect(await code == .timedOut)
    block.signal()
    while stubber.journal.entries.first?.ending == nil {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(stubber.journal.entries.first?.ending == .failed(.network(.timedOut)))
  }

  @Test("an asynchronous responder that times out may cancel a task of another session")
  func pendingTimeoutCancelsTask() async throws {
    let session = URLSession(configuration: .ephemeral)
    let inner = session.dataTask(with: try request(.get, "http://127.0.0.1:9/"))
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { _, _ async throws -> HTTPStubResponse in
        await withTaskCancellationHandler {
          try? await Task.sleep(for: .seconds(3_600))
        } onCancel: {
          inner.cancel()
        }
        return HTTPStubResponse()
      })
    let plain = try request(.get, "http://one.example/")
    async let code = stubber.session.errorCode(for: plain)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(60))
    #expect(await code == .timedOut)
  }

  @Test("an asynchronous responder's answer is delivered, its delay counted from then")
  func pending() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { request, _ async throws -> HTTPStubResponse in
        let response = HTTPStubResponse()
        response.body = "for \(request.target.path)"
        return response
      })
    #expect(try await stubber.session.text(from: "http://one.example/a") == "for /a")
  }

  @Test("a suspended task stands still and goes on when it is resumed")
  func suspension() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .text("after all").delayed(by: .seconds(2))))
    let observer = TaskObserver()
    let task = observer.session(stubber).dataTask(with: try url("http://one.example/"))
    async let notes = observer.run(task)
    try await stubber.journal.waitForRequests(timeout: .seconds(300))
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    task.suspend()
    clock.advance(by: .seconds(2))
    stubber.add(stub: HTTPStubRequest().at("/now").stub(for: .get, .text("now")))
    #expect(try await stubber.session.text(from: "http://one.example/now") == "now")
    #expect(stubber.journal.entries.first?.ending == nil)
    task.resume()
    #expect(await notes.body == "after all")
  }

  #if canImport(FoundationNetworking)
  @Test(
    "a task that is resumed before its protocol hears that it was suspended goes on",
    .timeLimit(.minutes(5)))
  func shortSuspension() async throws {
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .text("after all").delayed(by: .seconds(2))))
    let cache = HeldCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    let configuration = stubber.configuration
    configuration.urlCache = cache
    let observer = TaskObserver()
    let session = URLSession(configuration: configuration, delegate: observer, delegateQueue: nil)
    let task = session.dataTask(with: try url("http://one.example/"))
    task.resume()
    task.suspend()
    // Resumes the task once more; only then its protocol hears that it was suspended.
    async let notes = observer.run(task)
    while task.state != .running { try await Task.sleep(for: .milliseconds(1)) }
    cache.answer()
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(2))
    #expect(await notes.body == "after all")
  }
  #endif

  #if canImport(FoundationNetworking)
  @Test("a request whose body does not end times out", .timeLimit(.minutes(5)))
  func endlessBody() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .post, .status(.ok)))
    let stream = EndlessStream(data: Data())
    var post = try request(.post, "http://one.example/")
    post.httpBodyStream = stream
    async let code = stubber.session.errorCode(for: post)
    while !stream.isRead.value { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(60))
    #expect(await code == .timedOut)
    stream.end.signal()
  }
  #endif

  @Test("a real server is waited for by the time of its own session, not by the stubber's clock")
  func realServer() async throws {
    let server = try ScriptServer(
      ResponsePlan(
        head: ResponseHead(headers: ["Content-Length": "4"]), body: .data(Data("real".utf8))
      ).with(.slowHead(every: .milliseconds(20))))
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/real") })
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .redirect(to: "http://127.0.0.1:\(server.port)/real"))
    )
    let session = stubber.session
    async let text = session.text(from: "http://one.example/")
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(61))
    #expect(try await text == "real")
  }
}

#if canImport(FoundationNetworking)
/// A cache that keeps tasks waiting; until it answers, Foundation makes no protocol for them.
private final class HeldCache: URLCache, @unchecked Sendable {
  private let isAnswering = DispatchSemaphore(value: 0)

  func answer() { isAnswering.signal() }

  override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
    isAnswering.wait()
    return nil
  }
}

/// A body of which nothing comes before its end is signaled.
private final class EndlessStream: InputStream {
  let isRead = Shared(false)
  let end = DispatchSemaphore(value: 0)

  override func open() {}

  override func close() {}

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    isRead.update { $0 = true }
    end.wait()
    return 0
  }
}
#endif
