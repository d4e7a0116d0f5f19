public import StubFiles
public import Testing

extension Trait where Self == StubTrait {
  /// Plays the cassette of the test, or records it if there is none.
  ///
  /// Its file is named for the suites and the test, `Fixtures/UserTests/greeting.yaml` beside the
  /// source file of the test.
  public static var cassette: Self { .cassette() }

  /// Plays a cassette, or records it as the mode says.
  ///
  /// ```swift
  /// @Test(.cassette("users", record: .newEpisodes, matching: [.method, .path]))
  /// ```
  ///
  /// What is recorded is written when the test has passed and all its requests have ended; a test
  /// that fails leaves the file as it was, unless `savesWhenFailed` is set.
  ///
  /// - Parameters:
  ///   - name: The file, with or without its ending, in `folder`; `nil` for suites and test.
  ///   - folder: Where the file is, relative to the folder of the test's source file; `nil` for
  ///     `Fixtures` there, or that folder itself.
  ///   - mode: What is recorded; `nil` for `once`. The environment variable `STUBBER_RECORD`
  ///     overrides it.
  ///   - parts: The parts of requests that have to agree; `nil` for what `configuration` says.
  ///   - failing: What fails the test besides; `nil` for what the suite says, or nothing.
  ///   - configuration: How recordings are matched and played.
  ///   - recording: Filters, expiry and what else says how it is recorded.
  ///   - savesWhenFailed: Whether a test that fails writes what it has recorded, too.
  ///   - timeout: How long to wait for requests under way; `nil` for 10 s.
  public static func cassette(
    _ name: String? = nil, in folder: String? = nil, record mode: RecordMode? = nil,
    matching parts: [RequestPart]? = nil, failing: Set<StubFinding>? = nil,
    configuration: CassetteConfiguration = CassetteConfiguration(),
    recording: RecordingConfiguration? = nil, savesWhenFailed: Bool? = nil,
    timeout: Duration? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var options = CassetteOptions(
      name: name, folder: folder, mode: mode, configuration: configuration, recording: recording,
      savesWhenFailed: savesWhenFailed, timeout: timeout)
    if let parts { options.configuration.matching = parts }
    var settings = StubSettings()
    settings.cassette = options
    settings.failing = failing
    settings.location = sourceLocation
    return Self(settings)
  }

  /// Leaves a test without the cassette that its suite asks for.
  public static var withoutCassette: Self {
    var settings = StubSettings()
    settings.isWithoutCassette = true
    return Self(settings)
  }
}
