import StubCore

/// How much of some files has been read.
package struct LoadingProgress: Sendable, Hashable {
  /// Told now and then, from the thread that reads.
  package typealias Observer = (LoadingProgress) -> Void

  package let file: String
  /// In bytes of the text; for a compressed file, of the decompressed text.
  package let bytesRead: Int
  package let byteCount: Int
  /// How many files were read before this one.
  package private(set) var filesRead = 0
  package private(set) var fileCount = 1

  /// A file that is to be read now, of so many and behind so many.
  init(file: String, of count: Int, behind number: Int) {
    self.init(file: file, bytesRead: 0, byteCount: DurableFile.size(of: file) ?? 0)
    (fileCount, filesRead) = (count, number)
  }

  /// The progress in a file that is read at that place among others.
  func within(_ place: LoadingProgress) -> LoadingProgress {
    var progress = self
    (progress.fileCount, progress.filesRead) = (place.fileCount, place.filesRead)
    return progress
  }

  /// A file that was read up to a place.
  init(upTo position: SourcePosition) {
    let count = position.source.bytes.count
    self.init(file: position.file, bytesRead: position.offset, byteCount: count)
  }

  package init(file: String, bytesRead: Int, byteCount: Int) {
    self.file = file
    self.bytesRead = bytesRead
    self.byteCount = byteCount
  }
}
