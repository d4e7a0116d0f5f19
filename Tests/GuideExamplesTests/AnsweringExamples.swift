import ExampleSupport
import Foundation
import HTTPStubber
import Testing

@Suite("Answering") struct AnsweringExamples {
  @Test("Each method has its answer")
  func methods() async throws {
    // example: methods
    let stub = HTTPStubRequest()
      .match(path: "/users/1")
      .stub(for: .get, .json(["id": 1, "name": "Ada"]))
      .stub(for: .delete, .status(.noContent))
      .stub(.status(.methodNotAllowed, headers: [.allow: "GET, DELETE"]))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/users/1").text == #"{"id":1,"name":"Ada"}"#)
    #expect(try await stubs.plan(.delete, "/users/1").status == 204)
    #expect(try await stubs.plan(.post, "/users/1").head?.headers[.allow] == "GET, DELETE")
  }

  @Test("A closure sets every property of a response")
  func builder() async throws {
    // example: builder
    let stub = HTTPStubRequest().stub(for: .get) { response in
      response.statusCode = .serviceUnavailable
      response.reasonPhrase = "Back Soon"
      response.headers = [.retryAfter: "120", "X-Tag": "a", "X-Tag": "b"]
      response.contentType = .json
      response.body = #"{"error": "maintenance"}"#
      response.cachePolicy = .allowed
    }
    // end of example
    let head = try #require(try await StubSet(stub).plan(.get, "/").head)
    #expect(head.reason == "Back Soon")
    #expect(head.headers.values(of: "X-Tag") == ["a", "b"])
    #expect(head.headers[.contentType] == "application/json")
    #expect(head.headers[.contentLength] == "24")
  }

  @Test("A body comes from data, text, JSON, a value or a file")
  func bodies() async throws {
    let path = try fixturePath("AnsweringExamples.swift")
    // example: bodies
    let stub = HTTPStubRequest()
      .stub(for: .get, .text("text"))
      .stub(for: .put, .data(Data([0x00, 0xFF])))
      .stub(for: .post, .json(["id": 1, "tags": ["a", "b"]]))
      .stub(for: .patch, .json(User(id: 1, name: "Ada")))
      .stub(for: .delete, .file(path: path))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").text == "text")
    #expect(try await stubs.plan(.put, "/").body.count == 2)
    #expect(try await stubs.plan(.post, "/").text == #"{"id":1,"tags":["a","b"]}"#)
    #expect(try await stubs.plan(.delete, "/").text.hasPrefix("import ExampleSupport"))
    #expect(try await stubs.plan(.patch, "/").text == #"{"id":1,"name":"Ada"}"#)
  }

