import StubCassettes
import StubCore
package import StubDocuments
import StubPlatform

/// The search for stub files in files and folders.
///
/// In a folder and all folders below it, the finder searches for files with the extension of a rule
/// file or a recording. Hidden entries, folders named `__files`, which contain bodies, and the
/// `Info.plist` of bundles are skipped. A file or folder is found once, even if several links lead
/// to it.
package struct RuleFileFinder {
  /// The name of a folder whose files are bodies of responses, as in WireMock.
  package static let bodyFolder = "__files"
  /// The name of the file with the JSON Schema of rule files.
  package static let schemaFile = "schema.json"

  /// The files that were found: the arguments in their order, and the files of each folder sorted
  /// by path.
  ///
  /// The files of saved stubs, which ``savedFile(_:)`` names, come last.
  package private(set) var files: [String] = []
  package private(set) var diagnostics = DiagnosticList()
  /// The paths of broken links, unreadable folders and missing arguments.
  package private(set) var unreadable: [String] = []
  /// The files in folders that other tools may have written; they are not in ``files``.
  package private(set) var foreign: [String] = []
  private var seen: Set<String> = []
  /// The paths to skip.
  private let leftOut: Set<String>
  private let formats: StubFormats

  package init(
    _ paths: some Sequence<String>, leavingOut leftOut: Set<String> = [],
    formats: StubFormats = .own
  ) {
    (self.leftOut, self.formats) = (leftOut, formats)
    for path in paths {
      let resolved = Self.resolved(path)
      switch FileKind(of: path) {
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

  /// Returns the name of a file with saved stubs; `number` is higher for later files.
  package static func savedFile(_ number: Int) -> String { "saved-\(number).yaml" }

  /// Returns the number of a file with saved stubs; `nil` for any other path or name.
  package static func savedNumber(of path: String) -> Int? {
    guard path.hasSuffix(".yaml"), let name = path.split(separator: "/").last,
      name.hasPrefix("saved-"), let number = Int(name.dropFirst(6).dropLast(5))
    else { return nil }
    return name == savedFile(number) ? number : nil
  }

  /// The paths whose changes require a reload.
  package var watched: [String] { files + unreadable }

  /// Searches a folder and the folders below it; `resolved` is the folder's path without links.
  private mutating func visit(_ folder: String, _ resolved: String) {
    guard seen.insert(resolved).inserted else { return }
    let entries: [DurableFile.Entry]
    do throws(FileProblem) {
      entries = try DurableFile.entries(of: folder)
    } catch {
      return report(folder, "cannot read this folder: \(error)", remedy: .advice(error.remedy))
    }
    for entry in entries.sorted(by: { $0.name < $1.name }) where !Self.isIgnoredName(entry.name) {
      let name = entry.name
      let path = Self.path(of: name, in: folder)
      // Resolving a path is slow, and only links need it.
      let isLink = !entry.isFile && Self.isLink(path)
      let resolved = isLink ? Self.resolved(path) : Self.path(of: name, in: resolved)
      switch entry.isFile ? .file : FileKind(of: path) {
      case .folder: visit(path, resolved)
      case .file where formats.areNamed(name): add(path, resolved)
      case .missing where formats.areNamed(name):
        report(
          path, "broken link", remedy: "remove it, or restore its target")
      case .file where formats.mayRefuse(name): foreign.append(path)
      default: continue
      }
    }
  }

  private static func isIgnoredName(_ name: String) -> Bool {
    name.hasPrefix(".") || name == bodyFolder || name == schemaFile || name == "Info.plist"
  }

  private mutating func add(_ path: String, _ resolved: String) {
    if leftOut.contains(path) { return }
    if seen.insert(resolved).inserted { files.append(path) }
  }

  private mutating func report(_ path: String, _ problem: String, remedy: Remedy? = nil) {
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

  /// Returns a path that is the same for all links to an entry; a path that does not exist is
  /// returned unchanged.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
