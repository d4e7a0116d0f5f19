import Foundation
import HTTPStubber
import TestSupport
import Testing

@Suite("Dictionaries of any values")
struct JSONBridgeTests {
  private func matches(_ stub: HTTPStubRequest, _ text: String) -> Bool {
    let request = ReceivedRequest(.post, "/", body: Data(text.utf8))
    return stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch }
  }

  private var user: [String: Any] {
    [
      "id": 1, "isAdmin": true, "score": 1.5, "name": "Ada", "tags": ["a", "b"],
      "friend": ["id": 2] as [String: Any], "age": Int?.none as Any, "email": NSNull(),
    ]
  }

  private let text = """
    {"age":null,"email":null,"friend":{"id":2},"id":1,"isAdmin":true,"name":"Ada","score":1.5,"tags":["a","b"]}
    """

  @Test("Dictionaries are answered and matched as JSON, with their members sorted")
  func dictionary() async throws {
    let stubber = HTTPStubber()
    stubber.add(
      stub: HTTPStubRequest().stub(for: .get, .jsonObject(user)).stub(
        for: .post, .jsonObject([user])
      )
      .stub(for: .put) { $0.body = user }.stub(
        for: .patch, .jsonObject(user, headers: ["X-A": "b"])))
    for method in ["GET", "PUT", "PATCH"] {
      #expect(try await stubber.session.answer(method, "http://a.example").text == text)
    }
    #expect(try await stubber.session.answer("POST", "http://a.example").text == "[\(text)]")
    #expect(matches(HTTPStubRequest().match(jsonObject: user), text))
    #expect(matches(HTTPStubRequest().match(jsonObject: [user]), "[\(text)]"))
    #expect(!matches(HTTPStubRequest().match(jsonObject: user), #"{"id":1}"#))
  }

  @Test("What `JSONSerialization` reads is taken back")
  func serialization() throws {
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(matches(HTTPStubRequest().match(jsonObject: object), text))
  }

  @Test("A value without JSON is reported when the stub is added")
  func noJSON() {
    let warnings = Shared<[String]>([])
    let stubber = HTTPStubber()
    stubber.onWarning { text in warnings.update { $0.append(text) } }
    stubber.add(stub: HTTPStubRequest().stub(.jsonObject(["pattern": /a/] as [String: Any])))
    #expect(warnings.value.count == 1)
    #expect(warnings.value.first?.contains("cannot be written as JSON") == true)
  }
}

@Suite("Hooks that are added")
struct HookTests {
  @Test("Each closure is called in the order they were added, and nil removes them all")
  func several() async throws {
    let stubber = HTTPStubber()
    stubber.add(stub: HTTPStubRequest().stub(.text("x")))
    let calls = Shared<[String]>([])
    stubber.onStubActivation { _, _ in calls.update { $0.append("first") } }
    stubber.onStubActivation { _, _ in calls.update { $0.append("second") } }
    stubber.onFinish { _, _, _ in calls.update { $0.append("end") } }
    stubber.onFinish { _, _, _ in calls.update { $0.append("end again") } }
    _ = try await stubber.session.text(from: "http://a.example")
    #expect(calls.value == ["first", "second", "end", "end again"])
    stubber.onStubActivation(nil)
    stubber.onFinish(nil)
    _ = try await stubber.session.text(from: "http://a.example")
    #expect(calls.value.count == 4)
  }
}
