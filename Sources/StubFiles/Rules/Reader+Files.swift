import StubCore
import StubPlatform

extension Reader {
  /// Notes a file that a value needs, whose later changes count as changes of the document.
  func note(file path: String, of value: Value) {
    findings.note(file: path, value.position.source.reading.stamp(path))
  }

  /// Notes a file that a value uses as a body.
  func note(body path: String, of value: Value) {
    findings.note(body: path, value.position.source.reading.stamp(path))
  }

  /// Returns the bytes of a file whose path is in the value, relative to the rule file.
  func fileContents(_ value: Value, in scope: RuleScope) -> Data? {
    guard let path = filePath(value, in: scope) else { return nil }
    note(file: path, of: value)
    return fileContents(value, at: path, atMost: scope.fileSizeLimit)
  }

  /// Returns the bytes of the file at `path`; reports a file that cannot be read or exceeds the
  /// limit.
  func fileContents(_ value: Value, at path: String, atMost limit: Int) -> Data? {
    do throws(FileProblem) {
      return Data(try value.position.source.reading.bytes(path, limit).get())
    } catch  where error.code == FileProblem.tooLong {
      report(
        value, found: "cannot use \(path): \(FileSize.excess(of: path, over: limit))",
        remedy: .advice(FileSize.remedy))
    } catch {
      report(value, found: "cannot read the file \(path): \(error)", remedy: .advice(error.remedy))
    }
    return nil
  }

  /// Reads the path of a body, relative to the rule file; a path without a file is reported.
  func filePath(_ value: Value, in scope: RuleScope) -> String? {
    guard let name = string(value) else { return nil }
    if let path = scope.folder.path(of: name) {
      if RuleFileFinder.Kind(of: path) == .file {
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
  func filePath(_ value: Value, inside folder: FileFolder, named place: String) -> String? {
    guard let name = string(value) else { return nil }
    let path = folder.path(of: name)
    guard let path, RuleFileFinder.Kind(of: path) == .file else {
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
