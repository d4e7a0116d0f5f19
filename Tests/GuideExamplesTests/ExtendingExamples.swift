import ExampleSupport
import Foundation
import HTTPStubber
import Testing

// example: matcher
/// Accepts requests whose body is at most that long.
struct BodySizeMatcher: HTTPStubMatcher {
  let limit: Int

  var description: String { "body of at most \(limit) bytes" }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let size = request.body?.count ?? 0
    return size <= limit
      ? .matched : .mismatched(expected: "at most \(limit) bytes", found: "\(size) bytes")
  }
}

extension HTTPStubMatcher where Self == BodySizeMatcher {
  static func bodySize(atMost limit: Int) -> Self { Self(limit: limit) }
}

extension HTTPStubRequest {
  @discardableResult
  func match(bodySizeAtMost limit: Int) -> Self { match(BodySizeMatcher(limit: limit)) }
}
// end of example

// example: matcher with keys
/// Accepts the requests of one tenant.
struct TenantMatcher: HTTPStubMatcher {
  let tenant: String

  var description: String { "tenant is \(tenant)" }
  var keys: [StubKey] { [.header("X-Tenant", tenant)] }
  var sample: RequestSample? { RequestSample(headers: ["X-Tenant": tenant]) }
  var isSynchronous: Bool { true }
  var problems: [String] { tenant.isEmpty ? ["the tenant is empty"] : [] }

  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    let found = request.headers["X-Tenant"]
    return found == tenant
      ? .matched : .mismatched(expected: "tenant \(tenant)", found: found ?? "no tenant")
  }
}
// end of example

// example: capturing matcher
/// Captures the version of a client, as `captures["version"]` and `{{uri.version}}`.
struct ClientVersionMatcher: HTTPStubMatcher {
  func evaluate(_ request: ReceivedRequest, for source: HTTPMatcherSource) -> MatchResult {
    guard let version = request.headers["X-Client"]?.split(separator: "/").last else {
      return .mismatched(expected: "X-Client: name/version", found: "no such field")
    }
    return .matched(Captures(uri: ["version": .string(String(version))]))
  }
}
// end of example

// example: value matcher
extension ValueMatcher {
  /// A date as `2001-02-03`.
  static let isDate = ValueMatcher("is a date such as 2001-02-03") { text in
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    return numbers.count == 3 && !numbers.contains(nil)
  }
}
// end of example

// example: responder
/// Answers with as many bytes as the last segment of the path says.
struct BytesResponder: HTTPStubResponder {
  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    guard let count = request.target.segments.last.flatMap({ Int($0) }), count >= 0 else {
      throw ResponderError(
        "\(request.target.path) does not end with a number; use a path such as /bytes/100")
    }
    let head = ResponseHead(headers: [.contentType: "application/octet-stream"])
    return .ready(ResponsePlan(head: head, body: .data(Data(count: count))))
  }
}
// end of example

@Suite("Extending") struct ExtendingExamples {
  @Test("A matcher of one's own is used like the others")
  func matcher() async throws {
    // example: using a matcher
    let upload = HTTPStubRequest().match(bodySizeAtMost: 4).stub(for: .post, .status(.created))
    let refusal = HTTPStubRequest().match(.not(.bodySize(atMost: 4))).stub(
      for: .post, .status(.contentTooLarge))
    // end of example
    let stubs = StubSet(upload)
    stubs.add(stub: refusal)
    #expect(try await stubs.plan(.post, "/", body: "1234").status == 201)
    #expect(try await stubs.plan(.post, "/", body: "12345").status == 413)
  }

  @Test("A custom matcher states its keys and its problems")
  func keys() async throws {
    let stubs = StubSet()
    for tenant in 0..<100 {
      stubs.add(
        stub: HTTPStubRequest().match(TenantMatcher(tenant: "\(tenant)")).stub(.text("\(tenant)")))
    }
    #expect(try await stubs.plan(.get, "/", headers: ["X-Tenant": "50"]).text == "50")
    let stub = stubs.add(
      stub: HTTPStubRequest().match(TenantMatcher(tenant: "")).stub(.status(.ok)))
    #expect(stub.problems == ["the tenant is empty"])
  }

  @Test("A matcher of one's own captures")
  func capturing() async throws {
    let stub = HTTPStubRequest().match(ClientVersionMatcher()).stub(for: .get) { response in
      response.body = "for {{uri.version}}"
      response.usesTemplates = true
    }
    let plan = try await StubSet(stub).plan(.get, "/", headers: ["X-Client": "app/1.2"])
    #expect(plan.text == "for 1.2")
  }

  @Test("A value matcher of one's own fits every part of a request")
  func valueMatcher() async throws {
    // example: using a value matcher
    let stub = HTTPStubRequest()
      .match(query: "from", .isDate)
      .match(header: "X-Until", .any(of: .absent, .isDate))
      .stub(for: .get, .status(.ok))
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/?from=2001-02-03").status == 200)
    await #expect(throws: UnmatchedReport.self) { try await stubs.plan(.get, "/?from=today") }
  }

  @Test("A responder of one's own makes plans")
  func responder() async throws {
    // example: using a responder
    let stub = HTTPStubRequest()
      .match(path: .glob("/bytes/*"))
      .respond(for: .get, with: BytesResponder())
    // end of example
    let stubs = StubSet(stub)
    #expect(try await stubs.plan(.get, "/bytes/12").body.count == 12)
    #expect(try await stubs.plan(.get, "/bytes/many").status == 500)
  }
}
