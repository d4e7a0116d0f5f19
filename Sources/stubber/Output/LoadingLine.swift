import StubFiles

/// The line that tells how far the loading of a file is: its name, how much of it and how fast.
///
/// Time is given from outside, as the time since the loading began.
struct LoadingLine {
  /// What is loaded before this is not worth a line.
  static let patience = Duration.milliseconds(300)
  /// The least time between two lines.
  static let interval = Duration.milliseconds(100)
  /// Longer names lose their beginning, so that the line fits on 80 columns.
  static let nameLength = 48

  private var file: String?
  private var begin = Duration.zero
  private var last: Duration?

  /// Whether a line has been shown.
  var isShown: Bool { last != nil }

  /// The line to show; `nil` when it is too early for one.
  mutating func text(for progress: LoadingProgress, at time: Duration) -> String? {
    if file != progress.file { (file, begin) = (progress.file, time) }
    guard time >= Self.patience, last.map({ time - $0 >= Self.interval }) ?? true else {
      return nil
    }
    last = time
    let share = progress.byteCount > 0 ? progress.bytesRead * 100 / progress.byteCount : 0
    return "Loading \(Self.shortened(progress.file))  \(share) %\(rate(of: progress, at: time))"
  }

  /// The speed since the file was begun, in millions of bytes per second.
  private func rate(of progress: LoadingProgress, at time: Duration) -> String {
    let milliseconds = (time - begin) / .milliseconds(1)
    guard milliseconds >= 1 else { return "" }
    return "  \(Int((Double(progress.bytesRead) / 1_000 / milliseconds).rounded())) MB/s"
  }

  private static func shortened(_ name: String) -> String {
    name.count <= nameLength ? name : "…\(name.suffix(nameLength - 1))"
  }
}
