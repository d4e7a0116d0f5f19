package import Foundation
package import Testing

/// Conformance suites and recordings of other projects, which are no part of this repository.
///
/// `OUTSIDE_FIXTURES` names their folder, which must then be there: tests that cannot read it fail.
/// Without the variable they are looked for beside the repository and may be missing: then the
/// suites that read them are skipped and say so. The repository has cases of its own for each rule.
package enum OutsideFixtures {
  /// The folder that `OUTSIDE_FIXTURES` names.
  private static let named = ProcessInfo.processInfo.environment["OUTSIDE_FIXTURES"]
    .flatMap { $0.isEmpty ? nil : URL(filePath: $0) }

  package static let root =
    named
    ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "../shared/fixtures").standardized

  /// Whether tests may be skipped that find no fixtures.
  package static var areRequired: Bool { named != nil }

  package static func url(_ path: String) -> URL { root.appending(path: path) }

  package static func path(_ path: String) -> String { url(path).path }

  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: self.path(path))
  }

  /// The files of a folder, by name.
  package static func files(in path: String) throws -> [(name: String, bytes: [UInt8])] {
    try FileManager.default.contentsOfDirectory(atPath: self.path(path)).sorted().map {
      ($0, Array(try Data(contentsOf: url(path).appending(path: $0))))
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips what reads a folder of ``OutsideFixtures`` where that is missing, unless it must be there.
  package static func outside(_ path: String) -> Self {
    .enabled(
      if: OutsideFixtures.areRequired || OutsideFixtures.has(path),
      "no outside fixtures at \(OutsideFixtures.path(path))")
  }
}
