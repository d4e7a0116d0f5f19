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
  /// that fails leaves the file as it was, unless the options say `savesWhenFailed`.
  ///
  /// - `name`: the file, with or without its ending, in the folder; `nil` for suites and test.
  /// - `folder`: relative to the folder of the test's source file; `nil` for `Fixtures` there, or
  ///   that folder itself.
  /// - `mode`: what is recorded; the environment variable `STUBBER_RECORD` overrides it.
  /// - `parts`: the parts of requests that have to agree; `nil` for what the options say.
  /// - `failing`: what fails the test at its end; `nil` for what the suite says, or nothing.
  /// - `options`: what else there is to say about the cassette.
  public static func cassette(
    _ name: String? = nil, in folder: String? = nil, record mode: RecordMode,
    matching parts: [RequestPart]? = nil, failing: Set<StubFinding>? = nil,
    options: CassetteOptions = CassetteOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var options = options
    options.mode = mode
    return cassette(
      name, in: folder, matching: parts, failing: failing, options: options,
      sourceLocation: sourceLocation)
  }

  /// Plays a cassette, or records it as the suite or the options say: if there is none unless said.
  ///
  /// The parameters are those of the other function of this name.
  public static func cassette(
    _ name: String? = nil, in folder: String? = nil, matching parts: [RequestPart]? = nil,
    failing: Set<StubFinding>? = nil, options: CassetteOptions = CassetteOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var settings = StubSettings()
    settings.cassette = options.with(name: name, folder: folder, matching: parts)
    settings.failing = failing
    settings.cassetteLocation = sourceLocation
    settings.failingLocation = sourceLocation
    return Self(settings)
  }

  /// Leaves a test without the cassette that its suite asks for.
  public static var withoutCassette: Self {
    var settings = StubSettings()
    settings.isWithoutCassette = true
    return Self(settings)
  }
}
