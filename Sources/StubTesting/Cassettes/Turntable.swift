import Foundation
public import HTTPStubber
public import StubFiles
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A stubber with one cassette at a time, for code that is given its session.
///
/// ```swift
/// let turntable = try Turntable("users")
/// let app = App(session: turntable.session)
/// ```
///
/// Keep it for as long as its session is used. It needs no test library around it, so a failed test
/// does not keep it from writing what it has recorded.
public final class Turntable: Sendable {
  public let stubber: HTTPStubber
  private let options: CassetteOptions
  private let sourceFile: String
  private let inserted = Mutex<InsertedCassette?>(nil)

  /// A turntable with nothing on it.
  ///
  /// - Parameters:
  ///   - options: How all cassettes are matched, played and recorded.
  ///   - file: The source file that folders are relative to.
  public init(options: CassetteOptions = CassetteOptions(), nextTo file: String = #filePath) {
    stubber = HTTPStubber()
    self.options = options
    sourceFile = file
  }

  /// A turntable with the cassette in a file.
  ///
  /// - Throws: as `load` does.
  public convenience init(
    _ name: String, options: CassetteOptions = CassetteOptions(), nextTo file: String = #filePath
  ) throws {
    self.init(options: options, nextTo: file)
    try load(name)
  }

  /// A turntable with a cassette made in code.
  public convenience init(
    _ cassette: Cassette, configuration: CassetteConfiguration = CassetteConfiguration()
  ) {
    self.init(options: CassetteOptions(configuration: configuration))
    load(cassette)
  }

  deinit {
    // Nobody is left to be told.
    _ = try? cassette?.recorder?.waitAndFinish(within: .zero)
  }

  /// A session whose requests are answered; the same every time.
  public var session: URLSession { stubber.session }

  /// What is on it.
  public var cassette: InsertedCassette? { inserted.withLock { $0 } }

  /// Puts the cassette in a file on, instead of the one before; records it as the mode says.
  ///
  /// The file is looked for as a trait's is: see ``CassetteOptions/folder``.
  ///
  /// - Throws: `MissingCassette`, `DiagnosticList` for a file that is wrong, `RecordingError`.
  public func load(_ name: String) throws {
    var configuration = options.recording ?? RecordingConfiguration()
    configuration.mode = options.mode
    configuration.mode = try RecordEnvironment.mode(configuration.mode, in: StubEnvironment.current)
    let found = CassettePath(name, in: options.folder, nextTo: sourceFile)
    guard found.exists || configuration.mode != .none else {
      throw MissingCassette(name, searched: found.searched)
    }
    let plan = try RecordingPlan(file: found.path, configuration, environment: [:])
    if plan.recorder != nil {
      try FileManager.default.createDirectory(
        at: URL(filePath: found.path).deletingLastPathComponent(),
        withIntermediateDirectories: true)
    }
    replace(with: InsertedCassette(plan, configuration: options.configuration))
  }

  /// Puts a cassette made in code on, instead of the one before.
  public func load(_ cassette: Cassette) {
    replace(with: InsertedCassette(cassette, configuration: options.configuration))
  }

  /// Waits for requests that are being recorded and writes the file; more are not recorded.
  ///
  /// - Throws: `RecordingError` when the file cannot be written.
  /// - Returns: what was recorded; `nil` when nothing was to be.
  @discardableResult
  public func stopRecording(within timeout: Duration = .seconds(10)) async throws
    -> RecordingSummary?
  {
    try await cassette?.finish(within: timeout)
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
