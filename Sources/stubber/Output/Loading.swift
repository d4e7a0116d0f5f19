import Dispatch
import StubCore
import StubFiles

extension Console {
  /// Reads stub files, and prints their errors and warnings.
  ///
  /// - Returns: the contents of the files; `nil` if one of them has an error.
  func read(
    _ paths: [String], cassettes: CassetteConfiguration = CassetteConfiguration(),
    context: RuleContext = RuleContext(formats: .all)
  ) -> RuleSet? {
    let rules = loading {
      RuleSet(reading: paths, cassettes: cassettes, context: context, progress: $0)
    }
    for finding in rules.diagnostics.sorted { emit(FindingEvent(finding: finding)) }
    return rules.diagnostics.hasErrors ? nil : rules
  }

  /// Runs `load`, which reads files, and shows the progress on a terminal if reading takes long.
  func loading<Loaded>(
    showsProgress: Bool = true, _ load: (LoadingProgress.Observer?) -> Loaded
  ) -> Loaded {
    guard let overwrite, showsProgress, !isJSON else { return load(nil) }
    let display = LoadingDisplay(overwrite)
    let loaded = load { display.show($0) }
    display.end()
    return loaded
  }
}

extension RuleSet {
  /// The numbers of stubs and files as text, such as `2 stubs from 1 file`.
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

/// Shows the progress of loading on the last line of a terminal, and updates this line regularly.
private final class LoadingDisplay: Sendable {
  private let overwrite: @Sendable (String) -> Void
  private let start = ContinuousClock.now
  private let line = Lock(LoadingLine())
  private let queue = DispatchQueue(label: "loading")
  private let isOver = AtomicBool(false)

  init(_ overwrite: @escaping @Sendable (String) -> Void) {
    self.overwrite = overwrite
    scheduleUpdate()
  }

  /// Schedules the next update of the line on the queue.
  private func scheduleUpdate() {
    queue.asyncAfter(deadline: .now() + .milliseconds(300)) { [weak self] in
      guard let self, !isOver.load() else { return }
      show(nil)
      scheduleUpdate()
    }
  }

  /// Updates the line if enough time has passed; with `nil`, the last reported progress is shown.
  func show(_ progress: LoadingProgress?) {
    let time = ContinuousClock.now - start
    let text = line.withLock { line in
      (progress ?? line.last).flatMap { line.text(for: $0, at: time) }
    }
    if let text { overwrite(text) }
  }

  func end() {
    isOver.store(true)
    // An update that is being shown must end first.
    queue.sync {}
    if line.withLock(\.isShown) { overwrite("") }
  }
}

/// The text that shows the progress of loading: the name of the file, how much was read, and how
/// fast.
///
/// All times count from the start of loading.
struct LoadingLine {
  /// The time from the start of loading until progress is first shown.
  static let patience = Duration.milliseconds(300)
  /// The shortest time between two updates of the line.
  static let interval = Duration.milliseconds(100)
  /// The largest length of a name in characters.
  ///
  /// A longer name is cut at its start, so that the line has at most 80 columns.
  static let nameLength = 48

  /// The last reported progress, whether or not it was shown.
  private(set) var last: LoadingProgress?
  private var begin = Duration.zero
  private var shown: Duration?

  /// Whether a line has been shown.
  var isShown: Bool { shown != nil }

  /// Returns the text for the progress; `nil` if it is too early to show it.
  mutating func text(for progress: LoadingProgress, at time: Duration) -> String? {
    if last?.file != progress.file { begin = time }
    last = progress
    guard time >= Self.patience, shown.map({ time - $0 >= Self.interval }) ?? true else {
      return nil
    }
    shown = time
    let isOne = progress.fileCount == 1
    let place = isOne ? "" : "\(progress.filesRead + 1) of \(progress.fileCount) files  "
    return "Loading \(place)\(Self.shortened(progress.file, isOne ? Self.nameLength : 28))"
      + "  \(amount(of: progress, at: time))"
  }

  /// Returns how much of the file was read; if this is unknown, the size of the file and the
  /// elapsed time.
  private func amount(of progress: LoadingProgress, at time: Duration) -> String {
    guard progress.bytesRead > 0 || progress.byteCount == 0 else {
      let size = Double(progress.byteCount) / 1_000_000
      return "\(size < 10 ? "\((size * 10).rounded() / 10)" : "\(Int(size))") MB"
        + "  \(Int((time - begin) / .seconds(1))) s"
    }
    let share = progress.byteCount > 0 ? progress.bytesRead * 100 / progress.byteCount : 0
    return "\(share) %\(rate(of: progress, at: time))"
  }

  /// Returns the speed of reading since the start of the file as text, in megabytes per second.
  private func rate(of progress: LoadingProgress, at time: Duration) -> String {
    let milliseconds = (time - begin) / .milliseconds(1)
    guard milliseconds >= 1 else { return "" }
    return "  \(Int((Double(progress.bytesRead) / 1_000 / milliseconds).rounded())) MB/s"
  }

  private static func shortened(_ name: String, _ length: Int) -> String {
    name.count <= length ? name : "…\(name.suffix(length - 1))"
  }
}
