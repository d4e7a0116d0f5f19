import CoreTestSupport
import Foundation
import StubCore
import Testing

/// What responses made by functions send: each kind of argument, alone and beside each other argument.
@Suite("Responses as values")
struct ResponseValueTests {
  private struct User: Codable {
    var id = 1
    var name = "Ada"
  }

  /// A kind of argument in four calls, written out as the compiler chooses a function for each.
  ///
  /// It is alone, with a status, with a literal of header fields, and with a status and header fields that
  /// are in variables.
  private struct Kind {
    let name: String
    let body: String
    let type: String?
    let calls: [HTTPStubResponse]

    init(_ name: String, _ body: String, _ type: String?, _ calls: [HTTPStubResponse]) {
      (self.name, self.body, self.type, self.calls) = (name, body, type, calls)
    }
  }

  private static let plain = "text/plain; charset=utf-8"
  private static let json = "application/json"
  private static let bytes = Data("{}".utf8)
  private static let jsonText = "{ }"
  private static let word = "Ada"
  private static let optionalWord: String? = word
  private static let noWord: String? = nil
  private static let value: JSONValue = ["z": 1, "a": [true, nil]]
  private static let dictionary = ["z": 1, "a": 2]
  private static let user = User()
  private static let givenBody = HTTPStubBody.json(["a": 1])
  private static let chunks = [HTTPStubChunk("a"), HTTPStubChunk("b")]
  private static let status = HTTPStatusCode.created
  private static let headers: HTTPHeaders = ["X-B": "1", "X-A": "2", "X-B": "3"]

  private static var kinds: [Kind] {
    firstKinds + secondKinds
  }

