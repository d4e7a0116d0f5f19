package import StubCore
import StubPlatform

/// Finds the rule files that a list of files and folders stands for.
///
/// A folder stands for everything below it with the extension of a rule file or a recording.
/// Hidden entries, folders named `__files`, which hold bodies, and the `Info.plist` of bundles are
/// passed over. However many links lead to a file or folder, it is found once.
package struct RuleFileFinder {
  /// The folder whose files are bodies of responses, as in WireMock.
  package static let bodyFolder = "__files"
  /// The file that holds the JSON Schema of rule files.
  package static let schemaFile = "schema.json"

  /// The files: arguments in their order, those of one folder sorted by path; last those of saved stubs, as
  /// ``savedFile(_:)`` calls them.
  package private(set) var files: [String] = []
  package private(set) var diagnostics = DiagnosticList()
  /// Links that lead nowhere, folders that cannot be read, and arguments that are missing.
  package private(set) var unreadable: [String] = []
  /// Files of folders that may be of other tools, and are not among the files.
  private(set) var foreign: [String] = []
  private var seen: Set<String> = []
  /// Paths, as they are found, that are passed over.
  private let leftOut: Set<String>

  package init(_ paths: some Sequence<String>, leavingOut leftOut: Set<String> = []) {
    self.leftOut = leftOut
    for path in paths {
      let resolved = Self.resolved(path)
      switch Kind(of: path) {
      case .folder: visit(path, resolved)
      case .missing:
        let isCutOff = RecordingJournal.isInterrupted(path)
        report(
          path,
          "no such file" + (isCutOff ? "; \(RecordingJournal.remedy(for: path))" : " or folder"))
      case .file, .other: add(path, resolved)
      }
    }
    let saved = files.compactMap { file in Self.savedNumber(of: file).map { ($0, file) } }
    guard !saved.isEmpty else { return }
    files.removeAll { Self.savedNumber(of: $0) != nil }
    files += saved.sorted { $0 < $1 }.map(\.1)
  }

  /// What a file of saved stubs is called; those with higher numbers are read later, as they were saved later.
  package static func savedFile(_ number: Int) -> String { "saved-\(number).yaml" }

  /// The number of a file of saved stubs; `nil` for a path or name of another.
  package static func savedNumber(of path: String) -> Int? {
    guard path.hasSuffix(".yaml"), let name = path.split(separator: "/").last,
      name.hasPrefix("saved-"), let number = Int(name.dropFirst(6).dropLast(5))
    else { return nil }
    return name == savedFile(number) ? number : nil
  }

  /// All that is to be looked at again to see whether something has changed.
  package var watched: [String] { files + unreadable }

  /// What a path leads to.
  enum Kind {
    case file
    case folder
    case other
    case missing

    /// The kind of file at the path, with links followed.
    init(of path: String) {
      // Foundation would also look up the names of owner and group.
      var status = stat()
      guard stat(path, &status) == 0 else {
        self = .missing
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: self = .file
      case S_IFDIR: self = .folder
      default: self = .other
      }
    }
  }

  /// Looks through a folder, whose path without links is the second.
  private mutating func visit(_ folder: String, _ resolved: String) {
    guard seen.insert(resolved).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      let problem = FileProblem(error)
      return report(folder, "cannot read this folder: \(problem)", remedy: problem.remedy)
    }
    for name in names.sorted() where !Self.passesOver(name) {
      let path = Self.path(of: name, in: folder)
      // To resolve a path takes long, and only links need it.
      let resolved =
        Self.isLink(path) ? Self.resolved(path) : Self.path(of: name, in: resolved)
      switch Kind(of: path) {
      case .folder: visit(path, resolved)
      case .file where Self.isRuleFile(name): add(path, resolved)
      case .missing where Self.isRuleFile(name):
        report(
          path, "broken link", remedy: "remove it, or restore its target")
      case .file where RefusedFormat.mayBe(name): foreign.append(path)
      default: continue
      }
    }
  }

  private static func isRuleFile(_ name: String) -> Bool {
    DocumentFormat(fileName: name) != nil || TextFormats.isTelling(name)
  }

  private static func passesOver(_ name: String) -> Bool {
    name.hasPrefix(".") || name == bodyFolder || name == schemaFile || name == "Info.plist"
  }

  private mutating func add(_ path: String, _ resolved: String) {
    if leftOut.contains(path) { return }
    if seen.insert(resolved).inserted { files.append(path) }
  }

  private mutating func report(_ path: String, _ problem: String, remedy: String? = nil) {
    if leftOut.contains(path) { return }
    unreadable.append(path)
    diagnostics.append(FileDiagnostic(file: path, found: problem, remedy: remedy))
  }

  private static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The same for all paths to one entry; a path that leads nowhere stays as it is.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// How the bytes of a stub file are found: where its path leads, unless something else takes their place.
package struct FileReading: Sendable {
  /// Returns the bytes of the file at a path, and of a longer one than the limit none.
  package let bytes: @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>

  package init(
    _ bytes: @escaping @Sendable (_ path: String, _ limit: Int) -> Result<[UInt8], FileProblem>
  ) {
    self.bytes = bytes
  }

  /// The files as they are.
  package static let files = FileReading { path, limit in
    Result { () throws(FileProblem) in try DurableFile.read(path, atMost: limit) }
  }
}
