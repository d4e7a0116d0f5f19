import StubPlatform

extension DurableFile {
  /// Creates or replaces a file that all users may read, with any missing folders.
  ///
  /// If the file cannot be written, the created folders are removed.
  package static func place(_ path: String, with bytes: [UInt8]) throws(FileProblem) {
    let made = try makeFolders(to: folder(of: path))
    do throws(FileProblem) {
      try replace(path, with: bytes, mode: 0o644)
    } catch {
      remove(made)
      throw error
    }
  }

  /// An entry of a folder.
  package struct Entry: Sendable {
    package let name: String
    /// Whether the entry is known to be a file, and not a link to one.
    package let isFile: Bool
  }

  /// Returns the entries of a folder, in no particular order.
  package static func entries(of folder: String) throws(FileProblem) -> [Entry] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name == "." || name == ".." { continue }
      entries.append(Entry(name: name, isFile: Int(entry.pointee.d_type) == Int(DT_REG)))
    }
    return entries
  }

  /// Creates a folder and its missing parents, either all or none.
  ///
  /// - Returns: the folders that were created, outermost first.
  private static func makeFolders(to folder: String) throws(FileProblem) -> [String] {
    var missing: [String] = []
    var path = folder
    while Self.mode(of: path) == nil {
      missing.append(path)
      let outer = Self.folder(of: path)
      guard outer != path else { break }
      path = outer
    }
    var made: [String] = []
    for path in missing.reversed() {
      if mkdir(path, 0o777) == 0 {
        made.append(path)
      } else if errno != EEXIST {
        let problem = FileProblem.last
        remove(made)
        throw problem
      }
    }
    return made
  }

  /// Removes the folders that are empty, innermost first.
  private static func remove(_ folders: [String]) {
    for folder in folders.reversed() { rmdir(folder) }
  }
}
