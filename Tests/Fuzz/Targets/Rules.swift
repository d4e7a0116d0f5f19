import StubCore

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

extension FuzzTarget {
  /// Rule files, checked and asked; every finding has a place inside the file.
  static let rules = FuzzTarget("rules") { input in StubFileReading(input, named: "a")?.ask() }

  /// Mappings of WireMock, which are JSON.
  static let wireMock = FuzzTarget("wiremock") { input in
    StubFileReading(input, named: "a.json")?.ask()
  }

  /// Stub files of Hoverfly, mountebank and MockServer.
  static let tools = FuzzTarget("tools") { input in StubFileReading(input, named: "a")?.ask() }
}

/// A file of any format as `stubber check` reads it.
struct StubFileReading {
  let check: RuleCheck
  let cassettes: [Cassette]

  /// `nil` for bytes that are no text.
  init?(_ input: FuzzInput, named name: String) {
    guard let source = try? SourceText(name: name, bytes: input.bytes) else { return nil }
    var reader = RuleFileReader(
      variables: EnvironmentVariables(["A": "b"]), keepsOutlines: true, formats: .all)
    reader.read(source)
    check = RuleCheck(reader)
    cassettes = reader.draft.cassettes
    for finding in check.diagnostics.sorted { Self.check(finding) }
    // Those in recordings say which interaction it is.
    for finding in check.secrets.sorted { _ = finding.jsonLine }
  }

  private static func check(_ finding: FileDiagnostic) {
    let count = finding.position?.source.bytes.count ?? 0
    let offset = finding.position?.offset ?? -1
    expect((0...count).contains(offset), "\(finding) at byte \(offset) of \(count)")
    expect((finding.line ?? 0) >= 1 && (finding.column ?? 0) >= 1, "\(finding)")
    _ = finding.jsonLine
  }

  private static let requests = [
    ReceivedRequest(.get, "https://api.github.com/repos/a/b", headers: ["Accept": "text/json"]),
    ReceivedRequest(
      .post, "http://127.0.0.1:8080/a?b=1&c=d%20e",
      headers: [
        "Content-Type": "application/json", "Cookie": "a=b", "Authorization": "Basic YTpi",
      ],
      body: .init(#"{"a":{"b":[1,2]}}"#.utf8)),
    ReceivedRequest(
      .put, "http://127.0.0.1:8080/login", headers: ["Content-Type": "text/xml"],
      body: .init("<a b='c'>d</a>".utf8)),
  ]

  /// Lets the stubs answer a few requests, and those that cassettes have.
  func ask() {
    let set = StubSet()
    set.replaceAll(with: check.rules)
    let recorded = cassettes.flatMap(\.interactions).prefix(3).map(\.request)
    let others = recorded.map {
      ReceivedRequest($0.method, $0.url, headers: $0.headers, body: $0.body)
    }
    for request in Self.requests + others { Answering.play(request, by: set) }
  }
}
