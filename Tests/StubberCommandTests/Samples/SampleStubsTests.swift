import Foundation
import StubCore
import StubFiles
import Testing

/// The sample set that `make serve` serves and the README shows.
@Suite("The sample set")
struct SampleStubsTests {
  /// A request to the sample set, and what it gets.
  struct Sample: Sendable, CustomTestStringConvertible {
    var method: HTTPMethod = .get
    let url: String
    var headers: HTTPHeaders = [:]
    var body: String?
    /// `nil` when the connection breaks.
    let status: Int?
    /// What the answering stub is called; `nil` when none answers.
    let stub: String?

    var testDescription: String { "\(method) \(url) → \(status ?? 0)" }
  }

  static let samples = [
    Sample(url: "/books", status: 200, stub: "list of books"),
    Sample(url: "/books?title=Emma", status: 200, stub: "search in books"),
    Sample(url: "/books/7", status: 200, stub: "one book"),
    Sample(method: .delete, url: "/books/7", status: 204, stub: "one book"),
    Sample(url: "/books/0", status: 404, stub: "book that does not exist"),
    Sample(url: "/books/7/cover", status: 200, stub: "cover of a book"),
    Sample(
      method: .post, url: "/books", headers: [.contentType: "application/json; charset=utf-8"],
      body: #"{"author":"Jane Austen","title":"Persuasion","price":8}"#, status: 201,
      stub: "add a book"),
    Sample(
      method: .post, url: "/books", headers: [.contentType: "application/json"],
      body: #"{"title":"Persuasion"}"#, status: 422, stub: "book to add is incomplete"),
    Sample(url: "/account", status: 401, stub: "account without a valid token"),
    Sample(
      url: "/account", headers: [.authorization: "Bearer guess"], status: 401,
      stub: "account without a valid token"),
    Sample(
      url: "/account", headers: [.authorization: "Bearer letmein"], status: 200, stub: "account"),
    Sample(
      url: "/account/orders", headers: [.authorization: "Bearer letmein"], status: 200,
      stub: "orders"),
    Sample(
      method: .post, url: "/login",
      headers: [.contentType: "application/x-www-form-urlencoded"], body: "user=ada&password=x",
      status: 200, stub: "log in"),
    Sample(url: "/reports/sales", status: 200, stub: "slow report"),
    Sample(url: "/reports/stock", status: 200, stub: "report over a slow line"),
    Sample(method: .put, url: "/payments/4/receipt", status: 503, stub: "payments are down"),
    Sample(url: "/stock", status: 500, stub: "stock is unsteady"),
    Sample(url: "/broken", status: nil, stub: "connection that breaks"),
    Sample(url: "/catalog", status: 301, stub: "old address of the books"),
    Sample(url: "/offer", status: 302, stub: "today's offer"),
    Sample(
      url: "https://api.github.com/repos/apple/swift", headers: [.accept: "application/json"],
      status: 200, stub: "repository"),
    Sample(url: "/late", status: 200, stub: "late by chance"),
    Sample(url: "/progress", status: 200, stub: "progress in pieces"),
    Sample(url: "/news", status: 200, stub: "news as they come"),
    Sample(url: "/download", status: 200, stub: "download that breaks"),
    Sample(url: "/shaky", status: 200, stub: "service that recovers"),
    Sample(url: "/roulette", status: 200, stub: "connection lost now and then"),
    Sample(url: "/down/1", status: 200, stub: "nobody answers"),
    Sample(url: "/nothing/here", status: nil, stub: nil),
  ]

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Stubs").path

  private func load() throws -> StubSet {
    let set = StubSet()
    set.replaceAll(with: try RuleSet(contentsOf: [Self.folder], formats: .all))
    return set
  }

  /// Sends the sample; gives the stub's name, and the plan it made.
  private func play(
    _ sample: Sample, _ set: StubSet
  ) throws -> (name: String?, plan: ResponsePlan)? {
    let request = ReceivedRequest(
      sample.method, sample.url, headers: sample.headers,
      body: sample.body.map { Data($0.utf8) })
    guard case .stubbed(let installed, _, let answer) = set.receive(request).outcome else {
      return nil
    }
    guard case .ready(let plan) = answer else {
      Issue.record("expected an answer from a file to be ready")
      return nil
    }
    return (installed.stub.name, plan)
  }

  @Test("Each request gets its status from the stub meant for it", arguments: samples)
  func status(sample: Sample) throws {
    let played = try play(sample, try load())
    #expect(played?.name == sample.stub)
    #expect(played?.plan.head?.status.rawValue == sample.status)
  }

  @Test("No stub is left without a request that it answers")
  func used() throws {
    let set = try load()
    for sample in Self.samples { _ = try play(sample, set) }
    #expect(set.unusedStubs.map(\.title) == [])
  }

  @Test("Every file is read: as rules, as a body or as the schema of editors")
  func files() throws {
    let rules = RuleSet(reading: [Self.folder], context: RuleContext(formats: .all)).files.map {
      $0.dropFirst(Self.folder.count + 1)
    }
    let others: Set<Substring> = ["covers/cover.svg", "schema.json", "README.md"]
    let found = try FileManager.default.subpathsOfDirectory(atPath: Self.folder).filter { name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(Self.folder)/\(name)")
      return attributes?[.type] as? FileAttributeType == .typeRegular && !name.hasPrefix(".")
    }
    #expect(found.filter { !rules.contains($0[...]) && !others.contains($0[...]) } == [])
  }

  @Test("The cover is the file's bytes with its type")
  func cover() throws {
    let sample = Sample(url: "/books/1/cover", status: 200, stub: nil)
    let plan = try #require(try play(sample, try load())).plan
    let size = try Data(contentsOf: URL(filePath: "\(Self.folder)/covers/cover.svg")).count
    #expect(plan.head?.headers[.contentType] == "image/svg+xml")
    #expect(plan.body.count == size)
  }

  @Test("Slow responses have their delay in the plan")
  func timing() throws {
    let set = try load()
    let slow = Sample(url: "/reports/sales", status: 200, stub: nil)
    #expect(try play(slow, set)?.plan.timing.beforeHead == .milliseconds(1_500))
    let line = Sample(url: "/reports/stock", status: 200, stub: nil)
    #expect(try play(line, set)?.plan.timing.body == .rate(16_000))
  }

  @Test(
    "Broken responses have their fault in the plan",
    arguments: [
      ("/download", HTTPStubFault.reset(after: .percent(50))), ("/shaky", .emptyResponse),
      ("/down/1", .neverAnswer),
    ])
  func faults(url: String, fault: HTTPStubFault) throws {
    let plan = try play(Sample(url: url, status: nil, stub: nil), try load())?.plan
    #expect(plan?.fault == fault)
  }

  @Test("An unsteady response fails twice, then works, then starts again")
  func unsteady() throws {
    let set = try load()
    let sample = Sample(url: "/stock", status: nil, stub: nil)
    let statuses = try (1...5).map { _ in try play(sample, set)?.plan.head?.status.rawValue }
    #expect(statuses == [500, 502, 200, 500, 502])
  }
}
