import Foundation
import Testing

@testable import StubCore

@Suite("Plans that stubs share")
struct SharedPlansTests {
  /// What a host would keep of the plan for a request: the same for stubs that share a plan.
  private func kept(_ set: StubSet, _ path: String, fromListener: Bool = true) throws
    -> EncodedFields
  {
    var request = ReceivedRequest(.get, path)
    request.isFromListener = fromListener
    let plan = try #require(set.fate(of: request).plan)
    return plan.fields { EncodedFields(bytes: [], places: [], date: nil, body: Data()) }
  }

  private func set(_ answers: [String: HTTPStubBody]) -> StubSet {
    let set = StubSet()
    for (path, body) in answers {
      set.add(stub: HTTPStubRequest().match(path: path).stub { $0.body = body })
    }
    return set
  }

  @Test("Stubs that answer alike share a plan; others do not, nor do those in the process")
  func shared() throws {
    let set = set(["/a": .text("one"), "/b": .text("one"), "/c": .text("two"), "/d": .json("one")])
    let first = try kept(set, "/a")
    #expect(try kept(set, "/a") === first)
    #expect(try kept(set, "/b") === first)
    #expect(try kept(set, "/c") !== first)
    #expect(try kept(set, "/d") !== first)
    let inProcess = self.set(["/a": .text("one"), "/b": .text("one")])
    let own = try kept(inProcess, "/a", fromListener: false)
    #expect(try kept(inProcess, "/a", fromListener: false) === own)
    #expect(try kept(inProcess, "/b", fromListener: false) !== own)
  }

  private static func json(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .null
  }

  /// Pairs that are equal as values, and differ in their bytes.
  private static let alike:
    [(name: String, one: ResponseSpecification, other: ResponseSpecification)] = [
      ("letters with accents", .init(body: .text("caf\u{E9}")), .init(body: .text("cafe\u{301}"))),
      (
        "the order of members", .init(body: .json(["a": 1, "b": 2])),
        .init(body: .json(["b": 2, "a": 1]))
      ),
      (
        "numbers", .init(body: .json(json("[1]"))),
        .init(body: .json(json("[1.0]")))
      ),
      (
        "names of fields", .init(head: ResponseHead(headers: ["X-A": "b"])),
        .init(head: ResponseHead(headers: ["x-a": "b"]))
      ),
      (
        "values of fields", .init(head: ResponseHead(headers: ["X": "\u{E9}"])),
        .init(head: ResponseHead(headers: ["X": "e\u{301}"]))
      ),
      (
        "reasons", .init(head: ResponseHead(reason: "\u{E9}")),
        .init(head: ResponseHead(reason: "e\u{301}"))
      ),
    ]

  @Test("What is equal but written otherwise is not shared", arguments: alike.indices)
  func exact(index: Int) throws {
    let (name, one, other) = Self.alike[index]
    #expect(one == other, "\(name): else nothing is shown")
    var request = ReceivedRequest(.get, "/")
    request.isFromListener = true
    let plans = SharedPlans()
    let kept = try [one, other, one].map { specification in
      try plans.plan(of: specification, for: request) { try specification.plan(for: request) }
        .fields { EncodedFields(bytes: [], places: [], date: nil, body: Data()) }
    }
    #expect(kept[0] !== kept[1], "\(name)")
    #expect(kept[1] !== kept[2], "\(name)")
  }

  @Test("Stubs that answer with one file share its plan")
  func files() {
    let path = "/tmp/shared-plans.txt"
    var request = ReceivedRequest(.get, "/")
    request.isFromListener = true
    let plans = SharedPlans()
    let specification = ResponseSpecification(body: .file(path: path))
    let kept = (0..<2).map { _ in plans.plans(of: specification, path, for: request) }
    #expect(kept[0] === kept[1])
    let other = ResponseSpecification(
      head: ResponseHead(status: .created), body: .file(path: path))
    #expect(plans.plans(of: other, path, for: request) !== kept[0])
    request.isFromListener = false
    #expect(plans.plans(of: specification, path, for: request) !== kept[0])
  }

  @Test("A long body is not shared, as it would be kept longer than its stub")
  func long() throws {
    let body = HTTPStubBody.data(Data(count: SharedPlans.largestBody + 1))
    let set = set(["/a": body, "/b": body])
    #expect(try kept(set, "/a") !== kept(set, "/b"))
  }

  @Test("With more different answers than there is room for, each stub still gives its own")
  func many() throws {
    let answers = (0..<600).map { ("/\($0)", "answer \($0 % 400)") }
    let set = set(Dictionary(uniqueKeysWithValues: answers.map { ($0.0, .text($0.1)) }))
    for _ in 0..<2 {
      for (path, text) in answers.shuffled() {
        var request = ReceivedRequest(.get, path)
        request.isFromListener = true
        #expect(set.fate(of: request).text == text)
      }
    }
  }
}
