import ExampleSupport
import Foundation
import HTTPStubber
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What RealHTTP's guide says of each of its examples.
@Suite("Examples of RealHTTP's guide", .serialized)
final class RealHTTPExamplesTests: Sendable {
  private let shared = HTTPStubber.shared

  init() { reset() }

  deinit { reset() }

  private func reset() {
    HTTPStubber.removeAllStubs()
    shared.removeAllIgnoreRules()
    shared.unhandledMode = .optout
    shared.disable()
  }

  private func send(
    _ method: String, _ url: String, body: Data? = nil, headers: [String: String] = [:],
    to stubber: HTTPStubber? = nil
  ) async throws -> (text: String, response: HTTPURLResponse) {
    try await Self.send(method, url, body: body, headers: headers, to: stubber ?? shared)
  }

  private static func send(
    _ method: String, _ url: String, body: Data? = nil, headers: [String: String] = [:],
    to stubber: HTTPStubber
  ) async throws -> (text: String, response: HTTPURLResponse) {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = method
    request.httpBody = body
    request.allHTTPHeaderFields = headers
    let (data, response) = try await stubber.session.data(for: request)
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  /// A stubber that has just this stub and a clock that stands still.
  private func stubber(_ stub: HTTPStubRequest, clock: VirtualClock = VirtualClock()) -> HTTPStubber
  {
    let stubber = HTTPStubber(clock: clock)
    stubber.add(stub: stub)
    return stubber
  }

  // While it is enabled, the stubber of the process answers every session, also those of other tests: so
  // these two are in processes of their own.

  @Test("The stubber is enabled and disabled")
  func enabling() async {
    await #expect(processExitsWith: .success) {
      RealHTTPExamples.enable()
      #expect(HTTPStubber.shared.isEnabled)
      RealHTTPExamples.disable()
      #expect(!HTTPStubber.shared.isEnabled)
    }
  }

