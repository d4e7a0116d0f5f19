import StubCore

/// The folder `__files` that belongs to a mapping file.
struct WireMockFolder: Sendable {
  let path: String

  /// The one beside the nearest folder named `mappings` above the file, or else beside the file.
  init(of file: String) {
    var folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let place = folders.lastIndex(of: "mappings") { folders = folders[..<place] }
    path = (folders + ["__files"]).joined(separator: "/")
  }

  /// The path, without links, of a body file inside the folder; `nil` when there is none.
  func path(inside name: String) -> String? {
    FileFolder(path).path(inside: Self.steps(of: name).joined(separator: "/"))
  }

  /// The path of a body file; reported when no file is there.
  func path(_ name: String?, _ value: inout ValueReader) -> String? {
    guard let name else { return nil }
    let steps = Self.steps(of: name)
    let inner = steps.joined(separator: "/")
    guard !steps.contains(".."), let path = FileFolder(self.path).path(of: inner) else {
      return value.mismatch(
        expected: "a path inside \(self.path)", remedy: "try a name without \"..\"")
    }
    guard RuleFileFinder.Kind(of: path) == .file else {
      return value.mismatch(
        expected: "a file at \(path)", remedy: "try a path relative to \(self.path)")
    }
    if self.path(inside: name) != nil { return path }
    return value.mismatch(
      expected: "a path inside \(self.path)", remedy: "try a file in place of the link")
  }

  /// The names of folders and file; a slash before the first one means nothing.
  private static func steps(of name: String) -> [Substring] { name.split(separator: "/") }
}
