import StubCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Where `serve` finds stub files, and files to answer with.
struct ServedPaths: Sendable, Hashable {
  private let named: [String]
  /// The folder with `mappings` and `__files` of WireMock; `nil` for none.
  private let root: String?
  private let wantedStaticFolder: String?

  /// Paths that were given; without any, `./Stubs`, or the working directory if it is one of WireMock's.
  ///
  /// - Throws: `UsageError` when there is no such folder.
  init(_ paths: [String], root: String?, staticFolder: String?) throws(UsageError) {
    if let root, !Self.isFolder(root) { throw UsageError("no such folder \(root)") }
    if let staticFolder, !Self.isFolder(staticFolder) {
      throw UsageError("no such folder \(staticFolder)")
    }
    let isWireMocks =
      paths.isEmpty && DurableFile.mode(of: "./Stubs") == nil && Self.isFolder("./mappings")
    self.root = root ?? (isWireMocks ? "." : nil)
    named = paths.isEmpty && self.root == nil ? ["./Stubs"] : paths
    wantedStaticFolder = staticFolder
  }

  /// The files and folders to read now: WireMock's mappings may come later.
  var current: [String] {
    let mappings = root.map { "\($0)/mappings" }
    return named + [mappings].compactMap(\.self).filter(Self.isFolder)
  }

  /// What is named in messages about all of them.
  var shown: String { (named + [root].compactMap(\.self)).joined(separator: ", ") }

  /// The folder that names of files count from, and where stubs are saved; empty for none.
  var folder: String { root ?? named.first(where: Self.isFolder) ?? "" }

  /// The folder for rule files that are to be read with the others; empty for none.
  var ruleFolder: String { root.map { "\($0)/mappings" } ?? folder }

  /// The folder whose files answer what no stub answers.
  var staticFolder: String? { wantedStaticFolder ?? root.map { "\($0)/__files" } }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
