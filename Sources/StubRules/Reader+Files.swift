package import StubCore
package import StubDocuments
package import StubPlatform

extension Reader {
  /// Returns the bytes of a file whose path is in the value, relative to the rule file.
  package func fileContents(_ value: Value, in scope: RuleScope) -> Data? {
    guard let path = filePath(value, in: scope) else { return nil }
    note(file: path, of: value)
    return fileContents(value, at: path, atMost: scope.fileSizeLimit)
  }

  /// Reads the path of a body, relative to the rule file; a path without a file is reported.
  package func filePath(_ value: Value, in scope: RuleScope) -> String? {
    guard let name = string(value) else { return nil }
    if let path = scope.folder.path(of: name) {
      if FileKind(of: path) == .file {
        note(body: path, of: value)
        return path
      }
      // The file may be created later.
      note(file: path, of: value)
    }
    let folder = scope.folder.path.isEmpty ? "" : " \(DurableFile.folder(of: scope.file))"
    report(
      value, found: "no such file \(scope.path(name))",
      remedy: scope.sentSet != nil
        ? "paths count from the server's folder\(folder)" : "paths are relative to the rule file")
    return nil
  }

  /// Reads the path of a file inside a tool's folder; any other path is reported.
  package func filePath(_ value: Value, inside folder: FileFolder, named place: String) -> String? {
    guard let name = string(value) else { return nil }
    let path = folder.path(of: name)
    guard let path, FileKind(of: path) == .file else {
      if let path { note(file: path, of: value) }
      report(
        value, found: "no such file \(Quotation.of(name)) in \(place)",
        remedy: "paths are relative to \(place)")
      return nil
    }
    note(body: path, of: value)
    if folder.path(inside: name) != nil { return path }
    report(value, found: "the path leaves \(place)", remedy: "remove \"..\"")
    return nil
  }
}
