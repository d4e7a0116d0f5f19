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

  /// The path of a body file; `nil` when the name would lead out of the folder.
  func path(of name: String) -> String? {
    let steps = name.split(separator: "/")
    guard !name.isEmpty, !steps.contains("..") else { return nil }
    return "\(path)/\(steps.joined(separator: "/"))"
  }

  /// The path of a body file; reported when no file is there.
  func path(_ name: String?, _ value: inout ValueReader) -> String? {
    guard let name else { return nil }
    guard let path = path(of: name) else {
      return value.mismatch(
        expected: "a path inside \(path)", remedy: "try a name without \"..\"")
    }
    if RuleFileFinder.Kind(of: path) == .file { return path }
    return value.mismatch(
      expected: "a file at \(path)", remedy: "try a path relative to \(self.path)")
  }
}
