#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder, and where the names lead that documents and requests give to files in it.
///
/// Every such name is resolved here. The author of a rule file may name any file. A name in which
/// a request has a part, and the names in other tools' files, stay inside the folder.
package struct FileFolder: Sendable, Hashable {
  /// As it was given; empty for the working directory.
  package let path: String

  package init(_ path: String) { self.path = path }

  /// The folder that a file is in.
  package init(of file: String) {
    path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
  }

  /// The path of a file that an author names: in the folder, relative to it, or absolute.
  ///
  /// - Returns: `nil` for an empty name and one with NUL, which no file has.
  package func path(of name: String) -> String? {
    if name.isEmpty || name.utf8.contains(0) { return nil }
    if path.isEmpty || name.hasPrefix("/") { return name }
    return path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// The path, without links, of a file inside the folder or inside the one that `chosen` names.
  ///
  /// `chosen` is the beginning of the name, as its author wrote it; what counts are the folders
  /// up to its last slash. Open the returned path, so that what is opened is what was checked.
  ///
  /// - Returns: `nil` if there is no such file, or if it is elsewhere.
  package func path(inside name: String, chosen: Substring = "") -> String? {
    guard let file = path(of: name).flatMap(Self.resolved) else { return nil }
    var folders = [path.isEmpty ? "." : path]
    // A lone slash before a tag chooses no folder.
    if let slash = chosen.lastIndex(of: "/"), slash > chosen.startIndex {
      folders += path(of: String(chosen[..<slash])).map { [$0] } ?? []
    }
    return folders.compactMap(Self.resolved).contains { folder in
      file.hasPrefix(folder.hasSuffix("/") ? folder : "\(folder)/")
    } ? file : nil
  }

  /// The path as clients may see it: only the last name of an absolute one.
  static func shown(_ path: String) -> String {
    path.hasPrefix("/") ? path.split(separator: "/").last.map(String.init) ?? "/" : path
  }

  /// The absolute path without links; `nil` when nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
