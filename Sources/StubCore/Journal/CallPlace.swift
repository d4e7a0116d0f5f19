/// The place of a call in the source code, for failures that are reported there.
public struct CallPlace: Sendable, Hashable {
  /// Module and file name, as in `ShopTests/BookTests.swift`.
  public let fileID: String
  /// The path of the file when it was compiled.
  public let filePath: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1.
  public let column: Int

  init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
