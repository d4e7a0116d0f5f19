import Foundation
import StubCore
import Testing

@testable import StubFiles

/// Files of other tools that lie beside the package answer as those tools say they do.
@Suite struct DefinitionAnswerTests {
  private func set(_ file: String) throws -> StubSet? {
    guard Fixtures.has(file) else {
      print("skipped: no file at \(Fixtures.folder(file).path)")
      return nil
    }
    let set = StubSet()
    set.replaceAll(with: try RuleSet(contentsOf: [Fixtures.folder(file).path]))
    return set
  }

  @Test("A Hoverfly simulation tells schemes apart")
  func schemes() throws {
    guard let set = try set("cassettes/hoverfly/examples/simulations/hoverfly.io.json") else {
      return
    }
    let plain = set.plan(for: .get("http://hoverfly.io/"))
    #expect(plain?.head?.status == 301)
    #expect(plain?.head?.headers["Location"] == "https://hoverfly.io/")
    #expect(set.text(for: .get("https://hoverfly.io/")) == "trololo")
    #expect(!set.answers(.get("https://other.io/")))
  }

  @Test("A Hoverfly simulation decodes bodies and delays by URL")
  func delays() throws {
    let folder = "cassettes/hoverfly/docs/pages/simulations"
    if let set = try set("\(folder)/basic-encoded-simulation.json") {
      let url = "http://docs.hoverfly.io/pages/keyconcepts/templates.html?query=true"
      #expect(set.text(for: .get(url)) == "base64 encoded")
    }
    if let set = try set("\(folder)/multiple-hosts-delay-simulation.json") {
      let waits = ["time", "date", "echo"].map {
        set.plan(for: .get("http://\($0).jsontest.com/"))?.timing.beforeHead
      }
      #expect(waits == [.seconds(1), .seconds(2), .zero])
    }
  }

  @Test("A mountebank imposter answers in turn, and looks into JSON bodies")
  func imposters() throws {
    if let set = try set("cassettes/mountebank/mbTest/cli/imposters/orders.json") {
      let places = (1...3).map { _ in
        set.plan(for: ReceivedRequest(.post, "/orders"))?.head?.headers["Location"]
      }
      let root = "http://localhost:4545/orders"
      #expect(places == ["\(root)/123", "\(root)/234", "\(root)/123"])
      #expect(set.text(for: .get("/orders/234")) == "Order 234")
    }
    if let set = try set("cassettes/mountebank/mbTest/cli/gzip.json") {
      let code = ["{\"title\": \"Harry Potter\"}", "{\"title\": \"harry potter\"}"].map { body in
        set.text(for: .json(.post, "/", body)).flatMap { try? JSONValue(parsing: $0) }?
          .object?["code"]
      }
      #expect(code == ["SUCCESS", "FAILED TO MATCH"])
    }
  }

  @Test(
    "WireMock templates are filled in",
    arguments: [
      ("query/multi.json", ReceivedRequest.get("/api/path?age=1&age=2"), "1::2"),
      ("url/path-segments-type.json", .get("/path/segments/7"), #"{"path":"7"}"#),
      ("body/json-path-nested.json", .post(#"{"client": {"name": "Ada"}}"#), "Ada"),
      ("string/upper.json", .post("ada"), "ADA"),
      ("base64/decode.json", .post("aGk="), "hi"),
      ("headers/simple.json", .get("/", headers: ["a": "b"]), "b"),
      ("url_encode/encode.json", .get("/", headers: ["x-raw": "a b"]), "a%20b"),
    ])
  func templates(file: String, request: ReceivedRequest, text: String) throws {
    guard let set = try set("wiremock/mappings/lib/tests/stubs/resp/template/\(file)") else {
      return
    }
    #expect(set.text(for: request) == text)
  }
}
