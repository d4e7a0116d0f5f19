import CoreTestSupport
import Foundation
import StubCore
import StubLanguages
import Testing

@Suite("Finding stubs by texts")
struct TextKeyTests {
  /// A condition on texts, and a text for a number that only the stub of this number accepts.
  struct TextCase: Sendable, CustomTestStringConvertible {
    let name: String
    let condition: @Sendable (Int) throws -> ValueMatcher
    let text: @Sendable (Int) -> String

    init(
      _ name: String, _ condition: @escaping @Sendable (Int) throws -> ValueMatcher,
      _ text: @escaping @Sendable (Int) -> String
    ) { (self.name, self.condition, self.text) = (name, condition, text) }

    var testDescription: String { name }

    /// Two letters that differ for each number up to 100.
    private static func letters(_ number: Int) -> String {
      let letters = Array("abcdefghijklmnopqrstuvwxyz")
      return String([letters[number / 10], letters[number % 10 + 10]])
    }

    static let all = [
      TextCase("equals", { .equals("v\($0)") }, { "v\($0)" }),
      TextCase("in any case", { .equalsIgnoringCase("v\($0)") }, { "V\($0)" }),
      TextCase("starts", { .hasPrefix("v\($0)-") }, { "v\($0)-red" }),
      TextCase("ends", { .hasSuffix("-v\($0)") }, { "red-v\($0)" }),
      TextCase("contains", { .contains("-v\($0)-") }, { "red-v\($0)-blue" }),
      TextCase(
        "contains two letters", { .contains(letters($0)) }, { "1234567-\(letters($0))-1234567" }),
      TextCase("contains in any case", { .containsIgnoringCase("-v\($0)-") }, { "Red-V\($0)-x" }),
      TextCase("pattern", { try .matches("^v\($0)-[a-z]+$") }, { "v\($0)-red" }),
      TextCase("pattern in any case", { try .matches("(?i)^a-\($0)-b$") }, { "A-\($0)-B" }),
      TextCase("glob", { try .glob("v\($0)-*") }, { "v\($0)-red" }),
      TextCase("number", { .equals(JSONNumber($0)) }, { "\($0).0" }),
      TextCase(
        "range", { .all(of: .greaterThan(JSONNumber($0 * 10)), .atMost(JSONNumber($0 * 10 + 9))) },
        { "\($0 * 10 + 5).5" }),
      TextCase("exactly", { .exactly(["v\($0)"]) }, { "v\($0)" }),
      TextCase("all", { .all(of: .hasPrefix("v"), .hasSuffix("-\($0)")) }, { "v-\($0)" }),
      TextCase("every", { .every(.hasPrefix("v\($0)-")) }, { "v\($0)-red" }),
    ]
  }

  @Test(
    "Stubs of one URL are distinguished by each condition on a text, whichever part has it",
    arguments: TextCase.all, TextPart.allCases)
  func texts(condition: TextCase, part: TextPart) throws {
    let set = StubSet()
    for number in 0..<100 {
      let stub = HTTPStubRequest().stub(.text("\(number)"))
      if part != .pathEnd { stub.match(path: .equals("/")) }
      set.add(stub: part.add(try condition.condition(number), to: stub))
    }
    for number in [0, 7, 8, 50, 99] {
      let request = part.request(condition.text(number))
      #expect(set.receive(request).outcome.text == "\(number)")
      // The first stubs of a crowd may share a key.
      #expect(set.candidateCount(for: request) <= 16, "\(number)")
    }
    #expect(set.candidateCount(for: part.request("none")) <= 16)
  }

  enum TextPart: CaseIterable {
    case header
    case query
    case cookie
    case form
    case bearer
    case user
    case body
    case json
    case attribute
    case multipart
    case derived
    case pathEnd

    func add(_ condition: ValueMatcher, to stub: HTTPStubRequest) -> HTTPStubRequest {
      switch self {
      case .header: stub.match(header: "X-A", condition)
      case .query: stub.match(query: "a", condition)
      case .cookie: stub.match(cookie: "a", condition)
      case .form: stub.match(form: "a", condition)
      case .bearer: stub.match(bearer: condition)
      case .user: stub.match(HTTPStubBasicAuthMatcher(user: condition, password: .equals("x")))
      case .body: stub.match(body: condition)
      case .json: stub.match(.jsonPath("$.a", condition))
      case .attribute: stub.match(.xpath("/a/@b", condition))
      case .multipart: stub.match(HTTPStubMultipartMatcher(name: .equals("a"), body: condition))
      case .derived: stub.match(PartMatcher(Self.field, condition))
      case .pathEnd: stub.match(PartMatcher(Self.path, condition))
      }
    }

