import StubCore

extension SourceText {
  /// Reads a file whole; one that zlib or gzip has compressed, as `.zhar` files are, is inflated.
  ///
  /// - Throws: `FileDiagnostic` when it cannot be read or is not UTF-8.
  package convenience init(path: String) throws(FileDiagnostic) {
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try DurableFile.read(path)
    } catch {
      throw FileDiagnostic(
        file: path, found: "a file that cannot be read", expected: "a readable file",
        remedy: "try checking that it exists and its permissions")
    }
    try self.init(name: path, bytes: try CompressedFile.text(of: bytes, named: path))
  }
}