  @Test("JSON that is there already has a label")
  func json() async throws {
    let data = Data(#"{"id":1}"#.utf8)
    let dictionary: [String: Any] = ["id": 1, "at": NSNull()]
    let fields = ["X-Page": "2"]
    // example: json
    let stub = HTTPStubRequest()
      .stub(for: .get, .json(data: data))
      .stub(for: .put, .json(text: #"{"id": 1}"#))
      .stub(for: .post, .jsonObject(dictionary))
      .stub(for: .patch, .json(["Ada", "Mark"]).adding(headers: fields))
      .stub(for: .delete, .json("a JSON string", statusCode: .accepted))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").text == #"{"id":1}"#)
    #expect(try await stubs.plan(.put, "/").text == #"{"id": 1}"#)
    #expect(try await stubs.plan(.post, "/").text == #"{"at":null,"id":1}"#)
    #expect(try await stubs.plan(.patch, "/").head?.headers["X-Page"] == "2")
    #expect(try await stubs.plan(.delete, "/").text == #""a JSON string""#)
  }

  @Test("A range request gets that part of a file")
  func ranges() async throws {
    // example: file
    let stub = HTTPStubRequest()
      .match(path: "/answering.swift")
      .stub(for: .get, .body(try .fixture("AnsweringExamples.swift")))
    // end of example
    let plan = try await StubSet(stub).plan(
      .get, "/answering.swift", headers: [.range: "bytes=0-5"])
    #expect(plan.status == 206)
    #expect(plan.text == "import")
  }

  @Test("A message as curl saves it is a response")
  func message() async throws {
    let saved = Data("HTTP/1.1 201 Created\r\nX-Saved: yes\r\n\r\nhello".utf8)
    // example: message
    let stub = HTTPStubRequest().stub(for: .get, try HTTPStubResponse(message: saved))
    // end of example
    let plan = try await StubSet(stub).plan(.get, "/")
    #expect(plan.status == 201)
    #expect(plan.head?.headers["X-Saved"] == "yes")
    #expect(plan.text == "hello")
  }

  @Test("Templates fill in parts of the request")
  func templates() async throws {
    // example: templates
    let stub = HTTPStubRequest()
      .match(URI: "/users/{id}{?page}")
      .stub(for: .get) { response in
        response.headers = [.location: "/users/{{uri.id}}"]
        response.contentType = .json
        response.body = """
          {"id": {{uri.id}}, "page": {{default query.page 1}}, \
          "agent": "{{upper headers.user-agent}}"}
          """
        response.usesTemplates = true
      }
    // end of example
    let plan = try await StubSet(stub).plan(
      .get, "/users/42?page=3", headers: [.userAgent: "test"])
    #expect(plan.text == #"{"id": 42, "page": 3, "agent": "TEST"}"#)
    #expect(plan.head?.headers[.location] == "/users/42")
  }

  @Test("Random values repeat with the same seed")
  func seed() async throws {
    func text() async throws -> String {
      // example: seed
      let stubs = StubSet(templateEnvironment: TemplateEnvironment(random: SeededRandom(seed: 7)))
      stubs.add(
        stub: HTTPStubRequest().stub(for: .get) { response in
          response.body = "{{uuid}}"
          response.usesTemplates = true
        })
      let stubber = HTTPStubber(stubs: stubs)
      // end of example
      return try await stubber.stubSet.plan(.get, "/").text
    }
    #expect(try await text() == text())
  }

  @Test("A sequence plays its responses in order and a limit ends a stub")
  func sequences() async throws {
    // example: sequences
    let unavailable = HTTPStubResponse.status(.serviceUnavailable)
    let retried = HTTPStubRequest()
      .stub(for: .get, sequence: [unavailable, unavailable.delayed(by: 1), .text("done")])
    let flaky = HTTPStubRequest()
      .stub(for: .get, sequence: [unavailable, .text("done")], then: .cycle)
    let twice = HTTPStubRequest().times(2).stub(for: .get, .text("only two"))
    // end of example
    for (stub, expected) in [
      (retried, [503, 503, 200, 200]), (flaky, [503, 200, 503, 200]),
      (twice, [200, 200, nil, nil]),
    ] {
      let stubs = StubSet(stub)
      for status in expected {
        let plan = try? await stubs.plan(.get, "/")
        #expect(plan?.status == status)
      }
    }
  }

  @Test("Time is part of a response")
  func time() async throws {
    // example: time
    let stub = HTTPStubRequest()
      .stub(for: .get, .text("two seconds late").delayed(by: 2))
      .stub(for: .put, .data(Data(count: 32_000)).speed(.speedEdge))  // 16 KB/s: two seconds
      .stub(for: .post) { response in
        response.body = "slowly"
        response.delay = .milliseconds(1_000)
        response.responseTime = .spreadOver(3)  // all of it after four seconds
      }
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").duration == .seconds(2))
    #expect(try await stubs.plan(.put, "/").duration == .seconds(2))
    #expect(try await stubs.plan(.post, "/").duration == .seconds(4))
  }

  @Test("Errors take the place of an answer")
  func errors() async throws {
    // example: errors
    let stub = HTTPStubRequest()
      .stub(for: .get, .failure(.notConnectedToInternet))
      .stub(for: .post, .failure(.timedOut).delayed(by: 10))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/").failure == .network(.notConnectedToInternet))
    let late = try await stubs.plan(.post, "/")
    #expect(late.failure == .network(.timedOut))
    #expect(late.duration == .seconds(10))
  }

  @Test("Redirects lead elsewhere, an echo comes back")
  func redirects() async throws {
    // example: redirect
    let old = HTTPStubRequest()
      .match(path: "/old")
      .stub(.redirect(to: "/new", statusCode: .permanentRedirect))
    let mirror = HTTPStubRequest().match(path: "/mirror").stubEcho()
    // end of example
    let plan = try await StubSet(old).plan(.get, "/old")
    #expect(plan.status == 308)
    #expect(plan.head?.headers[.location] == "/new")
    #expect(try await StubSet(mirror).plan(.post, "/mirror", body: "me").text == "me")
  }

  @Test("A closure answers at once or takes its time")
  func dynamic() async throws {
    let inventory = Inventory()
    // example: dynamic
    let product = HTTPStubRequest()
      .match(URI: "/products/{id}")
      .stub(for: .get) { request, stub in
        .text("product \(request.captures["id"] ?? "?") for \(request.headers[.host] ?? "")")
      }
      .stub(for: .put) { request, stub in
        .text("\(await inventory.add(request.bodyText)) products")
      }
    // end of example
    let stubs = StubSet(product)
    let plan = try await stubs.plan(.get, "/products/7", headers: [.host: "a.example"])
    #expect(plan.text == "product 7 for a.example")
    #expect(try await stubs.plan(.put, "/products/7", body: "engine").text == "1 products")
  }

  @Test("A stub sends requests of its own once its response has ended", .timeLimit(.minutes(5)))
  func webhooks() async throws {
    // example: webhooks
    let orders = HTTPStubRequest()
      .match(path: "/orders")
      .stub(for: .post, .status(.accepted))
      .then(send: .post, to: "http://127.0.0.1:9000/orders/{{json.id}}") { webhook in
        webhook.body = .json(["state": "paid"])
        webhook.usesTemplates = true
        webhook.delay = 2
      }
    let tasks = HTTPStubRequest()
      .stub(for: .put, .status(.ok))
      .then { request in
        HTTPStubWebhook(.get, to: "http://127.0.0.1:9000/done/\(request.bodyText)")
      }
    // end of example
    let clock = VirtualClock()
    var sent: [String] = []
    for (stub, request) in [
      (orders, ReceivedRequest(.post, "/orders", body: Data(#"{"id": 7}"#.utf8))),
      (tasks, ReceivedRequest(.put, "/x", body: Data("5".utf8))),
    ] {
      let webhook = await StubSet(stub).webhook(after: request, within: .seconds(2), on: clock)
      sent.append("\(webhook.method) \(webhook.target.path) \(webhook.bodyText)")
    }
    #expect(sent == [#"POST /orders/7 {"state":"paid"}"#, "GET /done/5 "])
  }
}

private actor Inventory {
  private var products: [String] = []

  func add(_ product: String) -> Int {
    products.append(product)
    return products.count
  }
}
