/// How much of a file has been read.
package struct LoadingProgress: Sendable, Hashable {
  /// Told now and then, from the thread that reads.
  package typealias Observer = (LoadingProgress) -> Void

  package let file: String
  /// In bytes of the text, which for a compressed file is what they stand for.
  package let bytesRead: Int
  package let byteCount: Int

  package init(file: String, bytesRead: Int, byteCount: Int) {
    self.file = file
    self.bytesRead = bytesRead
    self.byteCount = byteCount
  }
}
