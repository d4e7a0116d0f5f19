import CoreTestSupport
import Foundation
import StubCore
import Testing

@Suite("Finding stubs by keys")
struct StubIndexTests {
  private static let steps = 200
  private static let decisionsPerStep = 3

  /// Fixed runs, and at least one that differs each time; the seed is in the name of a failed case.
  ///
  /// The variable `DECISIONS` sets how many decisions the runs that differ make together.
  private static let seeds: [UInt64] = {
    let wanted = ProcessInfo.processInfo.environment["DECISIONS"].flatMap { Int($0) } ?? 1
    let runs = 1 + (wanted - 1) / (steps * decisionsPerStep)
    let first = UInt64.random(in: .min ... .max)
    return Array(1...12) + [13_097_933_031_527_234_103]
      + (0..<UInt64(max(runs, 1))).map { first &+ $0 }
  }()

  /// What a plain scan in the order of the stack finds: the stub, or why there is none.
  private enum Winner: Equatable {
    case stub(HTTPStub.ID)
    case passedThrough
    case unmatched
  }

  private func scan(_ set: StubSet, _ request: ReceivedRequest) -> Winner {
    var consequence: HTTPStubSequenceEnding?
    for stub in set.stubs where answers(stub, request.method) {
      guard stub.matchers.allSatisfy({ $0.evaluate(request, for: .stubRequest).isMatch }),
        let script = stub.responses.first?.script
      else { continue }
      let answered = set.answeredCount(of: stub.id)
      let repeats = script.ending == .repeatLast || script.ending == .cycle
      if answered < stub.limit ?? .max, repeats || answered < script.responders.count {
        return .stub(stub.id)
      }
      if script.ending != .fallThrough { consequence = consequence ?? script.ending }
    }
    return consequence == .passThrough ? .passedThrough : .unmatched
  }

  private func winner(_ outcome: Outcome) -> Winner {
    if case .stubbed(let installed, _, _) = outcome { return .stub(installed.stub.id) }
    return outcome.isPassedThrough ? .passedThrough : .unmatched
  }

  private func answers(_ stub: HTTPStub, _ method: HTTPMethod) -> Bool {
    stub.methods.isEmpty || stub.methods.contains(method)
      || (method == .head && stub.methods.contains(.get))
  }

