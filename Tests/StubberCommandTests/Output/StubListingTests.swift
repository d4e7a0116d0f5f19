import StubCore
import StubFiles
import TestSupport
import Testing

@testable import stubber

@Suite("Listing stubs")
struct StubListingTests {
  private func stub(_ build: (HTTPStubRequest) -> Void) -> HTTPStub {
    let request = HTTPStubRequest(file: "a.yaml", line: 7)
    build(request)
    return request.snapshot
  }

  @Test("Each method of a stub has a row, in the order of the standard, others after it")
  func methods() {
    let listing = StubListing([
      stub {
        $0.named("items").match(HTTPStubURITemplateMatcher(literal: "/items/{id}"))
          .stub(for: .delete, .status(204)).stub(.status(405)).stub(for: .get, .status(.ok))
          .stub(for: "PURGE", .status(202))
      }
    ])
    #expect(
      listing.lines
        == [
          "NAME   METHOD  REQUEST                  STATUS  SOURCE",
          "items  GET     URI matches /items/{id}  200     a.yaml:7",
          "items  DELETE  URI matches /items/{id}  204     a.yaml:7",
          "items  PURGE   URI matches /items/{id}  202     a.yaml:7",
          "items  any     URI matches /items/{id}  405     a.yaml:7",
        ])
  }

  @Test("A method that a matcher asks for is listed as method, not as condition")
  func matchedMethods() {
    let listing = StubListing([
      stub { $0.match(method: .get, .head).match(path: "/a").stub(.status(202)) },
      stub { $0.match(method: .put).stub(.status(204)) },
      stub { $0.match(method: .put).match(path: "/a").stub(for: .put, .status(204)) },
    ])
    #expect(listing.rows.map(\.method) == ["GET, HEAD", "PUT", "PUT"])
    #expect(listing.rows.map(\.status) == ["202", "204", "204"])
    #expect(
      listing.rows.map(\.request)
        == [#"path is "/a""#, "any request", "method is PUT (+1)"])
  }

  @Test("Stubs without name or matchers, sequences and failures are listed")
  func special() {
    let first = HTTPStubResponse()
    first.statusCode = 503
    let listing = StubListing([
      stub { $0.stub(for: .get, sequence: [first, HTTPStubResponse()]) },
      stub { $0.stub(.failure(.timedOut)) },
    ])
    #expect(listing.rows.map(\.name) == ["-", "-"])
    #expect(listing.rows.map(\.request) == ["any request", "any request"])
    #expect(listing.rows.map(\.status) == ["503 → 200", "timedOut"])
  }

  @Test("A random fault is listed by name and probability")
  func faults() {
    func faulty(_ fault: HTTPStubFault, probability: Double = 1, first: Int? = nil) -> HTTPStub {
      stub {
        $0.stub(for: .get) { $0.fail(with: fault, probability: probability, first: first) }
      }
    }
    let listing = StubListing([
      faulty(.reset), faulty(.close(after: .bytes(5))), faulty(.reset, probability: 0.3),
      faulty(.reset, probability: 0.5, first: 2), faulty(.neverAnswer, first: 1),
    ])
    #expect(
      listing.rows.map(\.status) == [
        "reset", "200, close", "200, reset (probability 0.3)",
        "200, reset (first 2, probability 0.5)", "200, neverAnswer (first 1)",
      ])
  }

  @Test("The scenario state that a WireMock mapping requires is listed")
  func scenarios() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      {"mappings": [
        {"scenarioName": "cart", "requiredScenarioState": "Started", "newScenarioState": "full",
         "request": {"method": "GET", "url": "/cart"}, "response": {"status": 200}},
        {"scenarioName": "cart", "requiredScenarioState": "full",
         "request": {"method": "GET", "url": "/cart"}, "response": {"status": 201}}
      ]}
      """, to: "cart.json")
    let rules = try #require(RecordedOutput().console().read([file]))
    #expect(
      Set(StubListing(rules.stubs).rows.map { "\($0.status) \($0.request)" })
        == [
          #"200 URL is /cart, scenario "cart" is in the state "Started""#,
          #"201 URL is /cart, scenario "cart" is in the state "full""#,
        ])
  }

  @Test("A template that fails for a sample request, or may take long, has its status listed")
  func templates() throws {
    let folder = try TemporaryFolder(["b/1.txt": "one"])
    let rules = """
      match: { uri: "/a/{n}" }
      respond:
        GET: { bodyFile: "b/{{uri.n}}.txt" }
        POST: { status: 404, bodyFile: "b/{{uri.n}}.txt" }
        PUT: { status: 201, text: "{{divide 10 query.n}}" }
        PATCH: { status: 203, text: "{{divide 10 query.n}}", fault: reset }
        DELETE: { status: 202, text: "{{#each query.a}}x{{/each}}" }
      """
    let mapping = """
      {"request": {"method": "OPTIONS", "url": "/b"},
       "response": {"status": 418, "bodyFileName": "{{request.query.n}}.json",
         "transformers": ["response-template"]}}
      """
    let files = try [
      folder.write(rules, to: "a.yaml"), folder.write(mapping, to: "mappings/b.json"),
    ]
    let read = try #require(RecordedOutput().console().read(files))
    #expect(
      Set(StubListing(read.stubs).rows.map { "\($0.method) \($0.status)" })
        == ["GET 200", "POST 404", "PUT 201", "PATCH reset", "DELETE 202", "OPTIONS 418"])
  }

  @Test("A long list is cut, and the rest is counted")
  func long() {
    let listing = StubListing((0..<100).map { _ in stub { $0.stub(.status(.ok)) } })
    #expect(listing.lines.count == StubListing.rowLimit + 2)
    #expect(listing.lines.last == "and 40 more")
  }
}
