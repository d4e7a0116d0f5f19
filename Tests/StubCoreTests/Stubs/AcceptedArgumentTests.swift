import CoreTestSupport
import Foundation
import StubCore
import Testing

/// What stubs and matchers take for one argument.
@Suite("Accepted arguments")
struct AcceptedArgumentTests {
  private struct User: Codable {
    var id = 1
    var name = "Ada"
  }

  @Test("JSON is matched as a value, a literal, text, data or an Encodable value")
  func json() throws {
    let (text, value, user) = (
      #"{"id":1,"name":"Ada"}"#, ["id": 1, "name": "Ada"] as JSONValue, User()
    )
    let request = ReceivedRequest(.post, "/", body: Data(text.utf8))
    for stub in [
      HTTPStubRequest().match(jsonText: text),
      HTTPStubRequest().match(jsonData: Data(text.utf8)),
      HTTPStubRequest().match(json: value), HTTPStubRequest().match(json: user),
      HTTPStubRequest().match(json: ["name": "Ada", "id": 1]),
      HTTPStubRequest().match(jsonText: #"{ "name": "Ada", "id": 1.0 }"#),
      HTTPStubRequest().match(.json(text: text)),
      HTTPStubRequest().match(.json(data: Data(text.utf8))),
      HTTPStubRequest().match(.json(["name": "Ada", "id": 1])),
      HTTPStubRequest().match(.json(user)),
    ] {
      #expect(stub.snapshot.problems == [])
      #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    }
  }

  @Test("A text is matched as a JSON string, whatever its type and the other arguments")
  func jsonString() throws {
    let request = ReceivedRequest(.post, "/", body: Data(#""Ada""#.utf8))
    let (text, optional) = ("Ada", "Ada" as String?)
    for stub in [
      HTTPStubRequest().match(json: "Ada"), HTTPStubRequest().match(json: .string("Ada")),
      HTTPStubRequest().match(json: text), HTTPStubRequest().match(json: optional),
      HTTPStubRequest().match(json: text, encoder: JSONEncoder()),
      HTTPStubRequest().match(json: text, comparison: JSONComparison(ignoresArrayOrder: true)),
      HTTPStubRequest().match(.json(text)), HTTPStubRequest().match(object: text),
    ] {
      #expect(stub.snapshot.problems == [])
      #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    }
  }

  @Test("What is probably JSON already is reported when it is matched as a value")
  func jsonMistakes() throws {
    let (text, data) = (#" {"id": 1}"#, Data(#"{"id":1}"#.utf8))
    for stub in [
      HTTPStubRequest().match(json: data), HTTPStubRequest().match(json: data as Data?),
      HTTPStubRequest().match(json: data, encoder: JSONEncoder()),
      HTTPStubRequest().match(object: data),
    ] {
      #expect(stub.snapshot.problems.first?.contains("match(jsonData: data)") == true)
      #expect(!stub.matchers.contains { $0.evaluate(Self.post, for: .stubRequest).isMatch })
    }
    for stub in [
      HTTPStubRequest().match(json: text), HTTPStubRequest().match(json: text as String?),
      HTTPStubRequest().match(json: "[]"), HTTPStubRequest().match(.json(text)),
      HTTPStubRequest().match(object: text),
    ] {
      #expect(stub.snapshot.problems.first?.contains("match(jsonText: text)") == true)
    }
    let word = HTTPStubRequest().match(jsonText: "Ada").snapshot.problems.first
    #expect(word?.hasPrefix(#"invalid JSON "Ada":"#) == true)
    #expect(word?.hasSuffix(#"; a JSON string is .json("Ada") or match(json: "Ada")"#) == true)
  }

  private static let post = ReceivedRequest(.post, "/", body: Data(#"{"id":1}"#.utf8))

  @Test("Items of a query, fields of a form and header fields are literals or dictionaries")
  func dictionaries() throws {
    let (texts, optionals) = (["a": "1", "b": "2"], ["a": "1", "b": "2"] as [String: String?])
    let parts = ["a": "1"[...], "b": "2"[...]]
    let pairs: KeyValuePairs<String, String?> = ["b": "2", "a": "1"]
    let query = ReceivedRequest(.get, "/?b=2&a=1")
    let form = ReceivedRequest(
      .post, "/", headers: [.contentType: HTTPContentType.formURLEncoded.rawValue],
      body: Data("b=2&a=1".utf8))
    for (request, stubs) in [
      (
        query,
        [
          HTTPStubRequest().match(query: texts), HTTPStubRequest().match(query: optionals),
          HTTPStubRequest().match(query: parts), HTTPStubRequest().match(query: pairs),
          HTTPStubRequest().match(query: ["a": "1", "b": "2"]),
          HTTPStubRequest().match(.query(texts)), HTTPStubRequest().match(.query(pairs)),
        ]
      ),
      (
        form,
        [
          HTTPStubRequest().match(form: texts), HTTPStubRequest().match(form: optionals),
          HTTPStubRequest().match(form: parts), HTTPStubRequest().match(form: pairs),
          HTTPStubRequest().match(form: ["a": "1", "b": "2"]),
          HTTPStubRequest().match(.form(texts)), HTTPStubRequest().match(.form(pairs)),
        ]
      ),
    ] {
      for stub in stubs {
        #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
      }
    }
    let none: [String: String?] = ["flag": nil]
    let flag = HTTPStubRequest().match(query: none).matchers
    #expect(
      flag.allSatisfy { $0.evaluate(ReceivedRequest(.get, "/?flag"), for: .stubRequest).isMatch })
  }

  @Test("A literal keeps its order and its repeated names, whatever takes it")
  func repeatedNames() throws {
    let twice = ReceivedRequest(.get, "/?a=1&a=2")
    for stub in [
      HTTPStubRequest().match(query: ["a": "1", "a": "2"]),
      HTTPStubRequest().match(.query(["a": "1", "a": "2"])),
    ] {
      #expect(stub.matchers.allSatisfy { $0.evaluate(twice, for: .stubRequest).isMatch })
    }
    for headers in [
      HTTPHeaders(["Z": "1", "A": "2", "Z": "3"]), ["Z": "1", "A": "2", "Z": "3"],
      HTTPStubResponse.text("").adding(headers: ["Z": "1", "A": "2", "Z": "3"]).headers,
      HTTPStubResponse.text("", headers: ["Z": "1", "A": "2", "Z": "3"]).headers,
    ] {
      #expect(headers.fields.map(\.value) == ["1", "2", "3"])
    }
    let sorted = ["Z": "1", "A": "2"]
    #expect(HTTPHeaders(sorted).fields.map(\.value) == ["2", "1"])
  }

  @Test("A URL stands for its text")
  func urls() throws {
    let url = try #require(URL(string: "https://a.example/users/1"))
    let request = ReceivedRequest(.get, url)
    #expect(request.target.absoluteString == "https://a.example/users/1")
    for stub in [HTTPStubRequest().match(URL: url), HTTPStubRequest().match(URI: url)] {
      #expect(stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch })
    }
    let redirect = HTTPStubRequest().stub(.redirect(to: url))
    #expect(try redirect.plan().head?.headers[.location] == "https://a.example/users/1")
    let stubs = StubSet()
    stubs.add(ignoreURL: url)
    guard case .passedThrough = stubs.receive(request).outcome else {
      Issue.record("the request is not ignored")
      return
    }
  }

  @Test("An ignore rule is made of matchers")
  func ignoreRule() {
    let stubs = StubSet()
    let rule = HTTPStubIgnoreRule(matchers: [.path("/a"), .query("b")])
    stubs.add(ignore: rule)
    #expect(rule.matchers.count == 2)
    guard case .passedThrough = stubs.receive(ReceivedRequest(.get, "/a?b=1")).outcome else {
      Issue.record("the request is not ignored")
      return
    }
    #expect(stubs.remove(ignore: rule.id))
  }

  @Test("A stub gets its name behind the call that adds it")
  func name() throws {
    let stubs = StubSet()
    stubs.add(stub: HTTPStubRequest().match(path: "/a").stub(.text("x"))).name = "letters"
    #expect(stubs.stubs.first?.name == "letters")
    guard case .unmatched(let report, _) = stubs.receive(ReceivedRequest(.get, "/b")).outcome else {
      Issue.record("the request is answered")
      return
    }
    #expect(report.description.contains(#"stub "letters""#))
  }

  @Test("A request has the names of a URLRequest")
  func urlRequestNames() {
    let request = ReceivedRequest(
      .post, "https://a.example/b?c=d", headers: ["X-A": "1", "x-a": "2", "Accept": "text/plain"],
      body: Data("x".utf8))
    #expect(request.url?.host() == "a.example")
    #expect(request.url?.query() == "c=d")
    #expect(request.httpMethod == "POST")
    #expect(request.allHTTPHeaderFields == ["X-A": "1, 2", "Accept": "text/plain"])
    #expect(request.value(forHTTPHeaderField: "accept") == "text/plain")
    #expect(request.httpBody == Data("x".utf8))
    #expect(ReceivedRequest(.get, "/").httpBody == nil)
  }

  @Test("A closure of one parameter matches as well as one of two")
  func closures() {
    let stub = HTTPStubRequest()
      .match { $0.url?.path() == "/a" }
      .match("its method is GET") { $0.httpMethod == "GET" }
    for (url, isMatch) in [("/a", true), ("/b", false)] {
      let request = ReceivedRequest(.get, "http://a.example\(url)")
      #expect(
        stub.matchers.allSatisfy { $0.evaluate(request, for: .stubRequest).isMatch } == isMatch)
    }
    #expect(stub.matchers.last?.description == "its method is GET")
  }
}
