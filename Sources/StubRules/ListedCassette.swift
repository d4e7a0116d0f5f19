import StubCassettes
package import StubCore
package import StubPlatform

/// A cassette in a folder, with its size and last use.
package struct ListedCassette: Sendable {
  package let path: String
  package let interactions: Int
  /// The size of the file, together with the separate files of its large bodies, in bytes.
  package let bytes: Int
  package let recordedAt: Date?
  /// The date of the last use; `nil` if no test has used the cassette.
  package let lastUse: Date?

  /// Returns the recordings in files and folders, sorted by path; files that cannot be read are
  /// left out.
  package static func all(in paths: [String], uses: [String: Date]) -> [ListedCassette] {
    RuleFileFinder(paths).files.sorted().compactMap { path in
      guard let rules = try? RuleSet(contentsOf: [path]), !rules.cassettes.isEmpty else {
        return nil
      }
      let interactions = rules.cassettes.flatMap(\.cassette.interactions)
      let bodies = Set(interactions.flatMap(\.bodyFiles))
      return ListedCassette(
        path: path, interactions: interactions.count,
        bytes: (DurableFile.size(of: path) ?? 0) + bodies.reduce(0) { $0 + $1.byteCount },
        recordedAt: interactions.compactMap(\.recordedAt).max()
          ?? DurableFile.modificationDate(of: path),
        lastUse: uses[UsedCassettes.resolved(path)])
    }
  }

  /// Deletes the cassette and its large bodies.
  ///
  /// - Throws: `FileProblem` if it cannot be deleted.
  package func delete() throws(FileProblem) {
    guard unlink(path) == 0 else { throw .last }
    BodyFolder(of: path).removeAll(keepingBodiesOf: Cassette())
  }
}
