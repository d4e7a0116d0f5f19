import StubServer
import Testing

@testable import StubCore
@testable import stubber

@Suite("Logging requests")
struct RequestLogTests {
  private static func stubs(_ mode: HTTPUnhandledMode = .optout) -> StubSet {
    let set = StubSet()
    set.unhandledMode = mode
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 3).named("a").match(path: "/a").stub(.status(.ok))
    )
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 9).match(path: "/down")
        .stub(.failure(.timedOut)))
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 12).match(path: "/cut").stub(for: .get) {
        $0.fail(with: .reset(after: .percent(50)))
      })
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 15).match(path: "/reset").stub(for: .get) {
        $0.fail(with: .reset)
      })
    return set
  }

  /// The log's lines for a request.
  private func log(_ url: String, _ set: StubSet, json: Bool = false) -> [String] {
    let output = RecordedOutput()
    set.hooks = RequestLog(console: output.console(json: json)).hooks
    _ = set.receive(ReceivedRequest(.get, url))
    return output.lines
  }

  @Test(
    "A line has status, method, URL and the stub, or why there was none",
    arguments: [
      ("http://h/a", "200 GET http://h/a  a"),
      ("http://h/down", "timedOut GET http://h/down  stub at a.yaml:9"),
      ("http://h/cut", "200, resetInBody GET http://h/cut  stub at a.yaml:12"),
      ("http://h/reset", "reset GET http://h/reset  stub at a.yaml:15"),
      (
        "http://h/b",
        "404 GET http://h/b  no match; closest: stub \"a\" (a.yaml:3), where path is \"/a\""
          + " (got \"/b\")"
      ),
    ])
  func lines(url: String, line: String) {
    #expect(log(url, Self.stubs()) == [line])
  }

  @Test("A handshake of a WebSocket that a stub answers gets a warning", arguments: [false, true])
  func webSockets(json: Bool) {
    let output = RecordedOutput()
    let set = Self.stubs()
    set.hooks = RequestLog(console: output.console(json: json)).hooks
    _ = set.receive(ReceivedRequest(.get, "http://h/a", headers: [.upgrade: "websocket"]))
    _ = set.receive(ReceivedRequest(.get, "http://h/a"))
    #expect(output.lines.joined().contains("the handshake of a WebSocket"))
    #expect(output.lines.last?.contains("WebSocket") == false)
  }

  @Test(
    "Secrets in a query are not logged, short ones only where they are values",
    arguments: [false, true])
  func secrets(json: Bool) {
    let set = Self.stubs()
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 20).match(path: "/s")
        .match(query: "token", "expected").stub(.status(.ok)))
    for url in ["http://h/a?token=s3cr3t%2Fvalue&page=2", "http://h/s?token=s3cr3t%2Fvalue"] {
      let lines = log(url, set, json: json)
      #expect(lines.count == 1)
      #expect(!lines[0].contains("s3cr3t"), "\(lines)")
      #expect(lines[0].contains("token=…"), "\(lines)")
    }
    let short = log("http://h/a?pin=2&n=200", set, json: json)[0]
    #expect(short.contains("pin=…&n=…00") || short.contains("pin=…&n=200"), "\(short)")
    #expect(short.contains("200"), "\(short)")
    #expect(log("http://h/a?page=2", set, json: json)[0].contains("page=2"))
    let output = RecordedOutput()
    let request = ReceivedRequest(.get, "http://h/a?token=s3cr3t-1")
    var webhook = SentWebhook(method: "POST", url: "http://h/b?api_key=s3cr3t-2&n=1")
    webhook.outcome = .answered(.ok)
    output.console(json: json).emit(WebhookEvent(request: request, webhook: webhook))
    #expect(output.lines.count == 1)
    #expect(!output.lines[0].contains("s3cr3t"), "\(output.lines)")
  }

  @Test("A secret that looks like a part of the line changes nothing but the URL and the reason")
  func confusingSecrets() throws {
    let url = "http://h/b?password=%22%2C%22url%22%3A&token=unmatched&pin=404"
    let set = Self.stubs()
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 20).match(path: "/b")
        .match(query: "token", "expected").stub(.status(.ok)))
    let json = try JSONValue(parsing: log(url, set, json: true)[0])
    #expect(json["url"] == "http://h/b?password=…&token=…&pin=…")
    #expect(json["outcome"] == "unmatched")
    #expect(json["status"] == 404)
    #expect(json["reason"]?.string?.contains("unmatched") == false, "\(json)")
    set.add(stub: HTTPStubRequest().named("orders").match(path: "/c").stub(.status(.ok)))
    #expect(log("http://h/c?token=orders", set) == ["200 GET http://h/c?token=…  orders"])
  }

  @Test("A request that a stub forwards has no status of its own", arguments: [false, true])
  func forwarding(json: Bool) {
    let set = StubSet()
    set.add(
      stub: HTTPStubRequest(file: "a.yaml", line: 3).named("a")
        .respond(with: ForwardingResponder(Forwarding(to: "http://real"))))
    let line =
      json
      ? #"{"event":"request","method":"GET","url":"http://h/a?pin=…","outcome":"stubbed","#
        + #""status":null,"stub":"a","origin":"a.yaml:3"}"#
      : "--- GET http://h/a?pin=…  forwarded to http://real"
    #expect(log("http://h/a?pin=1", set, json: json) == [line])
  }

  @Test("A request that passes through, and one without any stub, are logged")
  func others() throws {
    #expect(log("/x", Self.stubs(.optin)) == ["404 GET /x  not stubbed (ignore rule or optin)"])
    #expect(log("/x", StubSet()) == ["404 GET /x  no match; no stubs are loaded"])
    let output = RecordedOutput()
    let set = Self.stubs(.optin)
    let upstream = try UpstreamConfiguration(url: "http://h")
    set.hooks = RequestLog(console: output.console(), upstream: { upstream }).hooks
    _ = set.receive(ReceivedRequest(.get, "/x"))
    #expect(output.lines == ["--- GET /x  forwarded to http://h"])
  }

  @Test("The server that is named is that to which the listener forwards at the moment")
  func changingUpstream() throws {
    let output = RecordedOutput()
    let set = Self.stubs(.optin)
    let listener = try Listener(stubs: set, port: 0)
    set.hooks =
      RequestLog(console: output.console(), upstream: { [weak listener] in listener?.upstream })
      .hooks
    let request = ReceivedRequest(.get, "/x")
    _ = set.receive(request)
    let upstream = try Upstream(UpstreamConfiguration(url: "http://h"))
    #expect(listener.exchange(upstream: upstream) == nil)
    _ = set.receive(request)
    #expect(listener.exchange(upstream: nil) === upstream)
    _ = set.receive(request)
    let local = "404 GET /x  not stubbed (ignore rule or optin)"
    #expect(output.lines == [local, "--- GET /x  forwarded to http://h", local])
  }

  @Test("CONNECT has the status that a client gets", arguments: [false, true])
  func tunnel(json: Bool) throws {
    let output = RecordedOutput()
    let set = Self.stubs()
    set.hooks = RequestLog(console: output.console(json: json)).hooks
    _ = set.receive(ReceivedRequest(.connect, "//h:443"))
    let line = try #require(output.lines.first)
    #expect(line.hasPrefix("405 CONNECT ") || line.contains(#""status":405"#))
  }

  @Test("A request that cannot be passed on has the status of the listener's own answer")
  func refused() throws {
    let upstream = try UpstreamConfiguration(url: "http://u:pw@h")
    for isJSON in [false, true] {
      let output = RecordedOutput()
      let set = Self.stubs(.optin)
      set.hooks = RequestLog(console: output.console(json: isJSON), upstream: { upstream }).hooks
      _ = set.receive(ReceivedRequest(.get, "/x", headers: ["Upgrade": "websocket"]))
      let line =
        isJSON
        ? #"{"event":"request","method":"GET","url":"/x","outcome":"passedThrough","status":501}"#
        : "501 GET /x  not forwarded to http://u:…@h"
      #expect(output.lines == [line])
    }
  }

  @Test(
    "A webhook has a line with its status, or why it was not sent",
    arguments: [
      (
        "http://127.0.0.1:9/paid", "→ 204 POST http://127.0.0.1:9/paid",
        #"{"event":"webhook","method":"POST","url":"http://127.0.0.1:9/paid","status":204,"#
          + #""request":"GET /x"}"#
      ),
      (
        "http://127.0.0.1:9/a\u{1B}[31m\n200",
        "→ 204 POST http://127.0.0.1:9/a%1B[31m%0A200",
        #"{"event":"webhook","method":"POST","url":"http://127.0.0.1:9/a%1B[31m%0A200","status":204,"#
          + #""request":"GET /x"}"#
      ),
      (
        "http://10.0.0.1/",
        "→ failed POST http://10.0.0.1/  10.0.0.1 is not an allowed target; "
          + "use --allow-webhook 10.0.0.1",
        #"{"event":"webhook","method":"POST","url":"http://10.0.0.1/","error":"#
          + #""10.0.0.1 is not an allowed target; use --allow-webhook 10.0.0.1","#
          + #""request":"GET /x"}"#
      ),
    ])
  func webhooks(url: String, line: String, json: String) async {
    for isJSON in [false, true] {
      let set = StubSet()
      set.add(stub: HTTPStubRequest().stub(.text("")).then(send: .post, to: url))
      let output = RecordedOutput()
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      var hooks = RequestLog(console: output.console(json: isJSON)).hooks
      let log = hooks.webhookEnded
      hooks.webhookEnded = {
        log($0, $1, $2)
        continuation.yield()
      }
      set.hooks = hooks
      let sender = WebhookSender(WebhookConfiguration()) { _, _ in .answered(.noContent) }
      set.receive(ReceivedRequest(.get, "/x"), webhooks: sender).finish(.completed)
      for await _ in stream { break }
      #expect(output.lines.last == (isJSON ? json : line))
    }
  }

  @Test(
    "In JSON, each request is one object on one line",
    arguments: [
      (
        "http://h/a",
        #"{"event":"request","method":"GET","url":"http://h/a","outcome":"stubbed","status":200,"#
          + #""stub":"a","origin":"a.yaml:3"}"#
      ),
      (
        "http://h/down",
        #"{"event":"request","method":"GET","url":"http://h/down","outcome":"stubbed","#
          + #""status":null,"stub":null,"origin":"a.yaml:9"}"#
      ),
    ])
  func json(url: String, line: String) {
    #expect(log(url, Self.stubs(), json: true) == [line])
  }

  @Test("A response that did not reach the client whole is logged")
  func cancelled() {
    let output = RecordedOutput()
    let set = Self.stubs()
    set.hooks = RequestLog(console: output.console()).hooks
    func receive(_ ending: ResponseEnding, _ count: Int, _ fault: FaultEnding? = nil) {
      set.receive(ReceivedRequest(.get, "/a")).finish(
        SentResponse(
          status: 200, count: count, of: 10, hasBegun: true, ending: ending,
          connectionEnding: fault))
    }
    receive(.cancelled, 5)
    receive(.completed, 10)
    receive(.failed(.network(.networkConnectionLost)), 7, .reset)
    let lines = output.lines
    #expect(lines.filter { $0.hasPrefix("200") } == Array(repeating: "200 GET /a  a", count: 3))
    let broken = lines.filter { $0.hasPrefix("---") }
    #expect(broken.count == 2)
    #expect(
      broken.first?.hasPrefix("--- GET /a  5 of 10 bytes sent; the client left after ") == true)
    #expect(broken.last == "--- GET /a  7 of 10 bytes sent; the connection was reset")
  }

  @Test("A quiet log still has problems")
  func quiet() {
    let output = RecordedOutput()
    let set = Self.stubs()
    set.hooks = RequestLog(console: output.console(), isQuiet: true).hooks
    set.receive(ReceivedRequest(.get, "/a")).finish(.cancelled)
    #expect(output.lines.isEmpty)
    set.hooks.problem("a problem")
    #expect(output.errors.count == 1)
  }

  @Test("Colors are used only when the console has them")
  func colors() {
    let output = RecordedOutput()
    let set = Self.stubs()
    set.hooks = RequestLog(console: output.console(usesColor: true)).hooks
    _ = set.receive(ReceivedRequest(.get, "/a"))
    #expect(output.lines == ["\u{1B}[32m200\u{1B}[0m GET /a  \u{1B}[90ma\u{1B}[0m"])
  }
}
