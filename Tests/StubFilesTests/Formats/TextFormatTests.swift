import CoreTestSupport
import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

private let tail = """
  GET|post
  .*/USERS$
  201
  application/json
  X-A: b

  {"a": 1}

  """

@Suite("Mocktail") struct MocktailTests {
  @Test(
    "Method and URL are patterns without regard to letter case",
    arguments: [
      ("GET", "http://a/users", true), ("POST", "https://b/c/users", true),
      ("PUT", "http://a/users", false), ("GET", "http://a/users/1", false),
    ])
  func matching(method: String, url: String, isAnswered: Bool) throws {
    let set = try StubSet.reading(tail, as: "a/login.tail")
    #expect(set.answers(ReceivedRequest(HTTPMethod(rawValue: method), url)) == isAnswered)
  }

  @Test("The response has the status, the fields and the body, and the stub the file's name")
  func response() throws {
    let set = try StubSet.reading(tail, as: "a/login.tail")
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "http://a/users")))
    #expect(plan.head?.status == 201)
    #expect(plan.head?.headers["Content-Type"] == "application/json")
    #expect(plan.head?.headers["X-A"] == "b")
    #expect(plan.body == .data(Data("{\"a\": 1}\n".utf8)))
    #expect(set.stubs.map(\.name) == ["login"])
  }

  @Test("A method may be any regular expression; lines may end in CR LF")
  func methodPattern() throws {
    let text = "^p(os|u)t$\r\nusers\r\n200\r\ntext/plain\r\n\r\na\r\n"
    let set = try StubSet.reading(text, as: "a.tail")
    #expect(set.text(for: ReceivedRequest(.put, "http://a/users")) == "a\r\n")
    #expect(!set.answers(ReceivedRequest(.patch, "http://a/users")))
  }

  @Test("A media type that ends in ;base64 stands for a body in base64")
  func base64() throws {
    let set = try StubSet.reading("GET\n.*\n200\nimage/png;base64\n\nYW\nI=\n", as: "a.tail")
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "http://a/")))
    #expect(plan.body == .data(Data("ab".utf8)))
    #expect(plan.head?.headers["Content-Type"] == "image/png")
  }

  @Test("A Mocktail file is recognized by its lines, whatever its name, and a rule file never is")
  func recognition() throws {
    #expect(MocktailFormat.recognizes(try SourceText(name: "a.txt", text: tail)))
    #expect(MocktailFormat.recognizes(try SourceText(name: "a", text: "GE.|P\r\n/\r\n200\r\n")))
    let others = [
      "", "stubs:\n- match:\n200", "[\n1,\n200]", "a: b\nc\n200\n", "- a\n- b\n200", "\n/\n200",
      "G\rET\n/\n200", "GET", "GET\n/\n20", "{\"stubs\": []}", "[]",
    ]
    for text in others {
      #expect(!MocktailFormat.recognizes(try SourceText(name: "a.yaml", text: text)))
    }
  }
}

@Suite("Saved messages") struct HTTPMessageTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello"

  @Test(
    "Messages before the last one of curl are skipped",
    arguments: [
      "", "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 200 Connection established\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/2 302 \r\nlocation: /b\r\n\r\n",
      "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
      "HTTP/1.1 401 Unauthorized\r\nContent-Length: 12\r\n\r\n",
    ])
  func last(before: String) throws {
    let set = try StubSet.reading(before + Self.ok, as: "hello.response")
    #expect(set.text(for: ReceivedRequest(.delete, "http://anything/")) == "hello")
  }

  @Test("A body that is itself a message is one")
  func nested() throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Type: message/http\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n"
    let set = try StubSet.reading(text, as: "a.response")
    #expect(set.plan(for: ReceivedRequest(.get, "/"))?.head?.status == .ok)
  }

  @Test("A saved message answers requests that no stub of a rule file matches")
  func fallback() throws {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    reader.read(
      try SourceText(
        name: "a.yaml", text: "stubs: [{ match: { path: /a }, respond: { GET: { text: a } } }]"))
    reader.read(try SourceText(name: "b.response", text: Self.ok))
    #expect(reader.diagnostics.description == "")
    let set = StubSet()
    set.add(reader.draft.stubs)
    #expect(set.text(for: ReceivedRequest(.get, "http://x/a")) == "a")
    #expect(set.text(for: ReceivedRequest(.get, "http://x/b")) == "hello")
  }

  @Test("Its body need not be text")
  func bytes() throws {
    var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
    let body: [UInt8] = [0x89, 0xFF, 0x00, 0x0A]
    reader.read(try SourceText(name: "a", bytes: Array("HTTP/1.0 200 OK\n\n".utf8) + body))
    #expect(reader.diagnostics.description == "")
    let set = StubSet()
    set.add(reader.draft.stubs)
    #expect(set.plan(for: ReceivedRequest(.get, "/"))?.body == .data(Data(body)))
  }
}

