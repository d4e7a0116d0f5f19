import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RequestBridgeTests {
  @Test("a URLRequest goes to a ReceivedRequest and back")
  func roundTrip() throws {
    let original = try request(
      .patch, "https://one.example:8443/a%20b?c=d", headers: ["X-One": "1", "x-two": "2"],
      body: "body")
    let received = ReceivedRequest(original)
    #expect(received.method == .patch)
    #expect(received.target.port == 8443)
    #expect(received.headers["X-Two"] == "2")
    #expect(received.bodyText == "body")
    let back = try #require(received.urlRequest)
    #expect(back.url == original.url)
    #expect(back.httpMethod == "PATCH")
    #expect(back.httpBody == original.httpBody)
    #expect(back.allHTTPHeaderFields?.count == 2)
  }

  @Test("a session's headers are added where the request has none of the name")
  func sessionHeaders() throws {
    let received = ReceivedRequest(
      try request(.get, "http://one.example", headers: ["x-both": "request"]),
      sessionHeaders: ["X-Both": "session", "X-Session": 7])
    #expect(received.headers.values(of: "X-Both") == ["request"])
    #expect(received.headers["X-Session"] == "7")
  }

  @Test(
    "Host is that of the URL unless the request has one, and the client's own request gets none",
    arguments: [
      ("http://one.example/a", "one.example"), ("https://one.example:8443/", "one.example:8443"),
      ("http://user:pass@one.example/", "one.example"), ("http://[::1]:81/", "[::1]:81"),
    ])
  func host(address: String, host: String) async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().match(Where { $0.headers[.host] == host }).stub(
        for: .get, .text("it"))
    )
    #expect(try await stubber.session.text(from: address) == "it")
    let received = try #require(stubber.journal.entries.first).request
    #expect(received.urlRequest?.value(forHTTPHeaderField: "Host") == nil)
    let own = ReceivedRequest(try request(.get, address, headers: ["Host": "own.example"]))
    #expect(own.headers.values(of: .host) == ["own.example"])
    #expect(own.urlRequest?.value(forHTTPHeaderField: "Host") == "own.example")
  }

  private func unusual(_ method: HTTPMethod, _ address: String) throws -> URLRequest {
    var unusual = try request(method, address, headers: ["X-Own": "1"])
    unusual.cachePolicy = .reloadIgnoringLocalCacheData
    unusual.timeoutInterval = 17
    unusual.httpShouldHandleCookies = false
    unusual.networkServiceType = .background
    unusual.allowsCellularAccess = false
    return unusual
  }

  private func expectUnusual(_ request: URLRequest?, at location: SourceLocation = #_sourceLocation)
  {
    #expect(request?.cachePolicy == .reloadIgnoringLocalCacheData, sourceLocation: location)
    #expect(request?.timeoutInterval == 17, sourceLocation: location)
    #expect(request?.httpShouldHandleCookies == false, sourceLocation: location)
    #expect(request?.networkServiceType == .background, sourceLocation: location)
    #expect(request?.allowsCellularAccess == false, sourceLocation: location)
    #expect(request?.value(forHTTPHeaderField: "X-Own") == "1", sourceLocation: location)
  }

  @Test("matchers, responders and the journal see the client's own request, also after a redirect")
  func original() async throws {
    let stubber = HTTPStubber()
    let seen = Shared<[URLRequest?]>([])
    stubber.add(
      stub: HTTPStubRequest().match(
        Where { request in
          seen.update { $0.append(request.urlRequest) }
          return true
        }
      ).stub(for: .put) { request, _ in
        seen.update { $0.append(request.urlRequest) }
        return HTTPStubResponse()
      })
    stubber.add(
      stub: HTTPStubRequest().at("/hop").stub { response in
        response.statusCode = .temporaryRedirect
        response.headers = [.location: "/end"]
      })
    let configuration = stubber.configuration
    configuration.httpAdditionalHeaders = ["X-Session": "2"]
    let session = URLSession(configuration: configuration)
    let put = try unusual(.put, "http://one.example/hop")
    _ = try await session.upload(for: put, from: Data("body".utf8))
    seen.update { $0 += stubber.journal.entries.map(\.request.urlRequest) }
    #expect(seen.value.count >= 4)
    for request in seen.value {
      expectUnusual(request)
      #expect(request?.httpBody == Data("body".utf8))
      #expect(request?.value(forHTTPHeaderField: "X-Session") == "2")
    }
    #expect(seen.value.first??.url?.path == "/end")
  }

  @Test("changes to a request are made to the client's own")
  func changed() throws {
    var received = ReceivedRequest(try unusual(.get, "http://one.example/a"))
    expectUnusual(received.urlRequest)
    #expect(received.urlRequest == (try unusual(.get, "http://one.example/a")))
    received.target = RequestURL("http://two.example/b")
    received.method = .delete
    received.headers[.accept] = "text/plain"
    expectUnusual(received.urlRequest)
    #expect(received.urlRequest?.url?.absoluteString == "http://two.example/b")
    #expect(received.urlRequest?.httpMethod == "DELETE")
    #expect(received.urlRequest?.value(forHTTPHeaderField: "Accept") == "text/plain")
    received.headers = HTTPHeaders()
    #expect(received.urlRequest?.value(forHTTPHeaderField: "X-Own") == nil)
  }

  struct EveningMatcher: HTTPStubMatcherProtocol {
    func matches(request: URLRequest, for source: HTTPMatcherSource) -> Bool {
      source == .stubRequest && request.value(forHTTPHeaderField: "X-Time") == "evening"
        && request.httpBody == Data("soup".utf8)
    }
  }

  @Test("a matcher of one's own sees a URLRequest with the body of an upload")
  func customMatcher() async throws {
    let stubber = HTTPStubber()
    let stub = HTTPStubRequest()
    stub.match(EveningMatcher())
    stub.stub(for: .post, .text("served"))
    stubber.add(stub: stub)
    let evening = try request(.post, "http://one.example", headers: ["X-Time": "evening"])
    let (data, _) = try await stubber.session.upload(for: evening, from: Data("soup".utf8))
    #expect(String(decoding: data, as: UTF8.self) == "served")
    await #expect(throws: UnmatchedReport.self) {
      try await stubber.session.upload(for: evening, from: Data("bread".utf8))
    }
  }

  @Test("every network error code becomes the URLError of that code")
  func errorCodes() {
    for (name, code) in NetworkErrorCode.named {
      #expect(URLError(code).errorCode == code.rawValue, "\(name)")
    }
  }
}

