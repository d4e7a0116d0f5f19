import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Unmatched report")
struct UnmatchedReportTests {
  @Test("The report shows the closest stub, its failed conditions, a stub to paste and a curl line")
  func text() throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest(file: "Tests/Users.swift", line: 12).named("users")
        .match(PathIs("/users")).stub(for: .post, .text("x")))
    let request = ReceivedRequest(
      .put, "http://api.test/user?q='1'", headers: ["Accept": "text/plain", "Host": "api.test"],
      body: Data("it's".utf8))
    let report = try #require(set.receive(request).outcome.report)
    #expect(
      report.description == """
        No stub matches PUT http://api.test/user?q='1'
        The only stub:

        stub "users" (Tests/Users.swift:12)
          ✗ path is /users (got /user)
          ✗ method is POST (got PUT)

        To answer it, add:
          HTTPStubRequest()
            .match(URL: "http://api.test/user?q='1'")
            .stub(for: .put, .text(""))

        To repeat the request:
          curl -X PUT -H 'Accept: text/plain' -H 'Content-Type:' --data-raw 'it'\\''s' \
        'http://api.test/user?q='\\''1'\\'''

        """)
  }

  @Test("Without stubs the report has the stub and the curl line, with the fields that are sent")
  func withoutStubs() throws {
    let request = ReceivedRequest(
      .head, "http://api.test:81/é", headers: ["X-A": "é'", "Connection": "close"])
    let report = try #require(StubSet().receive(request).outcome.report)
    #expect(
      report.description == #"""
        No stub matches HEAD http://api.test:81/é
        No stubs are loaded.

        To answer it, add:
          HTTPStubRequest()
            .match(URL: "http://api.test:81/é")
            .stub(for: .head, .text(""))

        To repeat the request:
          curl --head -H 'X-A: é'\''' 'http://api.test:81/é'

        """#)
    #expect(report.utf8() == Array(report.description.utf8))
  }

  @Test(
    "A listener suggests a rule, and both are suggested if a closest stub is from the other side")
  func suggestions() throws {
    func report(fromListener: Bool, stub file: String) throws -> String {
      let set = StubSet()
      set.add(stub: HTTPStubRequest(file: file, line: 1).match(path: "/a").stub(.text("")))
      var request = ReceivedRequest("PURGE", "http://api.test/b?c=1")
      request.isFromListener = fromListener
      return try #require(set.receive(request).outcome.report).description
    }
    func swift(_ url: String) -> String {
      """
        HTTPStubRequest()
          .match(URL: "\(url)")
          .stub(for: "PURGE", .text(""))

      """
    }
    func rule(_ url: String) -> String {
      """
        stubs:
          - match: { url: '\(url)' }
            respond: { PURGE: { status: 200, text: '' } }

      """
    }
    let (first, second) = ("To answer it, add:\n", "\nOr, in a stub file:\n")
    // The address of a listener is its own, and may be another in the next run.
    let (url, path) = ("http://api.test/b?c=1", "/b?c=1")
    for (isFromListener, file, expected) in [
      (false, "Tests/A.swift", first + swift(url)), (true, "api.yaml", first + rule(path)),
      (false, "api.yaml", first + swift(url) + second + rule(url)),
      (true, "A.swift", first + swift(path) + second + rule(path)),
    ] {
      let text = try report(fromListener: isFromListener, stub: file)
      #expect(text.contains(expected + "\nTo repeat"), "\(text)")
    }
  }

  @Test("The rule for a request to a proxy has the whole URL")
  func proxied() throws {
    var request = ReceivedRequest(.get, "http://api.test/b")
    request.isFromListener = true
    request.isForProxy = true
    let report = try #require(StubSet().receive(request).outcome.report)
    #expect(report.suggestedRule[1] == "  - match: { url: 'http://api.test/b' }")
  }

  @Test("A path that begins with two slashes is suggested as a path, in Swift too")
  func twoSlashes() {
    var request = ReceivedRequest(
      method: .get, target: RequestURL(scheme: nil, host: nil, path: "//x/y", query: "a=1&a="))
    request.isFromListener = true
    let report = StubSet().explain(request).report
    #expect(report.suggestedStub[1] == #"  .match(path: "//x/y")"#)
    #expect(
      report.suggestedRule[1] == #"  - match: { path: '//x/y', queryEquals: {"a":["1",""]} }"#)
  }

  @Test("Of a large body a report has only the start, whatever is in it")
  func largeBodies() throws {
    let long = String(repeating: "x", count: 500_000)
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(HTTPStubJSONMatcher(["a": 1])).stub(.text("")))
    set.add(stub: try HTTPStubRequest().match(xml: "<a x='1'>1</a>" as String).stub(.text("")))
    set.add(stub: HTTPStubRequest().match(PartMatcher(.body, .equals("a"))).stub(.text("")))
    for body in [
      long, "{\"a\": \"\(long)\"}", "{\"a\": 1, \"\(long)\": 2}", "<a x='1'>\(long)</a>",
      "<a x='\(long)'>1</a>",
    ] {
      let request = ReceivedRequest(.post, "/", body: Data(body.utf8))
      let report = try #require(set.receive(request).outcome.report)
      #expect(report.description.utf8.count < 8_000, "\(body.prefix(40))")
      #expect(report.json.text().utf8.count < 12_000, "\(body.prefix(40))")
    }
  }

  @Test("The conditions that a stub fulfills are shown too")
  func fulfilled() throws {
    let set = StubSet()
    let stub = HTTPStubRequest(file: "a.swift", line: 1).match(path: .equals("/a"))
    set.add(stub: stub.match(query: "q", .equals("1")).stub(.text("")))
    let report = try #require(set.receive(ReceivedRequest(.get, "/a?q=2")).outcome.report)
    let lines = report.nearMisses.flatMap { $0.verdicts.map(\.line) }
    #expect(lines.first == #"  ✓ path is "/a""#)
    #expect(lines.count == 2)
  }

  @Test("The three nearest stubs are shown, the nearest first")
  func nearest() throws {
    let set = StubSet()
    for (name, paths) in [
      ("near", ["/abc/e", "/b"]), ("half", ["/abc/d", "/b"]), ("far", ["/x", "/y"]),
      ("whole", ["/abc/d", "/abc/f"]),
    ] {
      let stub = HTTPStubRequest().named(name).stub(for: .get, .text(""))
      for path in paths { stub.match(PathIs(path)) }
      set.add(stub: stub)
    }
    let report = try #require(set.receive(ReceivedRequest(.get, "/abc/d")).outcome.report)
    #expect(report.stubCount == 4)
    #expect(
      report.nearMisses.map { $0.stub.split(separator: "\"")[1] } == ["whole", "half", "near"])
  }

  @Test(
    "Of very many stubs those are compared that have the same parent path, and the newest",
    arguments: [
      ("/item-5/infos", "/item-5/info"), ("/item-999x/info", "/item-999/info"),
      ("/users/list/all", "/users/list"), ("/users/{id}/photo", "/users/{id}/photos"),
      ("/users/{id}", "/users/list"), ("/user", "/about"), ("/item-7", "/item-999/info"),
    ])
  func nearestOfMany(path: String, expected: String) throws {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: .equals("/users/list")).stub(.text("")))
    set.add(stub: HTTPStubRequest().match(path: .equals("/about")).stub(.text("")))
    set.add(stub: HTTPStubRequest().match(URI: "/users/{id}/photos").stub(.text("")))
    for number in 0..<1_000 {
      let path = "/item-\(number)/info\(number == 7 ? "-7" : "")"
      set.add(stub: HTTPStubRequest().match(path: .equals(path)).stub(.text("")))
    }
    let sent = path.replacing("{id}", with: "42")
    let report = try #require(set.receive(ReceivedRequest(.get, sent)).outcome.report)
    #expect(report.stubCount == 1_003)
    #expect(report.nearMisses.contains { $0.verdicts[0].matcher.contains(expected) })
  }

  @Test("Of very many stubs for one path those are compared that may accept the URL")
  func nearestOfOnePath() throws {
    let set = StubSet()
    for number in 0..<1_000 {
      set.add(stub: HTTPStubRequest().match(path: "/items/\(number)").stub(for: .get, .text("")))
    }
    let report = try #require(set.receive(ReceivedRequest(.post, "/items/5")).outcome.report)
    #expect(report.nearMisses.first?.verdicts[0].matcher == #"path is "/items/5""#)
  }

  @Test("A stub that fails one condition comes before one that fails four, of however many")
  func fewestFailures() throws {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(URI: "/books/{id}").stub(for: .get, .text("")))
    for title in ["one", "two", "three"] {
      set.add(
        stub: HTTPStubRequest().match(path: "/books").match(query: "title", .present)
          .match(header: "Content-Type", .hasPrefix("application/json"))
          .match(json: ["title": .string(title)]).stub(for: .post, .text("")))
    }
    let report = try #require(set.receive(ReceivedRequest(.get, "/book/7")).outcome.report)
    #expect(report.nearMisses.first?.verdicts[0].matcher == "URI matches /books/{id}")
  }

  @Test("A stub for the path comes before one for another path, though it fails more conditions")
  func samePath() throws {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest().match(path: "/orders").match(header: "A", .equals("1"))
        .match(header: "B", .equals("1")).stub(.text("")))
    set.add(stub: HTTPStubRequest().match(path: "/people").stub(.text("")))
    let report = try #require(set.receive(ReceivedRequest(.get, "/orders")).outcome.report)
    #expect(report.nearMisses.map(\.verdicts.count) == [3, 1])
  }

  @Test("A stub whose responses are used up says so")
  func usedUp() throws {
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(PathIs("/a")).stub(for: .get, .text("")).times(1))
    _ = set.receive(ReceivedRequest(.get, "/a")).outcome
    let report = try #require(set.receive(ReceivedRequest(.get, "/a")).outcome.report)
    #expect(
      report.nearMisses.first?.verdicts.last?.line
        == "  ✗ has responses left (expected at most 1 request, got 1 answered already)")
  }

  @Test(
    "A long body is quoted up to 2 KB, with how much is left out",
    arguments: [
      (2_048, ""), (2_049, "… 1 byte more"), (3_047, "… 999 bytes more"), (4_000, "… 1 KB more"),
      (60_000_000, "… 59 MB more"),
    ])
  func longBody(size: Int, end: String) {
    let body = Data(repeating: UInt8(ascii: "x"), count: size)
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(body: .contains("y")).stub(for: .post, .status(.ok)))
    let outcome = stubs.receive(ReceivedRequest(.post, "http://a.test/", body: body)).outcome
    let shown = String(repeating: "x", count: 2_048)
    #expect(
      outcome.report?.curlCommand
        == "curl -X POST -H 'Content-Type:' --data-raw '\(shown)\(end)' 'http://a.test/'")
    #expect(outcome.report?.description.utf8.count ?? 0 < 3_000)
  }

  @Test("A character is not cut in two")
  func cutCharacter() {
    let body = Data("\(String(repeating: "x", count: 2_046))€…".utf8)
    let outcome = StubSet().receive(ReceivedRequest(.post, "http://a.test/", body: body)).outcome
    let shown = String(repeating: "x", count: 2_046)
    #expect(outcome.report?.curlCommand.contains("'\(shown)… 6 bytes more'") == true)
  }
}
