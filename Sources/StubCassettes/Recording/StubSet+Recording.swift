public import StubCore
import StubPlatform

extension StubSet {
  /// Adds the interactions of a cassette file as stubs, and records requests to the file if the
  /// mode says so.
  ///
  /// ```swift
  /// let cassette = try stubber.stubSet.insert(file: "Fixtures/users.yaml")
  /// // … requests …
  /// try await cassette.finish()
  /// ```
  ///
  /// - Throws: `DiagnosticList` for an invalid file; `RecordingError` for a missing file if the
  ///   mode does not record, or for a file that cannot be written.
  @discardableResult
  public func insert(
    file path: String, format: CassetteFormat? = nil,
    configuration: CassetteConfiguration = CassetteConfiguration(),
    recording: RecordingConfiguration = RecordingConfiguration()
  ) throws -> InsertedCassette {
    var recording = recording
    recording.format = format ?? recording.format
    return insert(try RecordingPlan(file: path, recording), configuration: configuration)
  }

  /// Adds the cassette and the recorder of a plan to the stubs.
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
  /// Creates a cassette with the recorder of a plan, which can be added to stub sets.
  package convenience init(_ plan: RecordingPlan, configuration: CassetteConfiguration) {
    self.init(
      plan.played, configuration: configuration, recorder: plan.recorder, isLive: plan.isLive,
      filters: plan.filters)
  }

  /// Waits for open requests, writes the file and stops recording.
  ///
  /// - Throws: an error if the file cannot be written.
  /// - Returns: the result of the recording; `nil` if the mode records nothing.
  @discardableResult
  public func finish(within timeout: Duration = .seconds(10)) async throws -> RecordingSummary? {
    try await recorder?.finish(within: timeout)
  }
}
