public import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StubSet {
  /// Lets the cassette in a file answer, and records into it what the mode says.
  ///
  /// ```swift
  /// let cassette = try stubber.stubSet.insert(file: "Fixtures/users.yaml")
  /// // … requests …
  /// try await cassette.finish()
  /// ```
  ///
  /// - Throws: `DiagnosticList` for a file that is wrong, `RecordingError` for one that is missing
  ///   where nothing may be recorded, or that cannot be written to.
  @discardableResult
  public func insert(
    file path: String, configuration: CassetteConfiguration = CassetteConfiguration(),
    recording: RecordingConfiguration = RecordingConfiguration()
  ) throws -> InsertedCassette {
    insert(try RecordingPlan(file: path, recording), configuration: configuration)
  }

  /// Lets a cassette answer and its recorder record.
  @discardableResult
  package func insert(
    _ plan: RecordingPlan, configuration: CassetteConfiguration
  ) -> InsertedCassette {
    let inserted = InsertedCassette(plan, configuration: configuration)
    insert(inserted)
    return inserted
  }
}

extension InsertedCassette {
  /// A cassette that is ready to be put into sets, with its recorder.
  package convenience init(_ plan: RecordingPlan, configuration: CassetteConfiguration) {
    self.init(
      plan.played, configuration: configuration, recorder: plan.recorder, filters: plan.filters)
  }

  /// Waits for open requests, writes the file and stops recording.
  ///
  /// - Throws: `RecordingError` when the file cannot be written.
  /// - Returns: what was recorded; `nil` when nothing was to be.
  @discardableResult
  public func finish(within timeout: Duration = .seconds(10)) async throws -> RecordingSummary? {
    try await recorder?.finish(within: timeout)
  }
}

/// What a file plays and what records into it, by mode, age and environment.
package struct RecordingPlan: Sendable {
  package let played: Cassette
  package let recorder: CassetteRecorder?
  /// Those of the process and of the configuration.
  let filters: [RecordingFilter]

  /// - Throws: as `StubSet.insert` does.
  package init(
    file path: String, format: WritableFormat? = nil,
    _ configuration: RecordingConfiguration,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    writesAtEndOnly: Bool = false
  ) throws {
    var configuration = configuration
    configuration.filters = RecordingConfiguration.sharedFilters + configuration.filters
    filters = configuration.filters
    let mode = try RecordEnvironment.mode(configuration.explicitMode, in: environment)
    let file = CassetteFile(path: path)
    // A file that is replaced need not be readable.
    var old = mode == .all ? nil : try file.read()
    if mode != .none, let age = configuration.expiry, let cassette = old,
      file.isExpired(cassette, after: age)
    {
      old = nil
    }
    played = old ?? Cassette()
    let isMissing = played.interactions.isEmpty
    guard mode == .all || mode == .newEpisodes || (mode == .once && isMissing) else {
      if old == nil {
        let remedy = RecordEnvironment.remedy(for: configuration.explicitMode, in: environment)
        throw RecordingError("no recording at \(path); \(remedy)")
      }
      recorder = nil
      return
    }
    recorder = CassetteRecorder(
      file: path,
      format: isMissing ? try format ?? file.namedFormat() : try file.writableFormat(),
      after: old, mode: mode, configuration: configuration,
      writesAtEndOnly: writesAtEndOnly)
  }
}
