import Foundation
import TestSupport
import Testing

@testable import HTTPStubber

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RedirectionTests {
  struct Case: CustomTestStringConvertible {
    let status: HTTPStatusCode
    let method: HTTPMethod
    let next: HTTPMethod
    let keepsBody: Bool

    var testDescription: String { "\(status) of \(method)" }
  }

  @Test(
    "method and body follow RFC 9110 §15.4",
    arguments: [
      Case(status: 301, method: .get, next: .get, keepsBody: true),
      Case(status: 301, method: .post, next: .get, keepsBody: false),
      Case(status: 302, method: .post, next: .get, keepsBody: false),
      Case(status: 302, method: .put, next: .put, keepsBody: true),
      Case(status: 303, method: .put, next: .get, keepsBody: false),
      Case(status: 303, method: .head, next: .head, keepsBody: true),
      Case(status: 307, method: .post, next: .post, keepsBody: true),
      Case(status: 308, method: .delete, next: .delete, keepsBody: true),
    ])
  func methods(_ row: Case) throws {
    let head = ResponseHead(status: row.status, headers: [.location: "/b"])
    let before = try request(row.method, "http://one.example/a", body: "x")
    let redirection = try #require(Redirection(head, of: before, cookies: nil))
    #expect(redirection.request.httpMethod == row.next.rawValue)
    #expect(redirection.keepsBody == row.keepsBody)
  }

  @Test(
    "Location is resolved against the request's URL",
    arguments: [
      ("/b", "http://one.example/b"), ("b", "http://one.example/a/b"),
      ("../b?c=%20d", "http://one.example/b?c=%20d"), ("//two.example/", "http://two.example/"),
      ("https://two.example/b", "https://two.example/b"), ("?q", "http://one.example/a/x?q"),
    ])
  func locations(location: String, target: String) throws {
    let head = ResponseHead(status: .found, headers: [.location: location])
    let before = try request(.get, "http://one.example/a/x")
    let redirection = try #require(Redirection(head, of: before, cookies: nil))
    #expect(redirection.request.url?.absoluteString == target)
  }

  @Test("a fragment goes along unless Location has its own")
  func fragments() throws {
    let before = try request(.get, "http://one.example/a#top")
    for (location, target) in [("/b", "/b#top"), ("/b#end", "/b#end")] {
      let head = ResponseHead(status: .found, headers: [.location: location])
      let redirection = try #require(Redirection(head, of: before, cookies: nil))
      #expect(redirection.request.url?.absoluteString == "http://one.example\(target)")
    }
  }

  @Test("credentials stay within their origin: scheme, host and port")
  func origins() throws {
    let before = try request(
      .get, "http://one.example/a", headers: ["Authorization": "secret", "X-Other": "1"])
    for (location, isKept) in [
      ("/b", true), ("http://one.example:80/b", true), ("https://one.example/b", false),
      ("http://one.example:81/b", false), ("http://two.example/b", false),
    ] {
      let head = ResponseHead(status: .found, headers: [.location: location])
      let next = try #require(Redirection(head, of: before, cookies: nil)).request
      #expect((next.value(forHTTPHeaderField: "Authorization") != nil) == isKept, "\(location)")
      #expect(next.value(forHTTPHeaderField: "X-Other") == "1")
    }
  }

  @Test("a 303 removes the body and the fields that describe it")
  func contentFields() throws {
    let before = try request(
      .post, "http://one.example/a", headers: ["Content-Type": "text/plain"], body: "x")
    let head = ResponseHead(status: .seeOther, headers: [.location: "/b"])
    let next = try #require(Redirection(head, of: before, cookies: nil)).request
    #expect(next.value(forHTTPHeaderField: "Content-Type") == nil)
    #expect(next.httpBody == nil)
  }

  @Test("a 3xx without Location, a 300 and a 304 are answers")
  func noRedirects() throws {
    let before = try request(.get, "http://one.example/a")
    #expect(Redirection(ResponseHead(status: .found), of: before, cookies: nil) == nil)
    for status in [300, 304] as [HTTPStatusCode] {
      let head = ResponseHead(status: status, headers: [.location: "/b"])
      #expect(Redirection(head, of: before, cookies: nil) == nil)
    }
  }
}

@Suite struct FollowingTests {
  let stubber = HTTPStubber()

  init() {
    stubber.add(
      stub: HTTPStubRequest().at("/end").stub { request, _ -> HTTPStubResponse in
        let response = HTTPStubResponse()
        response.headers["X-Authorization"] = request.headers[.authorization] ?? "none"
        response.body = "\(request.method) \(request.bodyText)"
        return response
      })
  }

  private func add(_ path: String, _ status: HTTPStatusCode, to location: String) {
    stubber.add(
      stub: HTTPStubRequest().at(path).stub(.redirect(to: location, statusCode: status)))
  }

