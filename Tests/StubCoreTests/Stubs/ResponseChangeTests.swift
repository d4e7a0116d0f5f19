import CoreTestSupport
import Foundation
import StubCore
import Testing

/// Responses that are shared, changed, refused or handed on.
@Suite("Changing responses")
struct ResponseChangeTests {
  @Test("Data that would become base64 is refused, and text that is JSON already is reported")
  func mistakes() throws {
    let bytes = Data("{}".utf8)
    for response in [
      .json(bytes), .json(bytes as Data?), .json(bytes, headers: ["X": "y"]),
      .json(bytes, encoder: JSONEncoder()),
    ] as [HTTPStubResponse] {
      let stub = HTTPStubRequest().stub(response)
      #expect(stub.snapshot.problems.first?.contains(".json(data: data)") == true)
      #expect(try stub.plan().head?.status == .internalServerError)
    }
    let text = "[1]"
    for response in [
      .json("[1]"), .json(text), .json(text as String?), .json(text, headers: ["X": "y"]),
    ] as [HTTPStubResponse] {
      let stub = HTTPStubRequest().stub(response)
      #expect(stub.snapshot.problems.first?.contains(".json(text: text)") == true)
      #expect(try stub.plan().bodyText == #""[1]""#)
    }
    let wrong = HTTPStubRequest().stub(.json(text: "Ada"))
    #expect(wrong.snapshot.problems.first?.hasPrefix(#"invalid JSON "Ada":"#) == true)
    #expect(try wrong.plan().bodyText == "Ada")
    let infinite = HTTPStubRequest().stub(.json([Double.infinity]))
    #expect(infinite.snapshot.problems.first?.hasPrefix("a value of type Array<Double>") == true)
    #expect(try infinite.plan().head?.status == .internalServerError)
    let sequence = HTTPStubRequest().stub(sequence: [.text("a"), .json(bytes), .json("[1]")])
    #expect(sequence.snapshot.problems.count == 2)
  }

  @Test("What is made of a shared response is a copy with all of its properties")
  func sharing() throws {
    let shared = HTTPStubResponse.json(["a": 1], statusCode: .created, headers: ["X": "y"])
    shared.reasonPhrase = "Made"
    shared.cachePolicy = .allowed
    shared.randomDelay = .uniform(1...2)
    shared.acceptsRanges = true
    shared.usesTemplates = true
    shared.fail(with: .reset)
    let before = shared.specification
    let changed = [
      shared.delayed(by: 1), shared.speed(.speed3G), shared.spread(over: 2),
      shared.adding(headers: ["A": "b"]), shared.failing(with: .neverAnswer),
      shared.with { $0.statusCode = .ok },
    ]
    #expect(shared.specification == before)
    for response in changed { #expect(response.specification != before) }
    #expect(shared.with { _ in }.specification == before)
    for response in [
      HTTPStubResponse.chunks([HTTPStubChunk("a", after: 1)]), .failure(.timedOut), .text("a"),
      .failure(ResponderError("gone")), .fault(.reset, first: 2), .redirect(to: "/b"),
      HTTPStubResponse.text("a").with { $0.gate = HTTPStubGate() },
    ] {
      #expect(response.with { _ in }.specification == response.specification)
    }
    let first = HTTPStubRequest().stub(shared.with { $0.usesTemplates = false })
    shared.statusCode = .notFound
    #expect(try first.plan().head?.status == .created)
  }

  @Test("Sequences and closures answer with the same values")
  func carriers() async throws {
    let values = [HTTPStubResponse.status(503), .json(["a": 1]).delayed(by: 0.5)]
    let set = StubSet()
    set.add(stub: HTTPStubRequest().match(path: "/list").stub(delay: 1, sequence: values))
    set.add(
      stub: HTTPStubRequest().match(path: "/closure").stub(delay: .milliseconds(1)) { _, _ in
        .json(["a": 1]).delayed(by: 0.5)
      })
    set.add(
      stub: HTTPStubRequest().match(path: "/later").stub { request, _ in
        await Task.yield()
        return .text(request.target.path)
      })
    let plans = try ["/list", "/list", "/closure"].map { path in
      try #require(set.receive(ReceivedRequest(.get, path)).outcome.plan)
    }
    #expect(plans.map(\.timing.beforeHead) == [.seconds(1), .seconds(1.5), .milliseconds(501)])
    #expect(plans.map { $0.head?.status } == [503, 200, 200])
    guard
      case .stubbed(_, _, .pending(let make)) = set.receive(ReceivedRequest(.get, "/later")).outcome
    else {
      Issue.record("expected a pending answer")
      return
    }
    #expect(await make().bodyText == "/later")
  }

  @Test("An echo may have a delay, but no body or chunks of its own")
  func echo() throws {
    let echo = HTTPStubRequest().stub(.echo.delayed(by: 2))
    #expect(try echo.plan().timing.beforeHead == .seconds(2))
    #expect(try HTTPStubRequest().stubEcho().plan().head?.status == .ok)
    for response in [
      HTTPStubResponse.echo.with { $0.body = "a" }, .echo.with { $0.chunks = [] },
    ] {
      #expect(
        HTTPStubRequest().stub(response).snapshot.problems.first?.hasPrefix("an echo") == true)
    }
  }
}
