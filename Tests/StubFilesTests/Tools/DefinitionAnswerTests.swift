import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Files of other projects answer as their tools say they do.
@Suite("Stubs of other projects", .outside("wiremock")) struct DefinitionAnswerTests {
  private func set(_ file: String) throws -> StubSet {
    let set = StubSet()
    set.replaceAll(with: try RuleSet(contentsOf: [OutsideFixtures.path(file)], formats: .all))
    return set
  }

  @Test("A Hoverfly simulation distinguishes schemes")
  func schemes() throws {
    let set = try set("cassettes/hoverfly/examples/simulations/hoverfly.io.json")
    let plain = set.plan(for: .get("http://hoverfly.io/"))
    #expect(plain?.head?.status == 301)
    #expect(plain?.head?.headers["Location"] == "https://hoverfly.io/")
    #expect(set.text(for: .get("https://hoverfly.io/")) == "trololo")
    #expect(!set.answers(.get("https://other.io/")))
  }

  @Test("A Hoverfly simulation decodes bodies and delays by URL")
  func delays() throws {
    let folder = "cassettes/hoverfly/docs/pages/simulations"
    let encoded = try set("\(folder)/basic-encoded-simulation.json")
    let url = "http://docs.hoverfly.io/pages/keyconcepts/templates.html?query=true"
    #expect(encoded.text(for: .get(url)) == "base64 encoded")
    let delayed = try set("\(folder)/multiple-hosts-delay-simulation.json")
    let waits = ["time", "date", "echo"].map {
      delayed.plan(for: .get("http://\($0).jsontest.com/"))?.timing.beforeHead
    }
    #expect(waits == [.seconds(1), .seconds(2), .zero])
  }

  @Test("A mountebank imposter plays its responses in order, and matches JSON bodies")
  func imposters() throws {
    let orders = try set("cassettes/mountebank/mbTest/cli/imposters/orders.json")
    let places = (1...3).map { _ in
      orders.plan(for: ReceivedRequest(.post, "/orders"))?.head?.headers["Location"]
    }
    let root = "http://localhost:4545/orders"
    #expect(places == ["\(root)/123", "\(root)/234", "\(root)/123"])
    #expect(orders.text(for: .get("/orders/234")) == "Order 234")
    let packed = try set("cassettes/mountebank/mbTest/cli/gzip.json")
    let code = ["{\"title\": \"Harry Potter\"}", "{\"title\": \"harry potter\"}"].map { body in
      packed.text(for: .json(.post, "/", body)).flatMap { try? JSONValue(parsing: $0) }?
        .object?["code"]
    }
    #expect(code == ["SUCCESS", "FAILED TO MATCH"])
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
      ("url_encode/encode.json", .get("/", headers: ["x-raw": "a b"]), "a+b"),
    ])
  func templates(file: String, request: ReceivedRequest, text: String) throws {
    let set = try set("wiremock/mappings/lib/tests/stubs/resp/template/\(file)")
    #expect(set.text(for: request) == text)
  }
}