  private static var firstKinds: [Kind] {
    [
      Kind(
        "literal text", "Ada", plain,
        [
          .text("Ada"),
          .text("Ada", statusCode: .created),
          .text("Ada", headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .text("Ada", statusCode: status, headers: headers),
        ]),
      Kind(
        "variable text", "Ada", plain,
        [
          .text(word),
          .text(word, statusCode: .created),
          .text(word, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .text(word, statusCode: status, headers: headers),
        ]),
      Kind(
        "data", "{}", nil,
        [
          .data(bytes),
          .data(bytes, statusCode: .created),
          .data(bytes, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .data(bytes, statusCode: status, headers: headers),
        ]),
      Kind(
        "JSON data", "{}", json,
        [
          .json(data: bytes),
          .json(data: bytes, statusCode: .created),
          .json(data: bytes, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(data: bytes, statusCode: status, headers: headers),
        ]),
      Kind(
        "JSON text", "{ }", json,
        [
          .json(text: "{ }"),
          .json(text: "{ }", statusCode: .created),
          .json(text: "{ }", headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(text: "{ }", statusCode: status, headers: headers),
        ]),
      Kind(
        "JSON text in a variable", "{ }", json,
        [
          .json(text: jsonText),
          .json(text: jsonText, statusCode: .created),
          .json(text: jsonText, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(text: jsonText, statusCode: status, headers: headers),
        ]),
      Kind(
        "literal text as JSON", #""Ada""#, json,
        [
          .json("Ada"),
          .json("Ada", statusCode: .created),
          .json("Ada", headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json("Ada", statusCode: status, headers: headers),
        ]),
      Kind(
        "variable text as JSON", #""Ada""#, json,
        [
          .json(word),
          .json(word, statusCode: .created),
          .json(word, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(word, statusCode: status, headers: headers),
        ]),
      Kind(
        "optional text as JSON", #""Ada""#, json,
        [
          .json(optionalWord),
          .json(optionalWord, statusCode: .created),
          .json(optionalWord, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(optionalWord, statusCode: status, headers: headers),
        ]),
      Kind(
        "no text as JSON", "null", json,
        [
          .json(noWord),
          .json(noWord, statusCode: .created),
          .json(noWord, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(noWord, statusCode: status, headers: headers),
        ]),
    ]
  }

  private static var secondKinds: [Kind] {
    [
      Kind(
        "nil", "null", json,
        [
          .json(nil),
          .json(nil, statusCode: .created),
          .json(nil, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(nil, statusCode: status, headers: headers),
        ]),
      Kind(
        "JSON literal", #"{"z":1,"a":[true,null]}"#, json,
        [
          .json(["z": 1, "a": [true, nil]]),
          .json(["z": 1, "a": [true, nil]], statusCode: .created),
          .json(["z": 1, "a": [true, nil]], headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(["z": 1, "a": [true, nil]], statusCode: status, headers: headers),
        ]),
      Kind(
        "JSON value", #"{"z":1,"a":[true,null]}"#, json,
        [
          .json(value),
          .json(value, statusCode: .created),
          .json(value, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(value, statusCode: status, headers: headers),
        ]),
      Kind(
        "dictionary literal", #"{"z":1,"a":2}"#, json,
        [
          .json(["z": 1, "a": 2]),
          .json(["z": 1, "a": 2], statusCode: .created),
          .json(["z": 1, "a": 2], headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(["z": 1, "a": 2], statusCode: status, headers: headers),
        ]),
      Kind(
        "dictionary", #"{"a":2,"z":1}"#, json,
        [
          .json(dictionary),
          .json(dictionary, statusCode: .created),
          .json(dictionary, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(dictionary, statusCode: status, headers: headers),
        ]),
      Kind(
        "Encodable value", #"{"id":1,"name":"Ada"}"#, json,
        [
          .json(user),
          .json(user, statusCode: .created),
          .json(user, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(user, statusCode: status, headers: headers),
        ]),
      Kind(
        "array of Encodable values", #"[{"id":1,"name":"Ada"}]"#, json,
        [
          .json([user]),
          .json([user], statusCode: .created),
          .json([user], headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json([user], statusCode: status, headers: headers),
        ]),
      Kind(
        "number", "7", json,
        [
          .json(7),
          .json(7, statusCode: .created),
          .json(7, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .json(7, statusCode: status, headers: headers),
        ]),
      Kind(
        "body in a variable", #"{"a":1}"#, json,
        [
          .body(givenBody),
          .body(givenBody, statusCode: .created),
          .body(givenBody, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .body(givenBody, statusCode: status, headers: headers),
        ]),
      Kind(
        "chunks", "ab", nil,
        [
          .chunks(chunks),
          .chunks(chunks, statusCode: .created),
          .chunks(chunks, headers: ["X-B": "1", "X-A": "2", "X-B": "3"]),
          .chunks(chunks, statusCode: status, headers: headers),
        ]),
    ]
  }

  @Test("A kind of argument has one meaning beside each other argument")
  func product() throws {
    let more = ["X-C": "4"]
    let time = Duration.seconds(2)
    for kind in Self.kinds {
      for (number, made) in kind.calls.enumerated() {
        let ways: [(name: String, response: HTTPStubResponse, wait: Duration)] = [
          ("alone", made, .zero), ("a delay in seconds", made.delayed(by: 2), time),
          ("a Duration", made.delayed(by: time), time),
          ("more header fields", made.adding(headers: more), .zero),
          ("a closure", made.with { $0.acceptsRanges = false }, .zero),
        ]
        for way in ways {
          let place: Comment = "\(kind.name), call \(number), \(way.name)"
          let stub = HTTPStubRequest().stub(way.response)
          #expect(stub.snapshot.problems == [], place)
          let plan = try stub.plan()
          #expect(plan.head?.status == (number % 2 == 0 ? .ok : .created), place)
          #expect(plan.bodyText == kind.body, place)
          #expect(plan.head?.headers[.contentType] == kind.type, place)
          #expect(plan.timing.beforeHead == way.wait, place)
          let fields = number < 2 ? [] : ["1", "3"]
          #expect(plan.head?.headers.values(of: "X-B") == fields, place)
          #expect((plan.head?.headers["X-C"] == "4") == (way.name == "more header fields"), place)
        }
      }
    }
  }

  @Test("A Content-Type among the header fields is sent, whatever the body")
  func contentType() throws {
    let headers: HTTPHeaders = [.contentType: "a/b"]
    for response in [
      .text("a", headers: headers), .data(Self.bytes, headers: headers),
      .json(["a": 1], headers: headers), .json(Self.user, headers: headers),
      .json(text: "{}", headers: headers), .json(data: Self.bytes, headers: headers),
      .body(Self.givenBody, headers: headers), .json([]).adding(headers: headers),
      .text("a", contentType: "a/b"), .chunks(Self.chunks, contentType: "a/b"),
    ] as [HTTPStubResponse] {
      #expect(try HTTPStubRequest().stub(response).plan().head?.headers[.contentType] == "a/b")
    }
  }

  @Test("A file is looked up, beside each other argument")
  func files() throws {
    let path = #filePath
    for response in [
      .file(path: path), .file(path: path, statusCode: .created, headers: Self.headers),
      .file(path: path, contentType: "text/x-swift"), .body(HTTPStubBody.file(path: path)),
    ] as [HTTPStubResponse] {
      let plan = try HTTPStubRequest().stub(response).plan()
      #expect(plan.body.count > 1_000)
    }
  }
}