  @Test("A first matcher that has the key of a path and asks for more is asked")
  func pathAndMore() {
    struct Wrapped: HTTPStubMatcher {
      let path: any HTTPStubMatcher
      var description: String { "a path and id=1" }
      var keys: [StubKey] { path.keys }

      func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
        request.target.query == "id=1"
          ? path.evaluate(request, for: source) : .mismatched(expected: "id=1", found: "none")
      }
    }
    let path: any HTTPStubMatcher = PartMatcher(.path, .equals("/a"))
    for matcher: any HTTPStubMatcher in [
      HTTPStubCompositeMatcher(.all, of: [path, PartMatcher(.query("id"), .equals("1"))]),
      Wrapped(path: path),
    ] {
      let set = StubSet()
      set.add(stub: HTTPStubRequest().match(matcher).stub(.status(.ok)))
      #expect(set.stub(answering: ReceivedRequest(.get, "/a")) == nil, "\(matcher.description)")
      #expect(set.stub(answering: ReceivedRequest(.get, "/a?id=1")) != nil)
    }
  }

  @Test("A pattern without the listener's own port is found for a request that has it")
  func ownPort() {
    let set = StubSet()
    let stub = set.add(
      stub: HTTPStubRequest().match(urlRegex: #"^http://a\.test/users"#).stub(.status(.ok)))
    set.add(stub: HTTPStubRequest().match(urlRegex: #"//b\.test/users/list"#).stub(.status(.ok)))
    for (url, isFound) in [("//a.test:8080/users", true), ("//a.test:9000/users", false)] {
      let request = ReceivedRequest.to(url, ownPort: 8080)
      #expect((set.stub(answering: request)?.id == stub.id) == isFound, "\(url)")
    }
    let other = ReceivedRequest.to("//b.test:8080/users/list", ownPort: 8080)
    #expect(set.stub(answering: other) != nil)
  }

  @Test(
    "The winner is that of a plain scan, whatever is added, replaced and removed", arguments: seeds)
  func sameWinner(seed: UInt64) throws {
    let random = SeededRandom(seed: seed)
    let stubs = RandomStubs(random: random)
    let set = StubSet()
    var answered = 0
    for step in 0..<Self.steps {
      switch random.integer(in: 0...9) {
      case 0...5: set.add(stub: stubs.stub())
      case 6:
        if let old = set.stubs.randomElement(random) {
          set.replace(stub: old.id, with: stubs.stub())
        }
      case 7:
        if let old = set.stubs.randomElement(random) { set.remove(stub: old.id) }
      case 8: set.removeLastStub()
      default:
        // Twice the same stub, as of a file that was added again: they go together. The scan could not
        // tell which of them has answered how often, so they are never used up.
        let stub = stubs.endlessStub().snapshot
        set.add([stub, stub])
      }
      for _ in 0..<Self.decisionsPerStep {
        let request = stubs.request()
        let expected = scan(set, request)
        try #require(
          winner(set.receive(request).outcome) == expected,
          "step \(step): \(request.summary), \(request.headers), \(request.bodyText)")
        if case .stub = expected { answered += 1 }
      }
    }
    // A run in which nothing matches would show nothing.
    #expect(answered > 100)
  }

  private static let id = ScalarText("id")

  @Test(
    "Stubs of one URL are distinguished by the values of each part",
    arguments: [
      KeyedPart.host, .header("X-A"), .cookie(id), .item(id, in: .query), .item(id, in: .form),
      .item(id, in: .formOfAnyType), .jsonText([id]),
      .jsonValue([ScalarText("a"), id]), .bearer, .bodyText, .bodyBytes,
      .derived(DerivedPart("path") { .one(String($0.target.path.dropFirst())) }),
    ])
  func crowd(part: KeyedPart) throws {
    let set = StubSet()
    for number in 0..<100 {
      let stub = HTTPStubRequest().stub(.text("\(number)"))
      if case .derived = part {} else { stub.match(path: .equals("/")) }
      let value = "\(number)"
      switch part {
      case .host: stub.match(host: .equals(value))
      case .header(let name): stub.match(header: name, .equals(value))
      case .cookie(let name): stub.match(cookie: name.text, .equals(value))
      case .item(let name, let items):
        stub.match(PartMatcher(.item(name.text, in: items), .equals(value)))
      case .jsonText(let names): try stub.match(.jsonPath("$.\(names[0].text)", .equals(value)))
      case .jsonValue: stub.match(json: ["a": ["id": .number(JSONNumber(number))]])
      case .bearer: stub.match(bearer: .equals(value))
      case .bodyText: stub.match(body: .equals(value))
      case .bodyBytes: stub.match(body: Data(value.utf8))
      case .derived(let part): stub.match(DerivedMatcher(part: part, value: value))
      case .path, .basicUser, .basicPassword, .jsonElements, .jsonScalars, .jsonMembers, .jsonNames,
        .xmlAttributes, .xmlTexts, .xmlNames, .multipartNames, .multipartText, .names:
        Issue.record("no stubs with the part \(part)")
      }
      set.add(stub: stub)
    }
    for number in [0, 7, 8, 50, 99] {
      let request = request(with: part, "\(number)")
      #expect(set.receive(request).outcome.text == "\(number)")
      #expect(set.candidateCount(for: request) == 1)
    }
    #expect(set.receive(request(with: part, "100")).outcome.report != nil)
  }

  private func request(with part: KeyedPart, _ value: String) -> ReceivedRequest {
    switch part {
    case .host: ReceivedRequest(.get, "http://\(value)/")
    case .header(let name): ReceivedRequest(.get, "/", headers: HTTPHeaders([name: value]))
    case .item(let name, .query): ReceivedRequest(.get, "/?x=y&\(name.text)=\(value)")
    case .cookie(let name):
      ReceivedRequest(.get, "/", headers: [.cookie: "a=b; \(name.text)=\(value)"])
    case .item(let name, .form):
      ReceivedRequest(
        .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
        body: Data("\(name.text)=\(value)".utf8))
    case .item(let name, .formOfAnyType):
      ReceivedRequest(.post, "/", body: Data("\(name.text)=\(value)".utf8))
    case .jsonText(let names):
      ReceivedRequest(.post, "/", body: Data("{\"\(names[0].text)\": \(value)}".utf8))
    case .jsonValue: ReceivedRequest(.post, "/", body: Data("{\"a\": {\"id\": \(value).0}}".utf8))
    case .bearer: ReceivedRequest(.get, "/", headers: [.authorization: "Bearer \(value)"])
    case .bodyText, .bodyBytes: ReceivedRequest(.post, "/", body: Data(value.utf8))
    case .derived, .path, .basicUser, .basicPassword, .jsonElements, .jsonScalars, .jsonMembers,
      .jsonNames, .xmlAttributes, .xmlTexts, .xmlNames, .multipartNames, .multipartText, .names:
      ReceivedRequest(.get, "/\(value)")
    }
  }

  /// Accepts requests whose derived part has a text.
  private struct DerivedMatcher: HTTPStubMatcher {
    let part: DerivedPart
    let value: String

    var keys: [StubKey] { [.derived(part, value)] }

    func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
      part.values(request).texts == [value]
        ? .matched : .mismatched(expected: value, found: "another text")
    }
  }

  @Test(
    "Of a thousand stubs of a kind the request's own is asked, and few others",
    arguments: [
      "path", "template", "URL pattern", "path pattern", "prefix", "glob", "URL", "part of a path",
    ])
  func kinds(kind: String) throws {
    let set = StubSet()
    for number in 0..<1_000 {
      let stub = HTTPStubRequest().stub(.text("\(number)"))
      let path = "/v1/item-\(number)"
      switch kind {
      case "path": stub.match(path: .equals(path + "/x"))
      case "template": try stub.match(URI: path + "/{id}")
      case "URL pattern": try stub.match(urlRegex: "^https?://[^/]+\(path)/[a-z]$")
      case "path pattern": try stub.match(path: .matches("^\(path)/.*$"))
      case "prefix": stub.match(path: .hasPrefix(path + "/"))
      case "glob": try stub.match(path: .glob(path + "/*"))
      case "URL": stub.match(URL: "http://host\(path)/x?a=1", options: .ignoreQueryParameters)
      default: stub.match(path: .contains("item-\(number)/"))
      }
      set.add(stub: stub)
    }
    for number in [0, 12, 123, 999] {
      let request = ReceivedRequest(.get, "http://host/v1/item-\(number)/x")
      #expect(set.receive(request).outcome.text == "\(number)")
      #expect(set.candidateCount(for: request) <= 1)
    }
    let stranger = ReceivedRequest(.get, "http://host/v1/item-1000/x")
    #expect(set.candidateCount(for: stranger) == 0)
  }

  @Test("A copy keeps its stubs while the set changes")
  func copies() {
    let set = StubSet()
    for number in 0..<2_000 {
      set.add(stub: HTTPStubRequest().match(path: .equals("/\(number)")).stub(.text("\(number)")))
    }
    let before = set.stubs.map(\.id)
    let request = ReceivedRequest(.get, "/1000")
    set.remove(stub: before[999])
    #expect(set.receive(request).outcome.report != nil)
    set.add(stub: HTTPStubRequest().match(path: .equals("/1000")).stub(.text("new")))
    #expect(set.receive(request).outcome.text == "new")
    #expect(set.stubs.count == 2_000)
  }
}

extension Array {
  fileprivate func randomElement(_ random: SeededRandom) -> Element? {
    isEmpty ? nil : self[random.integer(in: 0...count - 1)]
  }
}
