import StubCore
import StubDocuments

/// The folder `__files` that belongs to a mapping file.
struct WireMockFolder: Sendable {
  let path: String

  /// Sets the path: beside the nearest folder named `mappings` that contains the file, or else
  /// beside the file.
  init(of file: String) {
    var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let place = folders.lastIndex(of: "mappings") { folders = folders[..<place] }
    path = (folders + ["__files"]).joined(separator: "/")
  }

  /// Returns the path of a body file, with links resolved; `nil` if no such file is inside the
  /// folder.
  func path(inside name: String) -> String? {
    FileFolder(path).path(inside: Self.steps(of: name).joined(separator: "/"))
  }

  /// Returns the path of a body file; reports a file that is missing or outside the folder.
  func path(_ name: String?, _ value: Value, _ reader: Reader) -> String? {
    guard let name else { return nil }
    let steps = Self.steps(of: name)
    let inner = steps.joined(separator: "/")
    guard !steps.contains(".."), let path = FileFolder(self.path).path(of: inner) else {
      return reader.mismatch(
        value, expected: "a path inside \(self.path)", remedy: "use a name without \"..\"")
    }
    guard FileKind(of: path) == .file else {
      // The file may be created later.
      reader.note(file: path, of: value)
      return reader.mismatch(
        value, expected: "a file at \(path)", remedy: "use a path relative to \(self.path)")
    }
    reader.note(body: path, of: value)
    if self.path(inside: name) != nil { return path }
    return reader.mismatch(
      value, expected: "a path inside \(self.path)", remedy: "use a file instead of the link")
  }

  /// Returns the components of a path; empty components, as before a leading slash, are ignored.
  private static func steps(of name: String) -> [Substring] {
    name.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }
}
