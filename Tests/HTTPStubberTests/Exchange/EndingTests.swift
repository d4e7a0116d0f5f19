import Foundation
import HTTPStubber
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How tasks end other than well, and that each end is reported once.
@Suite struct EndingTests {
  @Test("400 tasks are cancelled in the middle of their responses; each ends once, as cancelled")
  func cancellations() async throws {
    // Time stands still but for a few steps: no response can come to its end by itself, where a
    // cancelled `data(for:)` of swift-corelibs-foundation may deadlock (its issue 5412).
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.body = Data(count: 1_000)
        response.responseTime = .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 100))
      })
    let endings = Shared<[ResponseEnding]>([])
    stubber.onFinish { _, _, ending in endings.update { $0.append(ending) } }
    let session = stubber.session
    let plain = try request(.get, "http://one.example/")
    let tasks = (0..<400).map { _ in Task { await session.errorCode(for: plain) } }
    try await stubber.journal.waitForRequests(count: 400, timeout: .seconds(300))
    for (number, task) in tasks.enumerated() {
      if number % 40 == 0 { clock.advance(by: .milliseconds(20)) }
      task.cancel()
    }
    for task in tasks { #expect(await task.value == .cancelled) }
    while endings.value.count < 400 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(endings.value == Array(repeating: .cancelled, count: 400))
  }

  @Test("hooks and journal hear of each request exactly once, before the client hears the end")
  func hooks() async throws {
    let stubber = HTTPStubber()
    let heard = Shared<[String]>([])
    stubber.onStubActivation { request, _ in
      heard.update { $0.append("activated \(request.target.path)") }
    }
    stubber.onStubMissing { request, _ in
      heard.update { $0.append("missing \(request.target.path)") }
    }
    stubber.onRedirect { from, _, to in
      heard.update { $0.append("redirected \(from.target.path) \(to.target.path)") }
    }
    stubber.onFinish { request, _, ending in
      heard.update { $0.append("finished \(request.target.path) \(ending == .completed)") }
    }
    stubber.add(stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "/b")))
    stubber.add(stub: HTTPStubRequest().at("/b").stub(for: .get, .text("b")))
    stubber.add(stub: HTTPStubRequest().at("/c").stub(for: .get, .failure(.badURL)))
    let session = stubber.session
    _ = try await session.text(from: "http://one.example/a")
    _ = await session.errorCode(for: try request(.get, "http://one.example/c"))
    _ = await session.errorCode(for: try request(.get, "http://one.example/d"))
    #expect(
      heard.value == [
        "activated /a", "redirected /a /b", "finished /a true", "activated /b", "finished /b true",
        "activated /c", "finished /c false", "missing /d",
      ])
    #expect(stubber.journal.entries.allSatisfy { $0.ending != nil })
  }

  @Test("an unmatched request fails with the report")
  func unmatched() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().at("/users").stub(for: .get, .text("users")))
    let error = await #expect(throws: UnmatchedReport.self) {
      try await stubber.session.text(from: "http://one.example/user")
    }
    let report = try #require(error)
    #expect(report.request.target.path == "/user")
    #expect(report.localizedDescription.hasPrefix("No stub matches GET http://one.example/user"))
    let bridged = report as NSError
    #expect(bridged.domain == "HTTPStubber.UnmatchedRequest")
    #expect(bridged.code == 1)
    #expect(bridged.localizedDescription == report.description)
  }

  @Test("an unmatched request can be answered with a status and the report instead")
  func unmatchedStatus() async throws {
    let stubber = HTTPStubber()
    stubber.unmatchedResponse = .status(.notImplemented)
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://one.example/user"))
    #expect(response.statusCode == 501)
    #expect(text.hasPrefix("No stub matches GET http://one.example/user"))
  }

  @Test("an NSError is handed over with domain, code and user info")
  func plainError() async throws {
    let stubber = HTTPStubber()
    let down = NSError(
      domain: NSURLErrorDomain, code: URLError.notConnectedToInternet.rawValue,
      userInfo: ["note": "down"])
    stubber.add(stub: HTTPStubRequest().stub(for: .get, error: down))
    let error = await #expect(throws: (any Error).self) {
      try await stubber.session.text(from: "http://one.example/")
    }
    let caught = try #require(error as NSError?)
    #expect(caught.domain == NSURLErrorDomain)
    #expect(caught.code == URLError.notConnectedToInternet.rawValue)
    #expect(caught.userInfo["note"] as? String == "down")
  }

  @Test("repeated response fields are joined, and the response says HTTP/1.1")
  func repeatedFields() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get) { response in
        response.headers.append("X-List", "a")
        response.headers.append("x-list", "b")
      })
    let (_, response) = try await stubber.session.answer(
      to: try request(.get, "http://one.example"))
    #expect(response.value(forHTTPHeaderField: "X-List") == "a, b")
  }

  @Test("a responder may load something itself, through the same session, and wait for it")
  func nestedLoading() async throws {
    let stubber = HTTPStubber()
    let session = stubber.session
    stubber.add(stub: HTTPStubRequest().at("/inner").stub(for: .get, .text("inner")))
    stubber.add(
      stub: HTTPStubRequest().at("/outer").stub(for: .get) { request, _ -> HTTPStubResponse in
        let done = DispatchSemaphore(value: 0)
        let text = Shared("")
        let url = try #require(URL(string: "http://one.example/inner"))
        session.dataTask(with: url) { data, _, _ in
          text.update { $0 = String(decoding: data ?? Data(), as: UTF8.self) }
          done.signal()
        }.resume()
        done.wait()
        let response = HTTPStubResponse()
        response.body = "outer of \(text.value)"
        return response
      })
    #expect(try await session.text(from: "http://one.example/outer") == "outer of inner")
  }

  @Test("a body file that is missing gives a 500 that says which")
  func missingFile() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .file(path: "/no/such/file")))
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://a.example"))
    #expect(response.statusCode == 500)
    #expect(text.contains("no such body file file;"))
    #expect(!text.contains("/no/such"))
  }
}
