import StubCore
import StubFiles

extension Console {
  /// From this many files on, reading them takes long enough to be announced.
  private static let manyFiles = 500

  /// Reads stub files, and emits their errors and warnings.
  ///
  /// - Returns: what they contain; `nil` if one of them has an error.
  func read(
    _ paths: [String], cassettes: CassetteConfiguration = CassetteConfiguration(),
    context: RuleContext = RuleContext()
  ) -> RuleSet? {
    let rules = loading(paths) {
      RuleSet(reading: paths, cassettes: cassettes, context: context, progress: $0)
    }
    for finding in rules.diagnostics.sorted { emit(FindingEvent(finding: finding)) }
    return rules.diagnostics.hasErrors ? nil : rules
  }

  /// Reads files, and shows the progress on a terminal if it takes a while.
  func loading<Loaded>(
    _ paths: [String], showsProgress: Bool = true, _ load: (LoadingProgress.Observer?) -> Loaded
  ) -> Loaded {
    if isTerminal {
      let count = RuleFileFinder(paths).files.count
      if count >= Self.manyFiles { printError("Reading \(count) files…") }
    }
    guard let overwrite, showsProgress, !isJSON else { return load(nil) }
    let start = ContinuousClock.now
    var line = LoadingLine()
    let loaded = load { progress in
      if let text = line.text(for: progress, at: ContinuousClock.now - start) { overwrite(text) }
    }
    if line.isShown { overwrite("") }
    return loaded
  }
}

extension RuleSet {
  /// `2 stubs from 1 file`.
  var scope: String { "\(Count(allStubs.count, "stub")) from \(Count(files.count, "file"))" }
}

/// An error or a warning in a file.
struct FindingEvent: Event {
  let finding: FileDiagnostic
  var isProblem = true

  func text(_ console: Console) -> String? {
    var text = finding.description
    let word = "\(finding.severity.rawValue):"
    if console.usesColor, let place = text.firstRange(of: word) {
      text.replaceSubrange(
        place, with: console.colored(word, finding.severity == .error ? .red : .yellow))
    }
    return text
  }

  var jsonLines: [String] { [finding.jsonLine] }
}

/// The line that shows the progress of loading: the file's name, how much was read, and how fast.
///
/// Times are given by the caller, counted from the beginning of the loading.
struct LoadingLine {
  /// The time after which progress is shown.
  static let patience = Duration.milliseconds(300)
  /// The shortest time between two lines.
  static let interval = Duration.milliseconds(100)
  /// Longer names are cut at the start, so that the line fits in 80 columns.
  static let nameLength = 48

  private var file: String?
  private var begin = Duration.zero
  private var last: Duration?

  /// Whether a line has been shown.
  var isShown: Bool { last != nil }

  /// The line to show; `nil` if it is too early.
  mutating func text(for progress: LoadingProgress, at time: Duration) -> String? {
    if file != progress.file { (file, begin) = (progress.file, time) }
    guard time >= Self.patience, last.map({ time - $0 >= Self.interval }) ?? true else {
      return nil
    }
    last = time
    let share = progress.byteCount > 0 ? progress.bytesRead * 100 / progress.byteCount : 0
    return "Loading \(Self.shortened(progress.file))  \(share) %\(rate(of: progress, at: time))"
  }

  /// The speed since the start of the file, in millions of bytes per second.
  private func rate(of progress: LoadingProgress, at time: Duration) -> String {
    let milliseconds = (time - begin) / .milliseconds(1)
    guard milliseconds >= 1 else { return "" }
    return "  \(Int((Double(progress.bytesRead) / 1_000 / milliseconds).rounded())) MB/s"
  }

  private static func shortened(_ name: String) -> String {
    name.count <= nameLength ? name : "…\(name.suffix(nameLength - 1))"
  }
}