    private static let field = MatchedPart.derived("field", id: "field") {
      PartValues($0.headers["X-A"])
    }
    private static let path = MatchedPart.derived("path", id: "path") {
      .one(String($0.target.readablePath.dropFirst()))
    }

    func request(_ text: String) -> ReceivedRequest {
      switch self {
      case .header, .derived: ReceivedRequest(.get, "/", headers: ["X-A": text])
      case .query: ReceivedRequest(.get, "/?b=1&a=\(text)")
      case .cookie: ReceivedRequest(.get, "/", headers: [.cookie: "b=1; a=\(text)"])
      case .form:
        ReceivedRequest(
          .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
          body: Data("a=\(text)".utf8))
      case .bearer: ReceivedRequest(.get, "/", headers: [.authorization: "Bearer \(text)"])
      case .user:
        ReceivedRequest(
          .get, "/",
          headers: [.authorization: "Basic \(Data("\(text):x".utf8).base64EncodedString())"])
      case .body: ReceivedRequest(.post, "/", body: Data(text.utf8))
      case .json: ReceivedRequest(.post, "/", body: Data("{\"a\": \"\(text)\"}".utf8))
      case .attribute: ReceivedRequest(.post, "/", body: Data("<a b='\(text)'/>".utf8))
      case .multipart:
        ReceivedRequest(
          .post, "/", headers: [.contentType: "multipart/form-data; boundary=b"],
          body: Data(
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(text)\r\n--b--\r\n".utf8))
      case .pathEnd: ReceivedRequest(.get, "/\(text)")
      }
    }
  }

  @Test("Stubs that each ask for another item are found by its name, not item by item")
  func names() {
    let set = StubSet()
    for number in 0..<1_000 {
      set.add(
        stub: HTTPStubRequest().match(path: .equals("/")).match(
          header: HTTPHeaderName("X-\(number)"), number % 2 == 0 ? .present : .equals("1")
        ).stub(.text("\(number)")))
    }
    for number in [0, 17, 500, 999] {
      let request = ReceivedRequest(
        .get, "/", headers: HTTPHeaders([HTTPHeaderName("X-\(number)"): "1"]))
      #expect(set.receive(request).outcome.text == "\(number)")
      #expect(set.candidateCount(for: request) == 1)
    }
  }

  @Test(
    "Patterns that end alike are found by their whole literal, in a path and in a header",
    arguments: [true, false])
  func commonEnd(isPath: Bool) throws {
    let set = StubSet()
    for number in 0..<100 {
      let stub = HTTPStubRequest().stub(.text("\(number)"))
      if isPath {
        stub.match(path: try .matches("^/x/[a-z]+v\(number)-by-[a-z]+$"))
      } else {
        stub.match(path: .equals("/")).match(header: "X-A", try .matches("v\(number) by [a-z]+$"))
      }
      set.add(stub: stub)
    }
    for number in [0, 50, 99] {
      let request =
        isPath
        ? ReceivedRequest(.get, "/x/redv\(number)-by-me")
        : ReceivedRequest(.get, "/", headers: ["X-A": "v\(number) by me"])
      #expect(set.receive(request).outcome.text == "\(number)")
      // The first stubs share the keys of the start and the end that all have.
      #expect(set.candidateCount(for: request) <= 24)
    }
  }

  @Test(
    "A long text is searched only for many stubs; few are all tried",
    arguments: [(stubs: 20, bytes: 100_000, all: true), (20, 100, false), (300, 100_000, false)])
  func longText(stubs: Int, bytes: Int, all: Bool) {
    let set = StubSet()
    for number in 0..<stubs {
      set.add(
        stub: HTTPStubRequest().match(path: .equals("/")).match(body: .contains("-v\(number)-"))
          .stub(.text("\(number)")))
    }
    let body = String(repeating: "x", count: bytes) + "-v5-"
    let request = ReceivedRequest(.post, "/", body: Data(body.utf8))
    #expect(set.candidateCount(for: request) == (all ? stubs : 1))
    #expect(set.receive(request).outcome.text == "5")
  }

  @Test("Few stubs for any URL are all tried, more are found by their conditions")
  func anyURL() {
    let set = StubSet()
    let stubs = (0..<100).map { number in
      HTTPStubRequest().match(body: .contains("-v\(number)-")).stub(.text("\(number)"))
    }
    func request(_ number: Int) -> ReceivedRequest {
      ReceivedRequest(.post, "/any", body: Data("-v\(number)-".utf8))
    }
    for stub in stubs.prefix(8) { set.add(stub: stub) }
    #expect(set.candidateCount(for: request(3)) == 8)
    for stub in stubs.dropFirst(8) { set.add(stub: stub) }
    for number in [0, 7, 8, 99] {
      #expect(set.candidateCount(for: request(number)) == 1)
      #expect(set.receive(request(number)).outcome.text == "\(number)")
    }
  }
}
