import Foundation

/// Where the cassette of a name is looked for, and where it is.
struct CassettePath: Sendable {
  /// The file there is; where there is none, the one that is to be recorded.
  let path: String
  /// Whether there is a file.
  let exists: Bool
  /// The paths that were looked at, in order.
  let searched: [String]

  /// The endings that a name can leave out, in the order they are tried.
  static let extensions = ["yaml", "yml", "json", "har", "plist"]

  /// - Parameters:
  ///   - name: The name, with or without one of the endings; it may have folders.
  ///   - folder: Where to look; `nil` for `Fixtures` beside the source file, and beside it.
  ///   - file: The source file that relative paths start from.
  init(_ name: String, in folder: String?, nextTo file: String) {
    let source = URL(filePath: file).deletingLastPathComponent()
    var folders = [source.appending(path: "Fixtures"), source]
    if let folder { folders = [URL(filePath: folder.absolutePath(in: source))] }
    let ending = URL(filePath: name).pathExtension
    let isWhole = Self.extensions.contains(ending.lowercased())
    let names = isWhole ? [name] : Self.extensions.map { "\(name).\($0)" }
    let candidates = folders.flatMap { folder in names.map { $0.absolutePath(in: folder) } }
    // An absolute name is the same in every folder.
    var seen: Set<String> = []
    searched = candidates.filter { seen.insert($0).inserted }
    let found = searched.first { FileManager.default.fileExists(atPath: $0) }
    path = found ?? searched[0]
    exists = found != nil
  }
}

/// A cassette that is not there, where nothing may be recorded.
public struct MissingCassette: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was expected, where it was looked for and what to try.
  public let description: String

  init(_ name: String, searched: [String]) {
    description =
      "expected a cassette named \"\(name)\", found no file at any of:\n"
      + searched.map { "  \($0)\n" }.joined()
      + "record it with the mode `once`, or check the name and the folder"
  }
}
