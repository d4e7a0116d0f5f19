import Testing

@testable import StubCore

@Suite("Finding the nearest stubs")
struct NearestStubsTests {
  @Test(
    "They are those that a sort by likeness has first",
    arguments: [1, 2, 3, UInt64.random(in: 4...UInt64.max)])
  func agreesWithSort(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    let words = ["a", "b", "c", "d"]
    func path() -> String {
      "/"
        + (0..<random.integer(in: 1...3)).map { _ in words[random.integer(in: 0...3)] }
        .joined(separator: "/")
    }
    let plain = (0..<700).map { _ in
      let stub = HTTPStubRequest().stub(body: "").priority(random.integer(in: 1...3))
      switch random.integer(in: 0...2) {
      case 0: stub.match(path: .equals(path()))
      case 1: stub.match(path: .hasPrefix(path() + "/"))
      default: stub.match(method: .get)
      }
      return stub.snapshot
    }
    let stack = StubStack(plain)
    for limit in [1, 12, 32] {
      expectNearest(in: stack, to: "http://host" + path(), limit: limit, "seed \(seed)")
    }
  }

  @Test(
    "So they are where few have the same parent, after stubs have come between and gone",
    arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
  func fewOfOneParent(seed: UInt64) {
    let random = SeededRandom(seed: seed)
    func stub() -> HTTPStub {
      let stub = HTTPStubRequest().stub(body: "").priority(random.integer(in: 1...9) / 9)
      let parent = random.integer(in: 0...39)
      switch parent {
      case 0: stub.match(method: .get)
      case 1...3: stub.match(path: .equals("/of/\(parent)/a"))
      default: stub.match(path: .equals("/of/\(random.integer(in: 100...9_999))/a"))
      }
      return stub.snapshot
    }
    var stubs = (0..<1_300).map { _ in stub() }
    var stack = StubStack(stubs)
    for _ in 0..<40 {
      stack.remove(stubs.remove(at: random.integer(in: 0...stubs.count - 1)).id)
      stack.add(stub())
    }
    for parent in ["1", "2", "none"] {
      for limit in [1, 32, 200] {
        expectNearest(in: stack, to: "/of/\(parent)/b", limit: limit, "seed \(seed)")
        expectNearest(in: stack, to: "/of/\(parent)/a", limit: limit, "seed \(seed)")
      }
    }
  }

  /// They are those that a sort by likeness has first.
  private func expectNearest(
    in stack: StubStack, to url: String, limit: Int, _ comment: Comment
  ) {
    let request = ReceivedRequest(.get, url)
    let sketch = URLSketch(request.target)
    let sorted = stack.inOrder.enumerated().map {
      ($0.offset, sketch.likeness(to: URLSketch($0.element.keys)), $0.element)
    }.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
    var nearest: [InstalledStub] = []
    stack.visitNearest(to: request, limit: limit) { nearest.append($0) }
    #expect(nearest.map(\.stub.id) == sorted.prefix(limit).map(\.2.stub.id), comment)
  }

  @Test(
    "The likeness of a URL and of what a stub asks for",
    arguments: [
      ("http://h/a/b", StubKey.path("/a/b"), 10), ("/a/b", .path("/a/b"), 10),
      ("/a/b", .path("/a/c"), 7), ("/a/b", .path("/x/b"), 4), ("/a/b", .path("/x/y"), 1),
      ("http://h/a/b", .pathPrefix("/a/"), 5), ("http://h/a/b", .value(.host, 1), 4),
    ])
  func likeness(url: String, key: StubKey, expected: Int) {
    #expect(URLSketch(RequestURL(url)).likeness(to: URLSketch([key])) == expected)
  }
}
