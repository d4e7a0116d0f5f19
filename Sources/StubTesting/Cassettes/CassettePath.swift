import Foundation
import StubCore
import StubFiles
import StubLanguages

/// Where a cassette is searched by its name, and where it is.
struct CassettePath: Sendable {
  /// The existing file, or else the one to record.
  let path: String
  /// Whether the file exists.
  let exists: Bool
  /// The paths that were searched, in order.
  let searched: [String]

  /// The extensions that a name may omit, in the order they are tried.
  static let extensions = ["yaml", "yml", "json", "har", "plist"]

  /// - Parameters:
  ///   - name: The name, with or without an extension; it may contain folders.
  ///   - folder: Where to search; `nil` for `Fixtures` beside the source file, then beside it.
  ///   - bundle: What relative paths start from, in place of the source file.
  ///   - file: The source file that relative paths start from.
  init(_ name: String, in folder: String?, of bundle: Bundle? = nil, nextTo file: String) {
    let source = bundle?.resourceURL ?? URL(filePath: file).deletingLastPathComponent()
    var folders = [source.appending(path: "Fixtures"), source]
    if let folder { folders = [URL(filePath: folder.absolutePath(in: source))] }
    let ending = URL(filePath: name).pathExtension
    let isWhole = Self.extensions.contains(ending.lowercased())
    let names = isWhole ? [name] : Self.extensions.map { "\(name).\($0)" }
    let candidates = folders.flatMap { folder in names.map { $0.absolutePath(in: folder) } }
    // An absolute name is the same in every folder.
    var seen: Set<String> = []
    searched = candidates.filter { seen.insert($0).inserted }
    let found = searched.first { FileManager.default.fileExists(atPath: $0) }
    path = found ?? searched[0]
    exists = found != nil
  }
}

/// A missing cassette that may not be recorded.
package struct MissingCassette: DescribedError, Sendable, Hashable {
  /// What is missing, where it was searched, and what to do.
  package let description: String

  init(_ name: String, searched: [String], remedy: String) {
    description =
      "no cassette \"\(name)\"; searched:\n" + searched.map { "  \($0)\n" }.joined()
      + "\(remedy), or check the name and the folder"
  }
}

/// Notes whether a request comes that a missing cassette would record, if anything were recorded.
final class MissingCassetteNeed: ExchangeRecorder {
  private let missing: MissingCassette
  private let filters: [RecordingFilter]
  private let isNeeded = AtomicBool(false)

  init(of missing: MissingCassette, _ configuration: RecordingConfiguration) {
    self.missing = missing
    filters = RecordingConfiguration.sharedFilters + configuration.filters
  }

  /// What is missing; `nil` if no request has needed it.
  var problem: MissingCassette? { isNeeded.load() ? missing : nil }

  /// Takes no request; those that no stub answers would be recorded.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    if !beforeStubs, filters.allSatisfy({ $0.admits(request) }) { isNeeded.store(true) }
    return false
  }

  func begin(_ request: ReceivedRequest) -> RecordingTicket { RecordingTicket { _ in } }
}