  @Test("a redirect ends with the final response and its URL")
  func final() async throws {
    add("/a", .movedPermanently, to: "/b")
    add("/b", .found, to: "http://two.example/end")
    let (text, response) = try await stubber.session.answer(
      to: try request(.get, "http://one.example/a"))
    #expect(text == "GET ")
    #expect(response.statusCode == 200)
    #expect(response.url?.absoluteString == "http://two.example/end")
    #expect(stubber.journal.entries.count == 3)
  }

  @Test(
    "a 307 sends the body again, a 303 does not", arguments: [(307, "POST abc"), (303, "GET ")])
  func bodies(status: Int, expected: String) async throws {
    add("/a", HTTPStatusCode(rawValue: status), to: "/end")
    let session = stubber.session
    let post = try request(.post, "http://one.example/a", body: "abc")
    #expect(try await session.answer(to: post).text == expected)
    let (data, _) = try await session.upload(
      for: try request(.post, "http://one.example/a"), from: Data("abc".utf8))
    #expect(String(decoding: data, as: UTF8.self) == expected)
  }

  @Test("a 307 shows a body that came as a stream as data, because the stream has been read")
  func streamedBody() async throws {
    add("/a", .temporaryRedirect, to: "/end")
    let bodies = Shared<[Data?]>([])
    let observer = TaskObserver(redirect: { request in
      bodies.update { $0.append(request.httpBody) }
      return request
    })
    var post = try request(.post, "http://one.example/a")
    post.httpBodyStream = InputStream(data: Data("abc".utf8))
    let notes = await observer.run(observer.session(stubber).dataTask(with: post))
    #expect(notes.body == "POST abc")
    #expect(bodies.value == [Data("abc".utf8)])
  }

  @Test("Authorization is not sent to another host")
  func crossHost() async throws {
    add("/same", .found, to: "/end")
    add("/other", .found, to: "http://two.example/end")
    for (path, expected) in [("same", "secret"), ("other", "none")] {
      let (_, response) = try await stubber.session.answer(
        to: try request(
          .get, "http://one.example/\(path)", headers: ["Authorization": "secret"]))
      #expect(response.value(forHTTPHeaderField: "X-Authorization") == expected)
    }
  }

  @Test("a delegate that refuses a redirect gets the 3xx with its body")
  func refusal() async throws {
    stubber.add(
      stub: HTTPStubRequest().at("/a").stub(for: .get) { response in
        response.statusCode = .found
        response.headers = [.location: "/end"]
        response.body = "moved"
      })
    let observer = TaskObserver(redirect: { _ in nil })
    let session = observer.session(stubber)
    let notes = await observer.run(session.dataTask(with: try url("http://one.example/a")))
    #expect(notes.status == 302)
    #expect(notes.body == "moved")
    #expect(notes.redirects == ["302 /end"])
    #expect(stubber.journal.entries.count == 1)
  }

  @Test("a delegate may send a redirect somewhere else")
  func change() async throws {
    add("/a", .found, to: "/nowhere")
    let end = try request(.get, "http://one.example/end")
    let observer = TaskObserver(redirect: { _ in end })
    let session = observer.session(stubber)
    let notes = await observer.run(session.dataTask(with: try url("http://one.example/a")))
    #expect(notes.status == 200)
    #expect(notes.redirects == ["302 /nowhere"])
  }

  @Test("20 redirects are followed, the 21st is too many", arguments: [20, 21])
  func limit(count: Int) async throws {
    for number in 0..<count {
      let target = number == count - 1 ? "/end" : "/\(number + 1)"
      add("/\(number)", .found, to: target)
    }
    let code = await stubber.session.errorCode(for: try request(.get, "http://one.example/0"))
    #expect(code == (count > 20 ? .httpTooManyRedirects : nil))
  }

  @Test("a redirect loop ends with httpTooManyRedirects")
  func loop() async throws {
    add("/a", .found, to: "/b")
    add("/b", .found, to: "/a")
    let code = await stubber.session.errorCode(for: try request(.get, "http://one.example/a"))
    #expect(code == .httpTooManyRedirects)
  }

  @Test("a redirect to another scheme fails with unsupportedURL")
  func scheme() async throws {
    add("/a", .found, to: "ftp://one.example/end")
    let code = await stubber.session.errorCode(for: try request(.get, "http://one.example/a"))
    #expect(code == .unsupportedURL)
  }

  @Test("a redirect to an unmatched request fails with its report")
  func unmatchedTarget() async throws {
    add("/a", .found, to: "/nowhere")
    let error = await #expect(throws: UnmatchedReport.self) {
      try await stubber.session.text(from: "http://one.example/a")
    }
    #expect(error?.request.target.path == "/nowhere")
  }

  @Test("downloads follow redirects too")
  func download() async throws {
    add("/a", .found, to: "/end")
    let (file, response) = try await stubber.session.download(from: try url("http://one.example/a"))
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == "GET ")
    #expect(response.url?.path == "/end")
  }
}
