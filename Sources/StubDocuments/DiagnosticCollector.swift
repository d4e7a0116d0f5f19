public import StubCore

/// The errors that are found while documents are read, separate from their values.
///
/// So reading changes neither a value nor its reader. Each thread has findings of its own, which
/// are joined in the order of the documents.
package final class DiagnosticCollector {
  package private(set) var list: DiagnosticList
  /// The position of the last finding.
  package private(set) var lastPosition: SourcePosition?
  /// The other files that belong to the document, with their states when they were read; `nil` for
  /// a missing file.
  package private(set) var files: [String: FileStamp?] = [:]
  /// The files used as bodies, which are therefore not rule files, with their states when the
  /// document was read.
  package private(set) var bodyFiles: [String: FileStamp?] = [:]
  /// The indices of findings that may recur, by their texts.
  private var places: [String: Int] = [:]

  package init(_ list: DiagnosticList = DiagnosticList()) { self.list = list }

  package var count: Int { list.errorCount + list.warningCount }

  /// Adds a finding at a position; its text is created only if the finding is kept.
  package func add(
    _ severity: FileDiagnostic.Severity = .error, at position: SourcePosition,
    _ finding: () -> FileDiagnostic
  ) {
    lastPosition = position
    list.append(severity, finding())
  }

  package func add(_ finding: FileDiagnostic) {
    lastPosition = finding.position
    list.append(finding)
  }

  package func add(_ findings: DiagnosticList) { list.append(contentsOf: findings) }

  /// Notes a file that will be read, whose later changes count as changes of the document.
  package func note(file path: String, _ stamp: FileStamp?) {
    if files[path] == nil { files.updateValue(stamp, forKey: path) }
  }

  /// Notes a file that is used as a body.
  package func note(body path: String, _ stamp: FileStamp?) {
    if bodyFiles[path] == nil { bodyFiles.updateValue(stamp, forKey: path) }
  }

  package func add(files others: [String: FileStamp?], bodies: [String: FileStamp?]) {
    files.merge(others) { first, _ in first }
    bodyFiles.merge(bodies) { first, _ in first }
  }

  /// Adds a warning that may recur in a file.
  ///
  /// Warnings with the same text become one finding, which says how many there are. Only the texts
  /// of kept findings are remembered.
  package func addOnce(
    _ found: String, at position: SourcePosition, _ finding: (String) -> FileDiagnostic
  ) {
    if let place = places[found] { return list.countAgain(at: place) }
    if !list.isFull { places[found] = list.keptCount }
    add(.warning, at: position) { finding(found) }
  }

  /// Returns the result of `read`; `nil` if it has reported an error.
  package func clean<Result>(_ read: () -> Result?) -> Result? {
    let count = list.errorCount
    let result = read()
    return list.errorCount == count ? result : nil
  }
}

/// A list that keeps the first findings, and counts later ones.
public struct DiagnosticList: DescribedError, Sendable, Hashable {
  /// The number of findings that are kept; later ones are only counted.
  package static let limit = 100

  private var kept: [FileDiagnostic] = []
  /// The number of findings that this list may keep.
  private var capacity = Self.limit
  /// The number of all errors, kept or only counted.
  package private(set) var errorCount = 0
  /// The number of all warnings, kept or only counted.
  package private(set) var warningCount = 0

  /// Creates an empty list.
  package init() {}

  /// A list that keeps no findings, and only counts them.
  static var ofCounts: DiagnosticList {
    var list = DiagnosticList()
    list.capacity = 0
    return list
  }

  /// Creates a list of findings, which keeps the first ``limit`` of them.
  package init(_ diagnostics: some Sequence<FileDiagnostic>) {
    for diagnostic in diagnostics { append(diagnostic) }
  }

  /// Whether there are no findings.
  package var isEmpty: Bool { errorCount + warningCount == 0 }
  /// Whether there are errors, so that the files cannot be used.
  package var hasErrors: Bool { errorCount > 0 }
  /// The number of findings that were only counted.
  package var omittedCount: Int { errorCount + warningCount - kept.count }

  /// Whether further findings are only counted, so that their texts need not be created.
  package var isFull: Bool { kept.count >= capacity }

  /// The number of kept findings, which is the index of the next one.
  package var keptCount: Int { kept.count }

  /// Counts a repetition of an earlier finding.
  package mutating func countAgain(at place: Int) {
    if kept.indices.contains(place) { kept[place].occurrences += 1 }
  }

  /// Counts a finding; unless the list is full, creates its text and keeps it.
  package mutating func append(
    _ severity: FileDiagnostic.Severity, _ finding: @autoclosure () -> FileDiagnostic
  ) {
    switch severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    }
    if !isFull { kept.append(finding()) }
  }

  /// The kept findings, sorted by file and position.
  package var sorted: [FileDiagnostic] {
    // Findings at the same position stay in the order in which they were found.
    kept.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.element)
  }

  /// Counts a finding, and keeps it unless the list is full.
  package mutating func append(_ diagnostic: FileDiagnostic) {
    append(diagnostic.severity, diagnostic)
  }

  /// Counts the findings of the other list, and keeps as many of them as fit.
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
