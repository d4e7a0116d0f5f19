import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A difference that the recordings themselves have.
private struct KnownDifference {
  let folder: String
  let part: String
  let reason: String
}

private let knownDifferences = [
  KnownDifference(
    folder: "go-vcr-yaml", part: "request body",
    reason: "Go's JSON encoder ends a body with a line end and writes > as \\u003e")
]

/// A request as read, and what a stub set made of the same file answers to it.
private struct PlayedInteraction {
  let request: RecordedRequest
  let plan: ResponsePlan

  var body: Data? {
    switch plan.body {
    case .empty: Data()
    case .data(let data): data
    default: nil
    }
  }

  /// The interactions of a set's cassette with what its stubs answer, asked in the order of the recording.
  static func all(of rules: RuleSet) throws -> [PlayedInteraction] {
    #expect(rules.diagnostics.description == "")
    let set = StubSet()
    set.replaceAll(with: rules)
    return try #require(rules.cassettes.first).cassette.interactions.map { interaction in
      PlayedInteraction(
        request: interaction.request,
        plan: try #require(set.plan(for: interaction.request.received)))
    }
  }

  /// The parts in which two interactions differ.
  func differences(to other: PlayedInteraction) -> [String] {
    let parts: [(String, Bool)] = [
      ("method", request.method == other.request.method),
      ("URL", request.url == other.request.url),
      ("request body", request.body == other.request.body),
      ("status", plan.head?.status == other.plan.head?.status),
      ("header", fields == other.fields),
      ("body", body == other.body && body != nil),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  /// The fields in the order of their names.
  var fields: [String] {
    (plan.head?.headers.fields ?? []).map { "\($0.name.canonicalName): \($0.value)" }.sorted()
  }
}

@Suite("One exchange in four formats") struct FourFormatTests {
  private static let har = """
    {"log": {"creator": {"name": "Own"}, "entries": [
    {"request": {"method": "GET", "url": "https://shop.example/list?page=2", "headers":
      [{"name": "Accept", "value": "*/*"}]}, "response": {"status": 200, "headers":
      [{"name": "Content-Type", "value": "text/plain"}, {"name": "Set-Cookie", "value": "a=1"},
      {"name": "Set-Cookie", "value": "b=2"}], "content": {"text": "one\\ntwo\\n"}}},
    {"request": {"method": "POST", "url": "https://shop.example/cart", "headers": [],
      "postData": {"mimeType": "", "text": "id=7"}}, "response": {"status": 404, "headers":
      [{"name": "Content-Type", "value": "image/x-own"}],
      "content": {"encoding": "base64", "text": "AP8="}}}]}}
    """
  private static let ruby = """
    http_interactions:
    - request: { method: get, uri: 'https://shop.example/list?page=2', headers: { Accept: ['*/*'] },
        body: { encoding: UTF-8, string: '' } }
      response:
        status: { code: 200, message: }
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        body:
          encoding: UTF-8
          string: |
            one
            two
      recorded_at: Tue, 03 Mar 2020 10:20:30 GMT
    - request: { method: post, uri: 'https://shop.example/cart', headers: {},
        body: { encoding: UTF-8, string: id=7 } }
      response:
        status: { code: 404, message: }
        headers: { Content-Type: [image/x-own] }
        body: { encoding: ASCII-8BIT, string: !binary AP8= }
      recorded_at: Tue, 03 Mar 2020 10:20:31 GMT
    recorded_with: VCR 6.0.0
    """
  private static let python = """
    interactions:
    - request: { method: GET, uri: 'https://shop.example/list?page=2', headers: { Accept: ['*/*'] },
        body: null }
      response:
        body: { string: "one\\ntwo\\n" }
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        status: { code: 200, message: }
    - request: { method: POST, uri: 'https://shop.example/cart', headers: {}, body: id=7 }
      response:
        body: { string: !!binary AP8= }
        headers: { Content-Type: [image/x-own] }
        status: { code: 404, message: }
    version: 1
    """
  private static let go = """
    version: 1
    interactions:
    - request: { body: '', headers: { Accept: ['*/*'] }, url: 'https://shop.example/list?page=2',
        method: GET }
      response:
        body: "one\\ntwo\\n"
        headers: { Content-Type: [text/plain], Set-Cookie: [a=1, b=2] }
        status: 200 OK
        code: 200
    - request: { body: id=7, headers: {}, url: 'https://shop.example/cart', method: POST }
      response:
        body: !!binary AP8=
        headers: { Content-Type: [image/x-own] }
        status: 404 Not Found
        code: 404
    """

  @Test("The four give equal stub sets")
  func equal() throws {
    let reference = try PlayedInteraction.all(of: RuleSet(text: Self.har, as: "a.har"))
    #expect(reference.map { $0.plan.head?.status } == [200, 404])
    #expect(reference.map(\.body) == [Data("one\ntwo\n".utf8), Data([0, 0xFF])])
    #expect(reference[0].fields.filter { $0.hasPrefix("set-cookie") }.count == 2)
    for text in [Self.ruby, Self.python, Self.go] {
      let interactions = try PlayedInteraction.all(of: RuleSet(text: text, as: "a.yaml"))
      try #require(interactions.count == reference.count, "\(text)")
      for (left, right) in zip(reference, interactions) {
        #expect(left.differences(to: right) == [], "\(text)")
      }
    }
  }

  @Test("VCR, VCR.py and go-vcr give the same requests and responses")
  func same() throws {
    let ruby = try VCRReading.cassette(Self.ruby, as: "a.yml").interactions
    let python = try VCRReading.cassette(Self.python, as: "a.yaml").interactions
    let go = try VCRReading.cassette(Self.go, as: "a.yaml").interactions
    #expect(ruby.map(\.request) == python.map(\.request))
    #expect(ruby.map(\.response) == python.map(\.response))
    #expect(ruby.map(\.failure) == python.map(\.failure))
    #expect(ruby.map(\.request.url) == go.map(\.request.url))
    #expect(ruby.map(\.response?.headers) == go.map(\.response?.headers))
    #expect(ruby.map(\.response?.body) == go.map(\.response?.body))
    #expect(ruby.allSatisfy { $0.recordedAt != nil })
  }
}

@Suite("The same traffic in four formats", .outside("cassettes"))
struct AlignedFormatTests {
  private static let folders: KeyValuePairs = [
    "go-vcr-yaml": "yaml", "vcr-ruby-yaml": "yml", "vcrpy-yaml": "yaml",
  ]
  static let scenarios = RecordedFiles.paths(in: "aligned/har", ["har"]).map {
    URL(filePath: $0).deletingPathExtension().lastPathComponent
  }

  @Test("There are two dozen scenarios") func count() { #expect(Self.scenarios.count == 24) }

  @Test("Four recordings of a scenario give equal stub sets", arguments: scenarios)
  func equal(scenario: String) throws {
    let reference = try Self.played("har", "\(scenario).har")
    #expect(!reference.isEmpty)
    for (folder, ending) in Self.folders {
      let interactions = try Self.played(folder, "\(scenario).\(ending)")
      try #require(interactions.count == reference.count, "\(folder)")
      for (index, (left, right)) in zip(reference, interactions).enumerated() {
        let unexpected = left.differences(to: right).filter { part in
          let known = knownDifferences.contains { $0.folder == folder && $0.part == part }
          return !(known && Self.isSameJSON(left.request.body, right.request.body))
        }
        #expect(unexpected == [], "\(folder), interaction \(index)")
      }
    }
  }

  @Test("Every known difference occurs")
  func knownDifferencesOccur() throws {
    for known in knownDifferences {
      let ending = try #require(Self.folders.first { $0.key == known.folder }?.value)
      let occurs = try Self.scenarios.contains { scenario in
        let pairs = zip(
          try Self.played("har", "\(scenario).har"),
          try Self.played(known.folder, "\(scenario).\(ending)"))
        return pairs.contains { $0.differences(to: $1).contains(known.part) }
      }
      #expect(occurs, "\(known.reason)")
    }
  }

  private static func played(_ folder: String, _ file: String) throws -> [PlayedInteraction] {
    let path = OutsideFixtures.path("\(RecordedFiles.root)/aligned/\(folder)/\(file)")
    return try PlayedInteraction.all(
      of: RuleSet(reading: [path], context: RuleContext(formats: .all)))
  }

  private static func isSameJSON(_ left: Data?, _ right: Data?) -> Bool {
    guard let left, let right, let value = try? JSONValue(parsing: left) else { return false }
    return (try? JSONValue(parsing: right)) == value
  }
}
