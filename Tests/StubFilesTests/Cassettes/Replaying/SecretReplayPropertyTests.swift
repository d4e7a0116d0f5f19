import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Random sets of requests with secrets, which are words as often as tokens.
private struct RequestGenerator {
  private var generator: SplitMix
  private let secrets: [String]
  private static let words = [
    "products", "customers", "acme-corp", "globex", "users", "orders", "v1", "42", "tenant42",
  ]

  init(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var secrets = ["products", "acme-corp", "1234"]
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    for length in [10, 16, 24, 36] {
      secrets.append(
        String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "x" }))
    }
    secrets += ["ghp_\(secrets[6])", "550e8400-e29b-41d4-a716-\(secrets[3].prefix(8))0000"]
    self.secrets = secrets
    self.generator = generator
  }

  mutating func number(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    elements.shuffled(using: &generator)
  }

  private mutating func word() -> String {
    number(below: 4) == 0 ? secret() : Self.words[number(below: Self.words.count)]
  }

  private mutating func secret() -> String { secrets[number(below: secrets.count)] }

  mutating func request() -> RecordedRequest {
    var url = "https://api.test"
    for _ in 0...number(below: 3) { url += "/" + word() }
    let names = ["q", "id", "api_key", "access_token", "page_token"]
    var items: [String] = []
    for _ in 0..<number(below: 3) {
      let value = number(below: 3) == 0 ? secret() : word()
      items.append("\(names[number(below: names.count)])=\(value)")
    }
    if number(below: 8) == 0 { items.append(secrets[7]) }
    if !items.isEmpty { url += "?" + items.joined(separator: "&") }
    var headers: HTTPHeaders = [:]
    if number(below: 2) == 0 { headers["Authorization"] = "Bearer \(secret())" }
    if number(below: 2) == 0 { headers["Cookie"] = "tenant=\(word()); session=\(secret())" }
    if number(below: 3) == 0 { headers["X-Trace"] = word() }
    guard number(below: 2) == 0 else { return RecordedRequest(.get, url, headers: headers) }
    let isForm = number(below: 2) == 0
    headers[.contentType] = isForm ? "application/x-www-form-urlencoded" : "application/json"
    let body =
      isForm
      ? "a=\(word())&password=\(secret())&b=\(secret())"
      : """
      {"a":"\(word())","password":"\(secret())","pin":\(1_000 + number(below: 3)),"b":["\(secret())"]}
      """
    return RecordedRequest(.post, url, headers: headers, body: Data(body.utf8))
  }
}

@Suite("Random requests with secrets")
struct SecretReplayPropertyTests {
  private static let matchings: [[RequestPart]] = [
    [.method, .url], [.method, .url, .body], [.method, .url, .jsonBody],
    [.method, .url, .headers], [.method, .path, .header("X-Trace")],
  ]

  @Test(
    "Each gets its own response or a report, never that of another",
    arguments: 0..<200 as Range<UInt64>)
  func own(seed: UInt64) throws {
    var generator = RequestGenerator(seed: seed)
    let requests = (0...generator.number(below: 12)).map { _ in generator.request() }
    let matching = Self.matchings[generator.number(below: Self.matchings.count)]
    let configuration = CassetteConfiguration(matching: matching)
    let file = try RecordedFile(
      requests.enumerated().map { Interaction($1, respond: .text("answer \($0)")) })
    // In the order of the recording each has its own.
    let inOrder = StubSet(file.cassette, configuration)
    for (number, request) in requests.enumerated() {
      #expect(
        inOrder.replies(request.received) == ["answer \(number)"],
        "\(request.method) \(request.url) of \(file.text)")
    }
    // In another order, only requests that are equal in all that is compared and not hidden share
    // theirs.
    let comparison = RequestComparison(configuration.resolved)
    let sent = requests.map { ComparedRequest($0, comparison) }
    let recorded = file.cassette.interactions.map {
      ComparedRequest($0.request.withEqualPlaceholders, comparison)
    }
    let other = StubSet(file.cassette, configuration)
    for number in generator.shuffled(Array(requests.indices)) {
      let hides = comparison.findsPlaceholders(in: file.cassette.interactions[number].request)
      let equal = requests.indices.filter {
        hides ? recorded[$0] == recorded[number] : sent[$0] == sent[number]
      }
      let reply = try #require(other.replies(requests[number].received).first)
      #expect(
        reply == nil || equal.contains { "answer \($0)" == reply },
        "\(requests[number].method) \(requests[number].url) of \(file.text)")
    }
  }
}
