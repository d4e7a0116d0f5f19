public import StubCore
import StubPlatform

extension StubSet {
  /// Lets a cassette file answer, and records requests into it as the mode says.
  ///
  /// ```swift
  /// let cassette = try stubber.stubSet.insert(file: "Fixtures/users.yaml")
  /// // … requests …
  /// try await cassette.finish()
  /// ```
  ///
  /// - Throws: `DiagnosticList` for an invalid file. `RecordingError` for a missing file if nothing may be
  ///   recorded, or for a file that cannot be written to.
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
  /// Creates a cassette that can be added to stub sets, with its recorder.
  package convenience init(_ plan: RecordingPlan, configuration: CassetteConfiguration) {
    self.init(
      plan.played, configuration: configuration, recorder: plan.recorder, isLive: plan.isLive,
      filters: plan.filters)
  }

  /// Waits for open requests, writes the file and stops recording.
  ///
  /// - Throws: An error if the file cannot be written.
  /// - Returns: the result of the recording; `nil` if the mode records nothing.
  @discardableResult
  public func finish(within timeout: Duration = .seconds(10)) async throws -> RecordingSummary? {
    try await recorder?.finish(within: timeout)
  }
}
