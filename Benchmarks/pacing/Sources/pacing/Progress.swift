import Foundation

/// Says on a terminal what has been done.
enum Progress {
  static func show(_ text: String) {
    guard isatty(2) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
  }
}
