public import StubFiles

/// Which cassette a test uses, and how; what is left open is taken from the layer around it.
///
/// The layers are a suite's traits and those of its tests, or the two hooks of ``StubTestCase``.
public struct CassetteOptions: Sendable {
  /// The file, relative to ``folder``, with or without an extension; `nil` for suite and test.
  public var name: String?
  /// Where the file is, relative to the folder of the test's source file.
  ///
  /// `nil` for `Fixtures` there, or the source file's folder itself.
  public var folder: String?
  /// What is recorded; `once` unless something is said.
  public var mode: RecordMode {
    get { explicitMode ?? recording?.mode ?? .once }
    set { explicitMode = newValue }
  }

  /// `nil` when this layer does not say; not public, for `.none` of an optional mode is `nil`.
  var explicitMode: RecordMode?
  /// How recordings are matched and played.
  public var configuration: CassetteConfiguration
  /// Filters, expiry and what else says how it is recorded; its mode counts unless ``mode`` is set.
  ///
  /// `nil` for what recording is by itself, but with requests left to the stubs of the test in
  /// every mode.
  public var recording: RecordingConfiguration?
  /// Whether what a test has recorded is written when the test fails; no unless said.
  public var savesWhenFailed: Bool?
  /// How long the end of a test waits for requests that are being recorded; 10 s unless said.
  public var timeout: Duration?

  public init(
    name: String? = nil, folder: String? = nil,
    configuration: CassetteConfiguration = CassetteConfiguration(),
    recording: RecordingConfiguration? = nil, savesWhenFailed: Bool? = nil,
    timeout: Duration? = nil
  ) {
    self.name = name
    self.folder = folder
    self.configuration = configuration
    self.recording = recording
    self.savesWhenFailed = savesWhenFailed
    self.timeout = timeout
  }

  /// These options with what they leave open taken from an outer layer; neither is changed.
  public func merged(over outer: CassetteOptions) -> CassetteOptions {
    var merged = self
    merged.name = name ?? outer.name
    merged.folder = folder ?? outer.folder
    merged.explicitMode = explicitMode ?? recording?.mode ?? outer.explicitMode
    merged.configuration = configuration.merged(over: outer.configuration)
    merged.recording = recording ?? outer.recording
    merged.savesWhenFailed = savesWhenFailed ?? outer.savesWhenFailed
    merged.timeout = timeout ?? outer.timeout
    return merged
  }

  /// These options with what is given here instead of what they say.
  func with(name: String?, folder: String?, matching parts: [RequestPart]?) -> CassetteOptions {
    var options = self
    options.name = name ?? options.name
    options.folder = folder ?? options.folder
    options.configuration.matching = parts ?? options.configuration.matching
    return options
  }

  /// How it is recorded when no outer layer says more.
  var effectiveRecording: RecordingConfiguration {
    var effective = recording ?? RecordingConfiguration(onlyMisses: true)
    effective.mode = mode
    return effective
  }
}
