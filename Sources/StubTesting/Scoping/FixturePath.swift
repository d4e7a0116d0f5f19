import Foundation
import HTTPStubber

/// The path of a file or folder with stubs that a test names.
struct FixturePath: Sendable {
  let path: String

  /// Searches for the file in `Fixtures` beside the source file, then beside the source file.
  ///
  /// - Throws: `MissingFixture` if it is in neither folder.
  init(_ name: String, nextTo file: String) throws(MissingFixture) {
    let source = URL(filePath: file).deletingLastPathComponent()
    let folders = [source.appending(path: "Fixtures"), source]
    let candidates = folders.map { name.absolutePath(in: $0) }
    guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw MissingFixture(name: name, searched: candidates)
    }
    path = found
  }
}

/// The error for a missing stub file.
struct MissingFixture: Error, CustomStringConvertible {
  let name: String
  let searched: [String]

  var description: String {
    "no stub file \"\(name)\"; searched:\n" + searched.map { "  \($0)\n" }.joined()
      + "check the name"
  }
}

extension String {
  /// Returns the absolute path; a relative path is resolved in `folder`.
  func absolutePath(in folder: URL) -> String {
    let url = hasPrefix("/") ? URL(filePath: self) : folder.appending(path: self)
    return url.standardizedFileURL.path
  }
}