@Suite("Traces of Charles") struct CharlesTraceTests {
  @Test("Each request has its head, body and response")
  func traces() throws {
    let text = """
      HTTP-Trace-Version: 1.0
      Generator: Succulent/1.0

      Method: POST
      Protocol-Version: HTTP/1.1
      Protocol: https
      Host: a.example
      File: /b?c=d
      Request-Header:<<--EOF-1-
      POST /b?c=d HTTP/1.1
      Content-Type: text/plain

      --EOF-1-
      Request-Body:<<--EOF-1-
      sent
      --EOF-1-
      Response-Header:<<--EOF-1-
      HTTP/1.1 201 Created
      Set-Cookie: a=1
      Set-Cookie: b=2

      --EOF-1-
      Response-Body:<<--EOF-1-
      two
      lines

      --EOF-1-

      Method: GET
      Host: a.example
      Response-Body:<<--EOF-2-
      --EOF-2-
      """
    let cassette = try VCRReading.cassette(text, as: "a.trace")
    #expect(cassette.recorder == "Succulent 1.0")
    try #require(cassette.interactions.count == 2)
    #expect(
      cassette.interactions[0].request
        == RecordedRequest(
          .post, "https://a.example/b?c=d", httpVersion: "1.1",
          headers: ["Content-Type": "text/plain"], body: Data("sent".utf8)))
    #expect(
      cassette.interactions[0].response
        == RecordedResponse(
          201, reason: "Created", httpVersion: "1.1",
          headers: ["Set-Cookie": "a=1", "Set-Cookie": "b=2"], body: Data("two\nlines\n".utf8)))
    #expect(cassette.interactions[0].origin == HTTPStub.Origin(file: "a.trace", line: 4))
    #expect(cassette.interactions[1].request == RecordedRequest(.get, "http://a.example/"))
    #expect(cassette.interactions[1].response == RecordedResponse(200))
  }

  @Test("Bodies are bytes, and header values that are no UTF-8 are Latin-1")
  func bytes() throws {
    let text = """
      HTTP-Trace-Version: 1.0

      Method: GET
      Host: a.example
      Response-Header:<<--EOF-1-
      HTTP/1.1 200 OK
      X-Name: J?
      X-Other: ü

      --EOF-1-
      Response-Body:<<--EOF-1-
      ?PNG
      --EOF-1-

      """
    // In the place of each question mark.
    let bytes = text.replacing("\n", with: "\r\n").utf8.map { $0 == UInt8(ascii: "?") ? 0xF6 : $0 }
    let reading = VCRReading(try SourceText(name: "a.trace", bytes: bytes))
    #expect(reading.diagnostics.description == "")
    let response = try #require(reading.cassettes.first?.interactions.first?.response)
    #expect(response.body.starts(with: [0xF6] + Array("PNG".utf8)))
    #expect(response.headers["X-Other"] == "ü")
    #expect(
      response.headers.fields.map(\.valueBytes) == [[0x4A, 0xF6], Array("ü".utf8)])
  }
}

@Suite("Formats in plain text") struct TextFormatTests {
  @Test("Files of a folder are taken by their extension")
  func extensions() {
    let names = ["a.tail", "b.RESPONSE", "c.trace", "d.txt", "tail"]
    #expect(names.filter { StubFormats.all.areNamed($0) } == ["a.tail", "b.RESPONSE", "c.trace"])
  }

  @Test("No change of a byte and no cut makes a reader crash")
  func damage() throws {
    let trace = """
      HTTP-Trace-Version: 1.0
      Method: GET
      Host: a
      Response-Header:<<--EOF-1-
      HTTP/1.1 200
      A: b
      --EOF-1-
      Response-Body:<<--EOF-1-
      a
      --EOF-1-
      """
    let message = "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 200\r\nA: b\r\n\r\na"
    for (name, text) in [("a.tail", tail), ("a", trace), ("a", message)] {
      let bytes = Array(text.utf8)
      for place in bytes.indices {
        var changed = bytes
        changed[place] = Array("0\n :(\\-%<".utf8)[place % 9]
        for bytes in [changed, Array(bytes.prefix(place))] {
          let reading = VCRReading(try SourceText(name: name, bytes: bytes))
          #expect(reading.diagnostics.sorted.allSatisfy { ($0.line ?? 0) >= 1 })
        }
      }
    }
  }
}
