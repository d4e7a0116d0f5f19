package import StubCore

/// How the bytes of a stub file are found: where its path leads, unless something else takes their place.
package struct FileReading: Sendable {
  /// Returns the bytes of the file at a path, and of a longer one than the limit none.
  package let bytes: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>

  package init(
    _ bytes: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>
  ) {
    self.bytes = bytes
  }

  /// The files as they are.
  package static let files = FileReading { path, limit in
    Result { () throws(FileProblem) in try DurableFile.read(path, atMost: limit) }
  }
}
