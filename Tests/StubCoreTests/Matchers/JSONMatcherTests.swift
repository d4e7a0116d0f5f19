import Foundation
import StubCore
import Testing

@Suite("JSON and JSONPath matchers")
struct JSONMatcherTests {
  private struct User: Codable {
    let userID: Int
    let fullName: String
    let ratio: Double
  }

  private static func post(_ text: String) -> ReceivedRequest {
    ReceivedRequest(.post, "/", body: Data(text.utf8))
  }

  private static let mark = User(userID: 34, fullName: "Mark", ratio: 0.5)

  @Test(
    "JSON is compared by value; array order and extra members count unless ignored",
    arguments: [
      MatcherCase.yes(
        .object(mark), post(#"{"fullName":"M\u0061rk", "ratio":5e-1, "userID":34.0}"#)),
      .no(
        .object(mark), post(#"{"fullName":"Anna","ratio":0.5,"userID":34}"#),
        #""Mark" at /fullName"#, #""Anna""#),
      .no(
        .json(["a": [1, 2]]), post(#"{"a":[2,1]}"#), "1 at /a/0", "2"),
      .yes(
        .json(["a": [1, 2]], comparison: JSONComparison(ignoresArrayOrder: true)),
        post(#"{"a":[2,1]}"#)),
      .no(
        .json(["a": 1]), post(#"{"a":1,"b":2}"#), "nothing at /b", "2"),
      .yes(
        .json(["a": 1], comparison: JSONComparison(ignoresExtraMembers: true)),
        post(#"{"a":1,"b":2}"#)),
      .no(.json(["a": 1]), post(#"{"a":"1"}"#), "the number 1 at /a", #"the string "1""#),
      .no(.json(nil), .to("/"), "JSON body", "no body"),
    ])
  func json(_ example: MatcherCase) { example.check() }

  @Test("A body that is not JSON is a mismatch that says where it breaks")
  func notJSON() {
    let result = HTTPStubJSONMatcher(["a": 1]).evaluate(Self.post("{\"a\":1,}"), for: .stubRequest)
    guard case .mismatched(let mismatch) = result else {
      Issue.record("expected a mismatch, found \(result)")
      return
    }
    #expect(mismatch.expected == "JSON body")
    #expect(mismatch.found.hasPrefix("a body that is not JSON (line 1, column 8:"))
  }

  @Test("The description shows the value and the ignored parts")
  func description() {
    let comparison = JSONComparison(ignoresArrayOrder: true, ignoresExtraMembers: true)
    let matcher = HTTPStubJSONMatcher(["a": 1], comparison: comparison)
    #expect(
      matcher.description == #"JSON body is {"a":1} (ignoring array order, extra members)"#)
  }

  @Test("An object that cannot be encoded is a problem of the stub, which matches nothing")
  func notEncodable() {
    let user = User(userID: 1, fullName: "x", ratio: .infinity)
    let stub = HTTPStubRequest().match(object: user)
    #expect(stub.snapshot.problems.count == 1)
    #expect(stub.snapshot.problems[0].hasPrefix("a value of type User cannot be written as JSON: "))
    #expect(!stub.matchers[0].evaluate(Self.post("{}"), for: .stubRequest).isMatch)
  }

  private static let order = post(
    #"{"user":{"name":"Mark","age":34,"admin":true},"items":[{"id":1},{"id":2}]}"#)

  @Test(
    "JSONPath selects values whose text, or whose value, is compared",
    arguments: [
      MatcherCase.yes(.jsonPath("$.user.name", "Mark"), order),
      .yes(.jsonPath("$.user.age", .atLeast(34)), order),
      .yes(.jsonPath("$.user.admin", "true"), order),
      .yes(.jsonPath("$.items[*].id", .exactly(["2", "1"])), order),
      .yes(.jsonPath("$.items[?@.id==2]"), order),
      .yes(.jsonPath("$.user.none", .absent), order),
      .yes(.jsonPath("$.items[0]", equals: ["id": 1]), order),
      .no(
        .jsonPath("$.user.name", "Anna"), order, #"JSON $.user.name "Anna""#,
        #"JSON $.user.name "Mark""#),
      .no(.jsonPath("$.none"), order, "JSON $.none", "no JSON $.none"),
      .no(
        .jsonPath("$.items[0]", equals: ["id": 3]), order, #"JSON $.items[0] that is {"id":3}"#,
        #"JSON $.items[0] "{"id":1}""#),
      .no(.jsonPath("$.a", "1"), .to("/"), #"JSON $.a "1""#, "no body"),
    ])
  func jsonPath(_ example: MatcherCase) { example.check() }
}
