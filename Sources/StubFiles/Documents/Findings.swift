public import StubCore

/// The errors found while documents are read, separate from the values.
///
/// So reading changes neither a value nor its reader. Each thread has findings of its own, which
/// are put together in the order of the documents.
package final class Findings {
  package private(set) var list: DiagnosticList
  /// The place of the last finding.
  private(set) var lastPosition: SourcePosition?
  /// The message of a recording that is being read.
  var message = MessageReading()
  /// Other files that are part of what was read, as they were then; `nil` for one that is missing.
  private(set) var files: [String: FileStamp?] = [:]
  /// Files that are named as bodies, and are no rule files, wherever they are.
  private(set) var bodyFiles: Set<String> = []
  /// Where in the list the findings are that may recur, by their texts.
  private var places: [String: Int] = [:]

  package init(_ list: DiagnosticList = DiagnosticList()) { self.list = list }

  var count: Int { list.errorCount + list.warningCount }

  /// Adds a finding about a place, which is put into words only if it is kept.
  func add(
    _ severity: FileDiagnostic.Severity = .error, at position: SourcePosition,
    _ finding: () -> FileDiagnostic
  ) {
    lastPosition = position
    list.append(severity, finding())
  }

  func add(_ finding: FileDiagnostic) {
    lastPosition = finding.position
    list.append(finding)
  }

  func add(_ findings: DiagnosticList) { list.append(contentsOf: findings) }

  /// Notes a file that is going to be read, and of which a change counts as one of the document.
  func note(file path: String) {
    if files[path] == nil { files.updateValue(FileStamp(path: path), forKey: path) }
  }

  /// Notes a file that is a body.
  func note(body path: String) { bodyFiles.insert(path) }

  func add(files others: [String: FileStamp?], bodies: Set<String>) {
    files.merge(others) { first, _ in first }
    bodyFiles.formUnion(bodies)
  }

  /// Adds a warning that may recur in a file; the first one of a text counts the others.
  ///
  /// Only the texts of kept findings are remembered.
  func addOnce(
    _ found: String, at position: SourcePosition, _ finding: (String) -> FileDiagnostic
  ) {
    if let place = places[found] { return list.countAgain(at: place) }
    if !list.isFull { places[found] = list.keptCount }
    add(.warning, at: position) { finding(found) }
  }

  /// What was read, unless an error was found while it was.
  func clean<Result>(_ read: () -> Result?) -> Result? {
    let count = list.errorCount
    let result = read()
    return list.errorCount == count ? result : nil
  }
}

/// Everything found wrong in one go, up to a bound.
public struct DiagnosticList: DescribedError, Sendable, Hashable {
  /// Findings that are kept; later ones are only counted.
  package static let limit = 100

  private var kept: [FileDiagnostic] = []
  /// How many findings are kept.
  private var capacity = Self.limit
  /// The number of errors, those that are not kept too.
  package private(set) var errorCount = 0
  /// The number of warnings, those that are not kept too.
  package private(set) var warningCount = 0

  /// An empty list.
  package init() {}

  /// A list that only counts.
  static var ofCounts: DiagnosticList {
    var list = DiagnosticList()
    list.capacity = 0
    return list
  }

  /// The findings as a list, of which the first ``limit`` are kept.
  package init(_ diagnostics: some Sequence<FileDiagnostic>) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Whether nothing was found.
  package var isEmpty: Bool { errorCount + warningCount == 0 }
  /// Whether the file or files cannot be used.
  package var hasErrors: Bool { errorCount > 0 }
  /// How many findings were counted but not kept.
  package var omittedCount: Int { errorCount + warningCount - kept.count }

  /// Whether further findings will only be counted, so that their texts are not worth making.
  package var isFull: Bool { kept.count >= capacity }

  /// How many findings are kept: the place of the next one.
  var keptCount: Int { kept.count }

  /// Counts a finding that is the same as one before it.
  mutating func countAgain(at place: Int) {
    if kept.indices.contains(place) { kept[place].occurrences += 1 }
  }

  /// Counts a finding, and puts it into words and keeps it unless the list is full.
  package mutating func append(
    _ severity: FileDiagnostic.Severity, _ finding: @autoclosure () -> FileDiagnostic
  ) {
    switch severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    }
    if !isFull { kept.append(finding()) }
  }

  /// The findings by file and place.
  package var sorted: [FileDiagnostic] {
    // Equal places keep the order they were found in.
    kept.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.element)
  }

  /// Counts a finding, and keeps it unless the list is full.
  package mutating func append(_ diagnostic: FileDiagnostic) {
    append(diagnostic.severity, diagnostic)
  }

  /// Counts the findings of the other list, and keeps as many as there is room for.
  package mutating func append(contentsOf other: DiagnosticList) {
    guard !other.isEmpty else { return }
    kept.append(contentsOf: other.kept.prefix(max(0, capacity - kept.count)))
    errorCount += other.errorCount
    warningCount += other.warningCount
  }
}

extension DiagnosticList {
  public var description: String {
    var lines = sorted.map(\.description)
    if omittedCount > 0 { lines.append("and \(omittedCount) more") }
    return lines.joined(separator: "\n")
  }
}
