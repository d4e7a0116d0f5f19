import StubPlatform

/// A folder from which file names in documents and requests start.
///
/// A rule file may name any file. Names that contain parts of a request, and names in the stub
/// files of other tools, must stay inside the folder.
package struct FileFolder: Sendable, Hashable {
  /// The path as given; empty for the working directory.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Creates the folder of a file.
  package init(of file: String) {
    path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// Returns the path of a file that a rule file names; the name is absolute or relative to the
  /// folder.
  ///
  /// - Returns: `nil` for an empty name or a name with NUL, which no file can have.
  package func path(of name: String) -> String? {
    if name.isEmpty || name.utf8.contains(0) { return nil }
    if path.isEmpty || name.hasPrefix("/") { return name }
    return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// Returns the path, without symbolic links, of a file that is inside this folder or the folder
  /// in `chosen`.
  ///
  /// `chosen` is the start of the name as the stub has it; the folder is its part up to the last
  /// slash. Open the returned path, because only this path was checked.
  ///
  /// - Returns: `nil` if there is no such file, or if it is outside both folders.
  package func path(inside name: String, chosen: Substring = "") -> String? {
    guard let file = path(of: name).flatMap(Self.resolved) else { return nil }
    var folders = [path.isEmpty ? "." : path]
    // A slash at the very start does not choose a folder.
    if let slash = chosen.lastIndex(of: "/"), slash > chosen.startIndex {
      folders += path(of: String(chosen[..<slash])).map { [$0] } ?? []
    }
    return folders.compactMap(Self.resolved).contains { folder in
      file.hasPrefix(folder.hasSuffix("/") ? folder : "\(folder)/")
    } ? file : nil
  }

  /// Returns a path in the form that clients may see; of an absolute path, they see only the last
  /// name.
  static func shown(_ path: String) -> String {
    path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) ?? "/" : path
  }

  /// Returns the absolute path without symbolic links; `nil` if there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