@Suite struct BodyBridgeTests {
  struct User: Encodable {
    let name: String
    let id: Int
  }

  @Test("an Encodable value is answered as JSON")
  func encodable() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .json(User(name: "Mark", id: 34))))
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://a.example"))
    #expect(text == #"{"id":34,"name":"Mark"}"#)
    #expect(response.mimeType == "application/json")
  }

  @Test("a fixture is found next to the source file that names it")
  func fixture() async throws {
    let stubber = HTTPStubber()
    let path = try fixturePath("../Bridges/RequestBridgeTests.swift")
    #expect(path.hasSuffix("/HTTPStubberTests/Bridges/RequestBridgeTests.swift"))
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .body(try HTTPStubBody.fixture("RequestBridgeTests.swift"))))
    let text = try await stubber.session.text(from: "http://a.example")
    #expect(text.contains("a fixture is found next to"))
  }

  @Test("a missing fixture is reported with the path that was looked at")
  func missingFixture() {
    let error = #expect(throws: MissingResource.self) {
      try fixturePath("none.json", nextTo: "/some/where/Tests.swift")
    }
    #expect(
      error?.description
        == "no such file /some/where/none.json; the path is relative to the folder of "
        + "/some/where/Tests.swift")
  }

  @Test("a missing resource is reported with its name and the place")
  func missingResource() {
    let error = #expect(throws: MissingResource.self) {
      try HTTPStubBody.resource("none.json", in: .main, subdirectory: "answers")
    }
    #expect(error?.description.hasPrefix("no resource named \"none.json\" in ") == true)
    #expect(error?.description.contains("/answers; give") == true)
  }

  @Test("a resource of a bundle is the body")
  func resource() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).bundle")
    let answers = folder.appendingPathComponent("Contents/Resources")
    defer { try? FileManager.default.removeItem(at: folder) }
    for place in [folder, answers] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("from the bundle".utf8).write(to: place.appendingPathComponent("answer.txt"))
    }
    let bundle = try #require(Bundle(url: folder))
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(
        for: .get, .body(try HTTPStubBody.resource("answer.txt", in: bundle))))
    #expect(try await stubber.session.text(from: "http://a.example") == "from the bundle")
  }
}
