import Foundation
import StubCassettes
import StubCore
import StubLanguages

/// The path of a cassette that a test names, found by searching.
struct CassettePath: Sendable {
  /// The path of the existing file, or of the file to record.
  let path: String
  /// Whether the file exists.
  let exists: Bool
  /// The paths that were searched, in order.
  let searched: [String]

  /// The file extensions that a name may omit, in the order in which they are tried.
  static let extensions = ["yaml", "yml", "json", "har", "plist"]

  /// Searches for a cassette.
  ///
  /// - Parameters:
  ///   - name: The name, with or without an extension; it may contain folders.
  ///   - folder: The folder to search; `nil` for `Fixtures` beside the source file, and after it
  ///     the folder of the source file.
  ///   - bundle: The bundle whose resource folder replaces the folder of the source file; `nil` for
  ///     none.
  ///   - file: The path of the source file.
  init(_ name: String, in folder: String?, of bundle: Bundle? = nil, nextTo file: String) {
    let source = bundle?.resourceURL ?? URL(filePath: file).deletingLastPathComponent()
    var folders = [source.appending(path: "Fixtures"), source]
    if let folder { folders = [URL(filePath: folder.absolutePath(in: source))] }
    let ending = URL(filePath: name).pathExtension
    let isWhole = Self.extensions.contains(ending.lowercased())
    let names = isWhole ? [name] : Self.extensions.map { "\(name).\($0)" }
    let candidates = folders.flatMap { folder in names.map { $0.absolutePath(in: folder) } }
    // An absolute name has the same path in every folder.
    var seen: Set<String> = []
    searched = candidates.filter { seen.insert($0).inserted }
    let found = searched.first { FileManager.default.fileExists(atPath: $0) }
    path = found ?? searched[0]
    exists = found != nil
  }
}

/// The error for a missing cassette that must not be recorded.
package struct MissingCassette: DescribedError, Sendable, Hashable {
  /// The text of the error: the missing name, the searched paths, and the remedy.
  package let description: String

  init(_ name: String, searched: [String], remedy: String) {
    description =
      "no cassette \"\(name)\"; searched:\n" + searched.map { "  \($0)\n" }.joined()
      + "\(remedy), or check the name and the folder"
  }
}

/// A recorder that records nothing, but notes whether a request needs a cassette that is missing.
final class MissingCassetteNeed: ExchangeRecorder {
  private let missing: MissingCassette
  private let filters: [RecordingFilter]
  private let isNeeded = AtomicBool(false)

  init(of missing: MissingCassette, _ configuration: RecordingConfiguration) {
    self.missing = missing
    filters = RecordingConfiguration.sharedFilters + configuration.filters
  }

  /// The error for the missing cassette; `nil` if no request needed it.
  var problem: MissingCassette? { isNeeded.load() ? missing : nil }

  /// Notes a request that no stub has answered, if the filters would let it be recorded.
  ///
  /// - Returns: `false`, because nothing is recorded.
  func wants(_ request: ReceivedRequest, beforeStubs: Bool) -> Bool {
    if !beforeStubs, filters.allSatisfy({ $0.admits(request) }) { isNeeded.store(true) }
    return false
  }

  func begin(_ request: ReceivedRequest) -> RecordingTicket { RecordingTicket { _ in } }
}
