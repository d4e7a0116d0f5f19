import Foundation
import HTTPStubber

/// The file or folder that a test names.
struct FixturePath: Sendable {
  let path: String

  /// - Throws: `MissingFixture` if it is neither in `Fixtures` beside the source file nor beside it.
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

/// A stub file that does not exist.
struct MissingFixture: Error, CustomStringConvertible {
  let name: String
  let searched: [String]

  var description: String {
    "no stub file \"\(name)\"; searched:\n" + searched.map { "  \($0)\n" }.joined()
      + "check the name"
  }
}

extension String {
  /// The absolute path; a relative one starts from the folder.
  func absolutePath(in folder: URL) -> String {
    let url = hasPrefix("/") ? URL(filePath: self) : folder.appending(path: self)
    return url.standardizedFileURL.path
  }
}
