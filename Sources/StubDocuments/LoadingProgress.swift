import StubCore

/// The progress of reading files.
package struct LoadingProgress: Sendable, Hashable {
  /// A function that is called from time to time, on the thread that reads.
  package typealias Observer = (LoadingProgress) -> Void

  package let file: String
  /// The number of bytes of the text that were read; for a compressed file, those of the
  /// decompressed text.
  package let bytesRead: Int
  package let byteCount: Int
  /// The number of files that were read before this one.
  package private(set) var filesRead = 0
  package private(set) var fileCount = 1

  /// Creates the progress before a file is read, which is one of `count` files.
  ///
  /// `number` is the number of files that were read before it.
  package init(file: String, of count: Int, behind number: Int) {
    self.init(file: file, bytesRead: 0, byteCount: DurableFile.size(of: file) ?? 0)
    (fileCount, filesRead) = (count, number)
  }

  /// Returns the progress in this file, with the numbers of files from `place`.
  package func within(_ place: LoadingProgress) -> LoadingProgress {
    var progress = self
    (progress.fileCount, progress.filesRead) = (place.fileCount, place.filesRead)
    return progress
  }

  /// Creates the progress of a file that was read up to a position.
  package init(upTo position: SourcePosition) {
    let count = position.source.bytes.count
    self.init(file: position.file, bytesRead: position.offset, byteCount: count)
  }

  package init(file: String, bytesRead: Int, byteCount: Int) {
    self.file = file
    self.bytesRead = bytesRead
    self.byteCount = byteCount
  }
}
