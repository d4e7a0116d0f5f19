#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import TestSupport
import Testing

@testable import HTTPStubber

/// Sessions of every kind beside a real server; each test has a process of its own.
@Suite struct EverySessionTests {
  @Test("sessions made before and after, of any configuration, are answered until disable()")
  func allSessions() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let address = "http://127.0.0.1:\(server.port)/x"
      let early: [URLSession] = [
        .shared, .init(configuration: .default), .init(configuration: .ephemeral),
      ]
      for session in early { try #require(try await session.text(from: address) == "real GET /x ") }
      let stubber = HTTPStubber()
      stubber.onWarning { fatalError($0) }
      stubber.add(stub: HTTPStubRequest().stub(.text("stubbed")))
      stubber.enable()
      let sessions = early + [.init(configuration: .default), .init(configuration: .ephemeral)]
      for session in sessions {
        try #require(try await session.text(from: address) == "stubbed")
        try #require(try await session.text(from: "https://tls.example/") == "stubbed")
        try #require(try await session.text(from: "HTTP://one.example/") == "stubbed")
      }
      let count = server.requestCount
      stubber.disable()
      for session in sessions {
        try #require(try await session.text(from: address) == "real GET /x ")
      }
      try #require(server.requestCount == count + 5)
    }
  }

  @Test("every kind of task is answered, and the rest reaches a real server")
  func tasks() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let real = "http://127.0.0.1:\(server.port)"
      let session = URLSession(configuration: .default)
      let stubber = HTTPStubber()
      stubber.unhandledMode = .optin
      stubber.add(stub: HTTPStubRequest().at("/s").stubEcho())
      stubber.enable()
      for (path, start) in [("/s", "PUT"), ("/r", "real PUT")] {
        let put = try request(.put, "\(real)\(path)")
        let (data, _) = try await session.upload(for: put, from: Data("body".utf8))
        try #require(String(decoding: data, as: UTF8.self).hasPrefix(start) || path == "/s")
        let (file, _) = try await session.download(from: try url("\(real)\(path)"))
        try #require(FileManager.default.fileExists(atPath: file.path))
        let observer = TaskObserver()
        let delegated = URLSession(configuration: .default, delegate: observer, delegateQueue: nil)
        let notes = await observer.run(delegated.dataTask(with: try url("\(real)\(path)")))
        try #require(notes.status == 200 && notes.completions.count == 1)
        let text: String = await withCheckedContinuation { continuation in
          session.dataTask(with: put) { data, _, _ in
            continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
          }.resume()
        }
        try #require(!text.isEmpty || path == "/s")
      }
      try #require(server.requestCount == 4)
      try #require(stubber.journal.requests(matching: .path("/s")).count == 4)
      let passed = stubber.journal.entries.filter { $0.outcome == .passedThrough }
      try #require(passed.map(\.request.target.path) == ["/r", "/r", "/r", "/r"])
    }
  }

  @Test("a session that belongs to a stubber stays with it, also where the request passes through")
  func owned() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let real = "http://127.0.0.1:\(server.port)"
      let (every, own) = (HTTPStubber(), HTTPStubber())
      every.add(stub: HTTPStubRequest().stub(for: .get, .text("every")))
      own.unhandledMode = .optin
      own.add(stub: HTTPStubRequest().at("/own").stub(for: .get, .text("own")))
      every.enable()
      try #require(try await own.session.text(from: "\(real)/own") == "own")
      try #require(try await own.session.text(from: "\(real)/other") == "real GET /other ")
      try #require(try await URLSession.shared.text(from: "\(real)/other") == "every")
      let configuration = URLSessionConfiguration.default
      own.configure(configuration)
      let configured = URLSession(configuration: configuration)
      try #require(try await configured.text(from: "\(real)/own") == "own")
      own.unconfigure(configuration)
      let released = URLSession(configuration: configuration)
      try #require(try await released.text(from: "\(real)/own") == "every")
      try #require(configuration.connectionProxyDictionary == nil)
    }
  }

  @Test(
    "of several enabled stubbers the last is asked first, and what it lets pass goes to the next")
  func several() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (HTTPStubber(), HTTPStubber())
      first.add(stub: HTTPStubRequest().stub(for: .get, .text("first")))
      second.unhandledMode = .optin
      second.add(stub: HTTPStubRequest().at("/2").stub(for: .get, .text("second")))
      first.enable()
      second.enable()
      try #require(try await URLSession.shared.text(from: "http://a.example/1") == "first")
      try #require(try await URLSession.shared.text(from: "http://a.example/2") == "second")
      second.disable()
      try #require(try await URLSession.shared.text(from: "http://a.example/2") == "first")
    }
  }

  @Test("a request whose body decides, and one behind a redirect, go to the next stubber too")
  func severalByBody() async {
    await #expect(processExitsWith: .success) {
      let (first, second) = (HTTPStubber(), HTTPStubber())
      for stubber in [first, second] { stubber.unhandledMode = .optin }
      first.add(stub: HTTPStubRequest().stub(.text("first")))
      second.add(stub: HTTPStubRequest().at("/hop").stub(for: .get, .redirect(to: "/end")))
      second.add(
        stub: HTTPStubRequest().match(Where { $0.bodyText == "mine" }).stub(.text("second")))
      first.enable()
      second.enable()
      for (body, answer) in [("mine", "second"), ("yours", "first")] {
        let (data, _) = try await URLSession.shared.upload(
          for: try request(.put, "http://a.example/x"), from: Data(body.utf8))
        try #require(String(decoding: data, as: UTF8.self) == answer)
      }
      try #require(try await URLSession.shared.text(from: "http://a.example/hop") == "first")
      try #require(first.journal.entries.map(\.request.target.path) == ["/x", "/end"])
      try #require(second.journal.entries.map(\.request.target.path) == ["/x", "/hop"])
    }
  }

  @Test("a request that passed while no stubber was enabled is answered when one is")
  func passedBefore() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let address = try url("http://127.0.0.1:\(server.port)/x")
      let (first, own, second) = (HTTPStubber(), HTTPStubber(), HTTPStubber())
      first.enable()
      first.disable()
      own.unhandledMode = .optin
      second.add(stub: HTTPStubRequest().stub(.text("stubbed")))
      let (answers, answer) = AsyncStream.makeStream(of: Data?.self)
      // All on one thread, which keeps what one protocol class tells the next.
      own.session.dataTask(with: address).resume()
      second.enable()
      URLSession.shared.dataTask(with: address) { data, _, _ in
        answer.yield(data)
        answer.finish()
      }.resume()
      for await data in answers { try #require(data == Data("stubbed".utf8)) }
    }
  }

  @Test("what the library itself loads for real is not caught again")
  func relayed() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let real = "http://127.0.0.1:\(server.port)"
      let stubber = HTTPStubber()
      stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/real") })
      stubber.add(stub: HTTPStubRequest().stub(.text("stubbed")))
      stubber.add(stub: HTTPStubRequest().at("/hop").stub(for: .get, .redirect(to: "\(real)/real")))
      stubber.enable()
      try #require(
        try await URLSession.shared.text(from: "http://a.example/hop") == "real GET /real ")
      let relayed = await Relay.load(try request(.get, "\(real)/x"), body: .none, as: .shared)
      try #require(String(decoding: relayed.body, as: UTF8.self) == "real GET /x ")
      let (file, _) = try await URLSession.shared.download(from: try url("http://a.example/f"))
      try #require(try Data(contentsOf: file) == Data("stubbed".utf8))
    }
  }

  @Test("cookies, redirects and cancellation work in a session made before")
  func behavior() async {
    await #expect(processExitsWith: .success) {
      let session = URLSession(configuration: .ephemeral)
      let stubber = HTTPStubber()
      stubber.add(stub: HTTPStubRequest().at("/end").stubEcho())
      stubber.add(
        stub: HTTPStubRequest().at("/hop").stub(for: .get) { response in
          response.statusCode = .found
          response.headers = [.location: "/end", .setCookie: "a=1; Path=/"]
        })
      stubber.add(
        stub: HTTPStubRequest().at("/slow").stub(for: .get, .status(.ok).delayed(by: .seconds(60))))
      stubber.enable()
      let (_, response) = try await session.answer(from: "http://a.example/hop")
      try #require(response.url?.path == "/end")
      try #require(response.value(forHTTPHeaderField: "Cookie") == "a=1")
      let slow = Task { await session.errorCode(for: try request(.get, "http://a.example/slow")) }
      try await stubber.journal.waitForRequests(matching: .path("/slow"), timeout: .seconds(300))
      slow.cancel()
      try #require(try await slow.value == .cancelled)
    }
  }

  @Test("64 tasks run while a stubber is enabled and disabled 10,000 times")
  func switching() async {
    await #expect(processExitsWith: .success) {
      let server = try RealServer()
      let address = "http://127.0.0.1:\(server.port)/x"
      let stubber = HTTPStubber()
      stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("stubbed")))
      let isOver = Shared(false)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            let session = URLSession(configuration: .default)
            repeat {
              let text = try await session.text(from: address)
              try #require(text == "stubbed" || text == "real GET /x ")
            } while !isOver.value
          }
        }
        group.addTask {
          for _ in 0..<10_000 {
            stubber.enable()
            await Task.yield()
            stubber.disable()
          }
          isOver.update { $0 = true }
        }
        try await group.waitForAll()
      }
      try #require(try await URLSession.shared.text(from: address) == "real GET /x ")
    }
  }
}
#endif
