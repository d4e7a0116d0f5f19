import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct StreamKeyTests {
  private func plan(_ respond: String) throws -> ResponsePlan {
    let set = try StubSet.reading("respond: \(respond)")
    return try #require(set.plan(for: ReceivedRequest(.get, "/")))
  }

  /// When how many bytes go out, in milliseconds.
  private func script(_ chunks: (Int, Int)...) -> ResponseTiming.Pacing {
    .script(chunks.map { .init(at: .milliseconds($0.0), count: $0.1) })
  }

  @Test("Chunks go out one after the other, each after its wait")
  func chunks() throws {
    let plan = try plan(
      "{ chunks: [{ text: 1.10 }, { after: 1s, json: { a: [1] } }, { after: 500ms, base64: AP8= }] }"
    )
    #expect(plan.body == .data(Data(#"1.10{"a":[1]}"#.utf8) + [0x00, 0xFF]))
    #expect(plan.timing.body == script((0, 4), (1_000, 9), (1_500, 2)))
    #expect(plan.head?.headers[.transferEncoding] == "chunked")
    #expect(plan.head?.headers[.contentLength] == nil)
    #expect(plan.head?.headers[.contentType] == nil)
  }

  @Test("A length that is given stays, wherever it stands", arguments: [true, false])
  func length(isFirst: Bool) throws {
    let parts = ["headers: { Content-Length: 2 }", "chunks: [{ text: a }, { text: b }]"]
    let order = isFirst ? parts : parts.reversed()
    let head = try #require(try plan("{ \(order.joined(separator: ", ")) }").head)
    #expect(head.headers[.contentLength] == "2")
    #expect(head.headers[.transferEncoding] == nil)
  }

  @Test("Events are written as the standard says")
  func events() throws {
    let plan = try plan(
      #"{ events: [{ data: "a\nb" }, { after: 2s, event: stock, id: 7, data: { left: 3 } }] }"#)
    let first = "data: a\ndata: b\n\n"
    let second = "event: stock\nid: 7\ndata: {\"left\":3}\n\n"
    #expect(plan.body == .data(Data((first + second).utf8)))
    #expect(plan.timing.body == script((0, first.utf8.count), (2_000, second.utf8.count)))
    #expect(plan.head?.headers[.contentType] == "text/event-stream")
  }

  @Test("Every kind of line end divides the data of an event", arguments: ["\\r", "\\n", "\\r\\n"])
  func lineEnds(end: String) throws {
    let plan = try plan("{ events: [{ data: \"a\(end)b\" }] }")
    #expect(plan.body == .data(Data("data: a\ndata: b\n\n".utf8)))
  }

  @Test(
    "Events have another media type when the rule gives one",
    arguments: ["contentType: a/b", "headers: { content-type: a/b }"])
  func contentType(key: String) throws {
    for text in ["{ \(key), events: [{ data: a }] }", "{ events: [{ data: a }], \(key) }"] {
      #expect(try plan(text).head?.headers[.contentType] == "a/b")
    }
  }

  @Test("Text that looks like a tag is literal if the rule says so")
  func tags() throws {
    let plan = try plan("{ chunks: [{ text: '{{a}}' }], template: false }")
    #expect(plan.body == .data(Data("{{a}}".utf8)))
  }

  @Test("Tags in the parts of a body are filled in, and each part keeps its time")
  func partTags() throws {
    let set = try StubSet.reading(
      """
      respond:
        chunks:
          - text: 'a{{query.a}}'
          - { after: 1s, json: { n: '{{json (number query.a)}}', t: '{{query.a}}' } }
          - { after: 1s, base64: e3thfX0= }
      """)
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "/?a=70")))
    #expect(plan.body == .data(Data(#"a70{"n":70,"t":"70"}{{a}}"#.utf8)))
    #expect(plan.timing.body == script((0, 3), (1_000, 17), (2_000, 5)))
  }

  @Test("Text that is filled into an event stays in its field, however many lines it has")
  func eventTags() throws {
    let set = try StubSet.reading(
      """
      respond:
        events:
          - { id: '{{query.a}}', data: 'x{{query.a}}', comment: '{{query.b}}' }
          - data: { a: '{{query.a}}' }
      """)
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "/?a=1%0Adata:2&b=c")))
    let first = ": c\nid: 1 data:2\ndata: x1\ndata: data:2\n\n"
    #expect(plan.body == .data(Data((first + "data: {\"a\":\"1\\ndata:2\"}\n\n").utf8)))
  }

  @Test("An event may be an id, a time to reconnect or a comment alone")
  func partialEvents() throws {
    let plan = try plan(
      #"{ events: [{ retry: 2500ms }, { comment: "a\nb" }, { id: "7" }, { comment: "" }] }"#)
    #expect(plan.body == .data(Data("retry: 2500\n\n: a\n: b\n\nid: 7\n\n: \n\n".utf8)))
  }

  @Test("Parts without a wait of their own have the common one")
  func interval() throws {
    let parts = "chunks: [{ text: a }, { after: 1s, text: b }, { text: c }]"
    for text in ["{ \(parts), every: 20ms }", "{ every: 20ms, \(parts) }"] {
      #expect(try plan(text).timing.body == script((20, 1), (1_020, 1), (1_040, 1)))
    }
  }

  @Test(
    "A wait between parts may be random for each response, with tags and without",
    arguments: ["a", "{{query.a}}"])
  func randomInterval(text: String) throws {
    let set = try StubSet.reading(
      "respond: { chunks: [{ text: '\(text)' }, { text: b }], every: { uniform: [1s, 3s] } }")
    var waits: Set<Duration> = []
    for _ in 0..<10 {
      let plan = try #require(set.plan(for: ReceivedRequest(.get, "/?a=abc")))
      guard case .script(let chunks) = plan.timing.body, chunks.count == 2 else {
        Issue.record("\(plan.timing.body)")
        return
      }
      #expect(chunks[0].count == (text == "a" ? 1 : 3))
      #expect((Duration.seconds(1)...Duration.seconds(3)).contains(chunks[0].at))
      #expect((Duration.seconds(1)...Duration.seconds(3)).contains(chunks[1].at - chunks[0].at))
      waits.formUnion([chunks[0].at, chunks[1].at - chunks[0].at])
    }
    #expect(waits.count > 1)
  }

  @Test("Tags in header fields are filled in beside chunks")
  func headerTags() throws {
    let set = try StubSet.reading(
      "respond: { headers: { X-A: '{{query.a}}' }, chunks: [{ text: b }, { after: 1s, text: c }] }")
    let plan = try #require(set.plan(for: ReceivedRequest(.get, "/?a=7")))
    #expect(plan.head?.headers["X-A"] == "7")
    #expect(plan.body == .data(Data("bc".utf8)))
    #expect(plan.timing.body == script((0, 1), (1_000, 1)))
  }

  @Test("A dribble divides the body")
  func dribble() throws {
    let plan = try plan("{ text: abcdef, dribble: { chunks: 3, over: 3s } }")
    #expect(plan.timing.body == .dribble(chunks: 3, over: .seconds(3)))
    let bytes = plan.steps.compactMap { step -> Duration? in
      if case .bytes = step.step { step.at } else { nil }
    }
    #expect(bytes == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test("One name is one gate in all files, and the rules give it out")
  func gates() throws {
    let folder = try TemporaryFolder([
      "a.yaml": "- { match: { path: /a }, respond: { text: a, gate: door } }",
      "b.yaml": """
      - { match: { path: /b }, respond: { error: timedOut, gate: door } }
      - { match: { path: /c }, respond: { echo: true, gate: window } }
      """,
    ])
    let rules = try RuleSet(contentsOf: [folder.path])
    #expect(rules.gates.keys.sorted() == ["door", "window"])
    let set = StubSet()
    set.load(rules)
    func gate(_ path: String) -> HTTPStubGate? {
      set.plan(for: ReceivedRequest(.get, path))?.timing.gate
    }
    #expect(gate("/a") != nil)
    #expect(gate("/a") === rules.gates["door"])
    #expect(gate("/b") === rules.gates["door"])
    #expect(gate("/c") === rules.gates["window"])
  }
}
