#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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

  /// The files: arguments in their order, those of one folder sorted by path.
  package private(set) var files: [String] = []
  package private(set) var diagnostics = DiagnosticList()
  private var seen: Set<String> = []

  package init(_ paths: some Sequence<String>) {
    for path in paths {
      switch Kind(of: path) {
      case .folder: visit(path)
      case .missing: report(path, found: "no such file or folder", remedy: "try checking the path")
      case .file, .other: add(path)
      }
    }
  }

  /// What a path leads to.
  enum Kind {
    case file
    case folder
    case other
    case missing

    /// What stands at the path after links are followed.
    init(of path: String) {
      // Foundation would look up the names of owner and group as well.
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

  private mutating func visit(_ folder: String) {
    guard seen.insert(Self.resolved(folder)).inserted else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return report(
        folder, found: "a folder that cannot be read", remedy: "try checking its permissions")
    }
    for name in names.sorted() where !Self.passesOver(name) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      switch Kind(of: path) {
      case .folder: visit(path)
      case .file where Self.isRuleFile(name): add(path)
      case .missing where Self.isRuleFile(name):
        report(
          path, found: "a link to nothing",
          remedy: "try removing the link, or putting its target back")
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

  private mutating func add(_ path: String) {
    if seen.insert(Self.resolved(path)).inserted { files.append(path) }
  }

  private mutating func report(_ path: String, found: String, remedy: String) {
    diagnostics.append(
      FileDiagnostic(
        file: path, found: found, expected: "a readable file or folder", remedy: remedy))
  }

  /// The same for all paths to one entry; a path that leads nowhere stays as it is.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
