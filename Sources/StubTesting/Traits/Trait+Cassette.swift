public import Foundation
public import StubCassettes
public import Testing

extension Trait where Self == StubTrait {
  /// Plays the cassette of the test, or records it if the file is missing.
  ///
  /// The path of the file consists of the names of the suites and the test:
  /// `Fixtures/UserTests/greeting.yaml` beside the source file of the test.
  public static var cassette: Self {
    // Failures are reported at the test, because a static property does not know the line of its
    // use.
    var settings = StubSettings()
    settings.cassette = CassetteOptions()
    return Self(settings)
  }

  /// Plays a cassette, or records it according to the mode.
  ///
  /// ```swift
  /// @Test(.cassette("users", record: .newEpisodes, matching: [.method, .path]))
  /// ```
  ///
  /// The recording is written when the test has passed and all its requests have ended. If the test
  /// fails, the file is not changed, unless the options set `savesWhenFailed`.
  ///
  /// - `name`: the file in the folder, with or without its extension; `nil` for the names of suites
  ///   and test.
  /// - `folder`: the folder, relative to the folder of the test's source file; `nil` for `Fixtures`
  ///   in that folder, then that folder itself.
  /// - `bundle`: the bundle whose resources contain the file, such as `.module`; `nil` for files
  ///   beside the source file.
  /// - `mode`: the mode, which decides which requests are recorded; the environment variable
  ///   `STUBBER_RECORD` overrides it.
  /// - `parts`: the parts of requests that must match; `nil` for the parts that the options set.
  /// - `failing`: findings that fail the test at its end; `nil` for the findings of the suite, or
  ///   none.
  /// - `options`: all other options of the cassette.
  public static func cassette(
    _ name: String? = nil, in folder: String? = nil, bundle: Bundle? = nil, record mode: RecordMode,
    matching parts: [RequestPart]? = nil, failing: Set<StubFinding>? = nil,
    options: CassetteOptions = CassetteOptions(), sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var options = options
    options.mode = mode
    return cassette(
      name, in: folder, bundle: bundle, matching: parts, failing: failing, options: options,
      sourceLocation: sourceLocation)
  }

  /// Plays a cassette, or records it according to the mode of the suite or the options (default: if
  /// the file is missing).
  ///
  /// For the parameters, see the other function with this name.
  public static func cassette(
    _ name: String? = nil, in folder: String? = nil, bundle: Bundle? = nil,
    matching parts: [RequestPart]? = nil, failing: Set<StubFinding>? = nil,
    options: CassetteOptions = CassetteOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var settings = StubSettings()
    settings.cassette = options.with(
      name: name, folder: folder, bundle: bundle, matching: parts)
    settings.failing = failing
    settings.cassetteLocation = sourceLocation
    settings.failingLocation = sourceLocation
    return Self(settings)
  }

  /// Runs the test without the cassette that its suite sets.
  public static var withoutCassette: Self {
    var settings = StubSettings()
    settings.isWithoutCassette = true
    return Self(settings)
  }
}
