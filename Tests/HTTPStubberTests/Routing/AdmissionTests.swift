import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct AdmissionTests {
  let stubber = HTTPStubber()
  let server: RealServer

  init() throws { server = try RealServer() }

  private var real: String { "http://127.0.0.1:\(server.port)" }

  @Test("in optin mode an unmatched request reaches the network")
  func optin() async throws {
    stubber.unhandledMode = .optin
    stubber.add(stub: HTTPStubRequest().at("/stubbed").stub(for: .get, .text("stubbed")))
    #expect(try await stubber.session.text(from: "\(real)/stubbed") == "stubbed")
    #expect(try await stubber.session.text(from: "\(real)/other") == "real GET /other ")
  }

  @Test("an ignored request reaches the network in optout mode too")
  func ignored() async throws {
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/ignored") })
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("stubbed")))
    #expect(try await stubber.session.text(from: "\(real)/ignored") == "real GET /ignored ")
    #expect(try await stubber.session.text(from: "\(real)/other") == "stubbed")
    stubber.removeAllIgnoreRules()
    #expect(try await stubber.session.text(from: "\(real)/ignored") == "stubbed")
  }

  @Test("requests are ignored by URL and by pattern")
  func ignoredURLs() async throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("stubbed")))
    stubber.add(ignoreURL: real, options: [.ignorePath, .ignoreQueryParameters])
    #expect(try await stubber.session.text(from: "\(real)/a?b") == "real GET /a?b ")
    stubber.removeAllIgnoreRules()
    try stubber.add(ignoreURLRegex: "/c+$")
    #expect(try await stubber.session.text(from: "\(real)/ccc") == "real GET /ccc ")
    #expect(try await stubber.session.text(from: "\(real)/a?b") == "stubbed")
  }

  @Test("the journal has requests that pass through, once, with a body that they show")
  func journal() async throws {
    stubber.unhandledMode = .optin
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/ignored") })
    stubber.add(stub: HTTPStubRequest().at("/stubbed").stub(.text("stubbed")))
    let session = stubber.session
    for path in ["/stubbed", "/other", "/ignored"] {
      _ = try await session.text(from: "\(real)\(path)")
    }
    _ = try await session.answer(to: try request(.post, "\(real)/other", body: "shown"))
    _ = try await session.upload(for: try request(.put, "\(real)/ignored"), from: Data("sent".utf8))
    let entries = stubber.journal.entries
    try #require(entries.count == 5)
    #expect(
      entries.map(\.request.target.path) == [
        "/stubbed", "/other", "/ignored", "/other", "/ignored",
      ])
    #expect(entries.map { $0.outcome == .passedThrough } == [false, true, true, true, true])
    #expect(entries[3].request.bodyText == "shown")
    _ = try? await session.data(from: try url("data:,x"))
    #expect(stubber.journal.receivedCount == 5)
  }

  @Test("an ignore rule that cannot be right is warned of")
  func faultyRule() {
    let warnings = Shared<[String]>([])
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    stubber.add(ignoreURL: "www.apple.com")
    #expect(warnings.value.count == 1)
    #expect(warnings.value.first?.contains("http://www.apple.com") == true)
  }

  @Test("in optin mode an upload whose body decides is decided by its body")
  func uploadBody() async throws {
    stubber.unhandledMode = .optin
    stubber.add(
      stub: HTTPStubRequest().match(Where { $0.bodyText == "mine" }).stub(.text("stubbed")))
    for (body, answer) in [("mine", "stubbed"), ("yours", "real PUT /x yours")] {
      let (data, _) = try await stubber.session.upload(
        for: try request(.put, "\(real)/x"), from: Data(body.utf8))
      #expect(String(decoding: data, as: UTF8.self) == answer)
    }
  }

  @Test("in optin mode a stub that is used up leaves the rest to the network")
  func usedUp() async throws {
    stubber.unhandledMode = .optin
    stubber.add(stub: HTTPStubRequest().times(5).stub(for: .get, .text("stubbed")))
    let (session, address) = (stubber.session, "\(real)/x")
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<10 { group.addTask { try await session.text(from: address) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count { $0 == "stubbed" } == 5)
    #expect(texts.count { $0 == "real GET /x " } == 5)
  }

  @Test("a redirect to an ignored request is loaded for real, and back to the stubs")
  func redirects() async throws {
    let (server, stubber) = (try RealServer(redirectingTo: "/end"), HTTPStubber())
    let real = "http://127.0.0.1:\(server.port)"
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/real") })
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/back") })
    stubber.add(stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "\(real)/real")))
    stubber.add(stub: HTTPStubRequest().at("/b").stub(for: .get, .redirect(to: "\(real)/back")))
    stubber.add(stub: HTTPStubRequest().at("/end").stub(for: .get, .text("stubbed end")))
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://one.example/a"))
    #expect(text == "real GET /real ")
    #expect(response.url?.absoluteString == "\(real)/real")
    #expect(try await stubber.session.text(from: "http://one.example/b") == "stubbed end")
  }

  @Test("a real 401 behind a redirect completes, and its challenge reaches the delegate")
  func realChallenge() async throws {
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/secret") })
    stubber.add(stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "\(real)/secret")))
    let observer = TaskObserver()
    let notes = await observer.run(
      observer.session(stubber).dataTask(with: try url("http://one.example/a")))
    #expect(notes.status == 401)
    #expect(notes.challenges == ["real"])
    #expect(notes.body == "real GET /secret ")
  }

  @Test("a real server that is not there gives its own error behind a redirect")
  func realFailure() async throws {
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/closed") })
    stubber.add(
      stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "http://127.0.0.1:1/closed")))
    let code = await stubber.session.errorCode(for: try request(.get, "http://one.example/a"))
    #expect(code == .cannotConnectToHost)
  }

  @Test("a real server that falls silent is given up at the time limit of the task")
  func realSilence() async throws {
    stubber.add(ignore: HTTPStubIgnoreRule { $0.at("/never") })
    stubber.add(stub: HTTPStubRequest().at("/a").stub(for: .get, .redirect(to: "\(real)/never")))
    let configuration = stubber.configuration
    configuration.timeoutIntervalForRequest = 0.5
    let session = URLSession(configuration: configuration)
    let code = await session.errorCode(for: try request(.get, "http://one.example/a"))
    #expect(code == .timedOut)
  }

  @Test(
    "all but what Foundation loads without HTTP is taken on",
    arguments: [
      ("http://a.example", true), ("HTTPS://a.example", true), ("ftp://a.example", false),
      ("ws://a.example", true), ("WSS://a.example", true), ("data:,x", false), ("file:///x", false),
      ("app://a/b", true), ("about:blank", false), ("blob:x", false), ("javascript:x", false),
    ])
  func schemes(address: String, isTaken: Bool) throws {
    let endpoint = stubber.endpoint
    #expect(endpoint.admits(URLRequest(url: try url(address))) == isTaken)
  }

  @Test("a scheme of an app's own is answered by stubs, or refused with the report")
  func ownScheme() async throws {
    stubber.add(
      stub: HTTPStubRequest().match(URL: "app://data/users").stub(for: .get, .json(["id": 7])))
    let (text, response) = try await stubber.session.answer(from: "app://data/users")
    #expect(text == #"{"id":7}"#)
    #expect(response.statusCode == 200)
    let error = await #expect(throws: (any Error).self) {
      try await stubber.session.answer(from: "app://data/books")
    }
    #expect(error.map { "\($0)" }?.contains("No stub matches GET app://data/books") == true)
    try stubber.journal.verify(count: 2)
  }

  @Test(
    "in a session of others, such a scheme is left to the app's own protocol unless a stub answers it"
  )
  func foreignScheme() throws {
    stubber.add(stub: HTTPStubRequest().match(URL: "app://a/known").stub(for: .get, .text("x")))
    let endpoint = stubber.endpoint
    for (address, isTaken) in [
      ("app://a/known", true), ("app://a/other", false), ("http://a/b", true),
    ] {
      #expect(endpoint.admits(URLRequest(url: try url(address)), ofOtherSession: true) == isTaken)
    }
  }

  @Test("that no request has come is not blamed on a test whose requests have another scheme")
  func otherSchemeAdvice() throws {
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .text("x")))
    _ = stubber.session
    #expect(stubber.noRequestsReason?.contains("uses its session") == true)
    #expect(!stubber.endpoint.admits(URLRequest(url: try url("file:///x"))))
    #expect(
      stubber.noRequestsReason?.hasSuffix(
        "a scheme that Foundation loads without HTTP, such as file or data") == true)
  }

  @Test("asking whether a request is taken on counts nothing and reads no stream")
  func noSideEffects() throws {
    stubber.add(
      stub: HTTPStubRequest().times(1).match(Where { $0.bodyText == "x" }).stub(.text("once")))
    stubber.unhandledMode = .optin
    let endpoint = stubber.endpoint
    var streamed = try request(.post, "http://a.example")
    let stream = InputStream(data: Data("x".utf8))
    streamed.httpBodyStream = stream
    for _ in 0..<3 { #expect(endpoint.admits(streamed)) }
    #expect(stream.streamStatus == .notOpen)
    #expect(stubber.journal.receivedCount == 0)
    #expect(stubber.unusedStubs.count == 1)
    #expect(!endpoint.admits(try request(.post, "http://a.example", body: "y")))
  }
}
