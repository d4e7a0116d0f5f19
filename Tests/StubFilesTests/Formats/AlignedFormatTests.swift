import Foundation
import StubCore
import Testing

@testable import StubFiles

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
private struct PlayedTrack {
  let request: RecordedRequest
  let plan: ResponsePlan

  var body: Data? {
    switch plan.body {
    case .empty: Data()
    case .data(let data): data
    default: nil
    }
  }

  /// The fields in the order of their names.
  var fields: [String] {
    (plan.head?.headers.fields ?? []).map { "\($0.name.canonicalName): \($0.value)" }.sorted()
  }
}

@Suite(
  "The same traffic in four formats",
  .enabled(if: RecordedFiles.areThere, "the recordings are not beside the package"))
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
      let tracks = try Self.played(folder, "\(scenario).\(ending)")
      try #require(tracks.count == reference.count, "\(folder)")
      for (index, (left, right)) in zip(reference, tracks).enumerated() {
        let unexpected = Self.differences(left, right).filter { part in
          let known = knownDifferences.contains { $0.folder == folder && $0.part == part }
          return !(known && Self.isSameJSON(left.request.body, right.request.body))
        }
        #expect(unexpected == [], "\(folder), track \(index)")
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
        return pairs.contains { Self.differences($0, $1).contains(known.part) }
      }
      #expect(occurs, "\(known.reason)")
    }
  }

  /// The tracks of a file with what its stubs answer, asked in the order of the recording.
  private static func played(_ folder: String, _ file: String) throws -> [PlayedTrack] {
    let path = Fixtures.folder("\(RecordedFiles.root)/aligned/\(folder)/\(file)").path
    let rules = RuleSet(reading: [path])
    #expect(rules.diagnostics.description == "")
    let set = StubSet()
    set.replaceAll(with: rules)
    return try #require(rules.cassettes.first).cassette.tracks.map { track in
      PlayedTrack(
        request: track.request, plan: try #require(set.plan(for: track.request.received)))
    }
  }

  /// The parts in which two tracks differ.
  private static func differences(_ left: PlayedTrack, _ right: PlayedTrack) -> [String] {
    let parts: [(String, Bool)] = [
      ("method", left.request.method == right.request.method),
      ("URL", left.request.url == right.request.url),
      ("request body", left.request.body == right.request.body),
      ("status", left.plan.head?.status == right.plan.head?.status),
      ("header", left.fields == right.fields),
      ("body", left.body == right.body && left.body != nil),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  private static func isSameJSON(_ left: Data?, _ right: Data?) -> Bool {
    guard let left, let right, let value = try? JSONValue(parsing: left) else { return false }
    return (try? JSONValue(parsing: right)) == value
  }
}
