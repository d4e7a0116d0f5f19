public import HTTPStubber
public import StubCassettes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A stubber that plays one cassette at a time, for code that takes a session.
///
/// ```swift
/// let player = try CassettePlayer("users")
/// let app = App(session: player.session)
/// ```
///
/// Keep the player as long as its session is in use. The player does not know the result of a test,
/// so it writes its recording even if the test fails.
public final class CassettePlayer: Sendable {
  /// The stubber that answers the requests of ``session``.
  public let stubber: HTTPStubber
  private let options: CassetteOptions
  private let sourceFile: String
  private let inserted = Lock<InsertedCassette?>(nil)

  /// Creates a player without a cassette.
  ///
  /// - Parameters:
  ///   - options: The options for matching, playing and recording.
  ///   - file: The source file; folders are relative to its folder.
  public init(options: CassetteOptions = CassetteOptions(), nextTo file: String = #filePath) {
    stubber = HTTPStubber()
    stubber.backingSession = options.backingSession
    self.options = options
    sourceFile = file
  }

  /// Creates a player with the cassette in a file.
  ///
  /// - Throws: the errors of `load`.
  public convenience init(
    _ name: String, options: CassetteOptions = CassetteOptions(), nextTo file: String = #filePath
  ) throws {
    self.init(options: options, nextTo: file)
    try load(name)
  }

  /// Creates a player that plays a cassette made in code.
  public convenience init(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) {
    self.init(options: CassetteOptions(configuration: configuration))
    load(cassette)
  }

  deinit {
    // In `deinit`, an error cannot be reported.
    _ = try? cassette?.recorder?.waitAndFinish(within: .zero)
  }

  /// The session whose requests the cassette answers; it is always the same one.
  public var session: URLSession { stubber.session }

  /// The loaded cassette; `nil` if there is none.
  public var cassette: InsertedCassette? { inserted.withLock { $0 } }

  /// Loads the cassette in a file, in place of the previous one, and records it if the mode says
  /// so.
  ///
  /// For the folders that are searched, see ``CassetteOptions/folder``.
  ///
  /// - Throws: `DiagnosticList` if the file has errors; an error with the remedy if the file is
  ///   missing or cannot be recorded.
  public func load(_ name: String) throws {
    var configuration = options.recording ?? RecordingConfiguration()
    let mode = options.explicitMode ?? configuration.explicitMode
    configuration.mode = try RecordEnvironment.mode(mode, in: StubEnvironment.current)
    let found = CassettePath(name, in: options.folder, of: options.bundle, nextTo: sourceFile)
    guard found.exists || configuration.mode != .none else {
      throw MissingCassette(
        name, searched: found.searched,
        remedy: RecordEnvironment.remedy(for: mode, in: StubEnvironment.current))
    }
    if !found.exists, configuration.mode != .live {
      try FileManager.default.createDirectory(
        at: URL(filePath: found.path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
    }
    if let recorder = cassette?.recorder, recorder.file == found.path {
      _ = try recorder.waitAndFinish(within: .zero)
    }
    let plan = try RecordingPlan(file: found.path, configuration, environment: [:])
    replace(with: InsertedCassette(plan, configuration: options.configuration))
    SharedUses.current.noteUse(of: found.path)
  }

  /// Plays a cassette made in code, in place of the previous one.
  public func load(_ cassette: Cassette) {
    replace(with: InsertedCassette(cassette, configuration: options.configuration))
  }

  /// Waits for open requests, writes the file and stops recording.
  ///
  /// - Throws: An error if the file cannot be written.
  /// - Returns: a summary; `nil` if nothing was being recorded.
  @discardableResult
  public func stopRecording(within timeout: Duration = .seconds(10)) async throws
    -> RecordingSummary?
  {
    let summary = try await cassette?.finish(within: timeout)
    if let summary { RecordedFiles.current.note(summary) }
    return summary
  }

  private func replace(with next: InsertedCassette) {
    let last = inserted.withLock { inserted in
      defer { inserted = next }
      return inserted
    }
    if let last { stubber.stubSet.eject(last) }
    stubber.stubSet.insert(next)
    _ = try? last?.recorder?.waitAndFinish(within: .zero)
  }
}