  @Test("Any URL of the domain: JSON after 5 s for POST, the error for PUT, nothing else")
  func stubARequest() async throws {
    try RealHTTPExamples.stubARequest(
      jsonData: Data("{}".utf8), internalError: URLError(.cannotParseResponse))
    let stub = try #require(shared.stubs.first)
    let clock = VirtualClock()
    let copy = HTTPStubber(clock: clock)
    let source = HTTPStubRequest().match(urlRegex: "http://www.google.com/+")
      .stub(for: .post, delay: 5, json: Data("{}".utf8))
    copy.add(stub: source)
    #expect(Set(stub.answeredMethods) == [.post, .put])
    async let posted = send("POST", "http://www.google.com/search", to: copy)
    try await copy.journal.waitForRequests(timeout: .seconds(300))
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(4.9))
    #expect(clock.waiting == 1)
    clock.advance(by: .seconds(0.1))
    let answer = try await posted
    #expect(answer.text == "{}")
    #expect(answer.response.value(forHTTPHeaderField: "Content-Type") == "application/json")
    await #expect { try await self.send("PUT", "http://www.google.com/a") } throws: {
      ($0 as? URLError)?.code == .cannotParseResponse
    }
    await #expect(throws: (any Error).self) {
      try await self.send("GET", "http://www.google.com/a")
    }
  }

  @Test("The builder closure sets any property of the response")
  func builder() async throws {
    let clock = VirtualClock()
    let content = Data([66, 77, 1, 2])
    let stubber = stubber(RealHTTPExamples.builder(fileSize: 4, fileContent: content), clock: clock)
    async let answer = send("POST", "http://any.host/", to: stubber)
    while clock.waiting == 0 { try await Task.sleep(for: .milliseconds(1)) }
    clock.advance(by: .seconds(5))
    let response = try await answer.response
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "image/bmp")
    #expect(response.value(forHTTPHeaderField: "Content-Length") == "4")
  }

  @Test("Echo responds with the same request received, whatever the URL")
  func echo() async {
    await #expect(processExitsWith: .success) {
      RealHTTPExamples.echo()
      let answer = try await RealHTTPExamplesTests.send(
        "POST", "http://any.host/at/all?x=1", body: Data("ping".utf8), headers: ["X-A": "b"],
        to: .shared)
      #expect(answer.text == "ping")
      #expect(answer.response.value(forHTTPHeaderField: "X-A") == "b")
    }
  }

  @Test(
    "The login is answered from the request that was received",
    arguments: [
      (#"{"user":"mark"}"#, 200), (#"{"name":"mark"}"#, 401), ("[]", 401),
    ])
  func dynamic(body: String, status: Int) async throws {
    let answer = try await send(
      "POST", "http://any.host/login", body: Data(body.utf8),
      to: stubber(RealHTTPExamples.dynamic()))
    #expect(answer.response.statusCode == status)
  }

  @Test("A URI template matches the URLs that the guide lists")
  func uriTemplate() async throws {
    let url = "https://github.com/kylef/WebLinking.swift"
    #expect(
      try await send("GET", url, to: stubber(RealHTTPExamples.uriTemplate())).text == "a repository"
    )
    for template in [url, "/kylef/{repository}", "/kylef/WebLinking.swift"] {
      let stub = try HTTPStubRequest().match(URI: template).stub(for: .get, .body(template))
      #expect(try await send("GET", url, to: stubber(stub)).text == template)
    }
    let other = try HTTPStubRequest().match(URI: "/kylef/URITemplate.swift").stub(.text(""))
    await #expect(throws: (any Error).self) {
      try await self.send("GET", url, to: self.stubber(other))
    }
  }

  @Test("A Codable value matches the JSON it encodes to")
  func json() async throws {
    let stubber = stubber(RealHTTPExamples.json().stub(for: .post, .text("Mark")))
    let body = Data(#"{"fullName":"Mark","userID":34}"#.utf8)
    #expect(try await send("POST", "http://a.b/", body: body, to: stubber).text == "Mark")
    let other = Data(#"{"fullName":"Mark","userID":35}"#.utf8)
    await #expect(throws: (any Error).self) {
      try await self.send("POST", "http://a.b/", body: other, to: stubber)
    }
  }

  @Test("A body matches when it is equal")
  func body() async throws {
    let stubber = stubber(RealHTTPExamples.body(Data("abc".utf8)))
    #expect(
      try await send("POST", "http://a.b/", body: Data("abc".utf8), to: stubber).text == "the same")
    await #expect(throws: (any Error).self) {
      try await self.send("POST", "http://a.b/", body: Data("abd".utf8), to: stubber)
    }
  }

  @Test(
    "A URL matches by ignoring any query parameter",
    arguments: [
      "http://myws.com/login", "http://myws.com/login?username=xxxx",
      "http://myws.com/login?username=yyyy&lock=1",
    ])
  func url(url: String) async throws {
    let stubber = stubber(RealHTTPExamples.url().stub(for: .get, .text("login")))
    #expect(try await send("GET", url, to: stubber).text == "login")
    await #expect(throws: (any Error).self) {
      try await self.send("GET", "http://myws.com/logout", to: stubber)
    }
  }

  @Test("A custom matcher decides on the URLRequest, a closure on headers")
  func custom() async throws {
    let typed = stubber(RealHTTPExamples.customMatcher().stub(for: .get, .text("custom")))
    #expect(try await send("GET", "http://a.b/custom", to: typed).text == "custom")
    await #expect(throws: (any Error).self) {
      try await self.send("GET", "http://a.b/c", to: typed)
    }
    let closure = stubber(RealHTTPExamples.customClosure())
    let answer = try await send(
      "GET", "http://a.b/", headers: ["User-Agent": "customAgent"], to: closure)
    #expect(answer.text == "hello, agent")
    await #expect(throws: (any Error).self) {
      try await self.send("GET", "http://a.b/", to: closure)
    }
  }

  @Test("An ignored URL is left alone whatever its path and query")
  func ignoring() throws {
    RealHTTPExamples.ignore()
    for url in ["http://www.apple.com", "http://www.apple.com/iphone?color=red"] {
      #expect(!shared.stubSet.takesOn(ReceivedRequest(.get, url)))
    }
    #expect(shared.stubSet.takesOn(ReceivedRequest(.get, "http://store.apple.com")))
  }

  @Test("Opted in, only stubbed URLs are mocked; opted out, any other URL is an error")
  func unhandled() async throws {
    shared.add(stub: HTTPStubRequest().match(URL: "http://a.b/").stub(.text("mocked")))
    await #expect(throws: (any Error).self) { try await self.send("GET", "http://a.b/other") }
    RealHTTPExamples.optin()
    #expect(try await send("GET", "http://a.b/").text == "mocked")
    #expect(!shared.stubSet.takesOn(ReceivedRequest(.get, "http://a.b/other")))
  }

  @Test(
    "The documented speeds have the values of their names, in bytes per second",
    arguments: [
      (HTTPConnectionSpeed.speed1kbps, 1_000.0), (.speedSlow, 1_500), (.speedGPRS, 7_000),
      (.speedEdge, 16_000), (.speed3G, 400_000), (.speed3GPlus, 900_000), (.speedWiFi, 1_500_000),
    ])
  func speeds(speed: HTTPConnectionSpeed, bytesPerSecond: Double) {
    #expect(speed.bytesPerSecond == bytesPerSecond)
  }

  @Test("A very slow connection spreads the body over time")
  func slow() async throws {
    let data = Data((0..<2_000).map { UInt8(truncatingIfNeeded: $0) })
    try RealHTTPExamples.slow(randomData: data)
    let plan = try await shared.stubSet.plan(.get, "http://a.b/")
    #expect(plan.beforeHead == .zero)
    #expect(plan.head?.headers[.contentType] == "text/plain; charset=utf-8")
    #expect(plan.head?.headers[.contentLength] == "2000")
    #expect(plan.duration == .seconds(2))
  }

  @Test("A down network is the error of the URL loading system")
  func down() async throws {
    let stubber = stubber(try RealHTTPExamples.down())
    await #expect { try await self.send("GET", "http://a.b/", to: stubber) } throws: {
      ($0 as? URLError)?.code == .notConnectedToInternet
    }
  }
}
