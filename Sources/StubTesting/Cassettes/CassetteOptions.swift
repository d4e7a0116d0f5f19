public import Foundation
public import StubFiles

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The cassette of a test, and how it is used; unset options come from the layer around it.
///
/// The layers are the traits of a suite and of its tests, or the two hooks of ``StubTestCase``.
public struct CassetteOptions: Sendable {
  /// The file, relative to ``folder``, with or without an extension; `nil` for suite and test.
  public var name: String?
  /// Where the file is, relative to the folder of the test's source file, or to the ``bundle``.
  ///
  /// `nil` means `Fixtures` there, or else that folder itself.
  public var folder: String?
  /// The bundle whose resources have the file, such as `.module`; `nil` for files beside the source.
  ///
  /// A folder is then one of the bundle. What is recorded is written there too, into the build folder: record
  /// beside the source, and play from the bundle where the source is not, such as on a device.
  public var bundle: Bundle?
  /// What is recorded (default: `once`, or `none` if the environment variable `CI` is set).
  public var mode: RecordMode {
    get { explicitMode ?? recording?.mode ?? .once }
    set { explicitMode = newValue }
  }

  /// `nil` if this layer does not set it; not public, because `.none` of an optional mode is `nil`.
  var explicitMode: RecordMode?
  /// How recordings are matched and played.
  public var configuration: CassetteConfiguration
  /// Filters, expiry and the other settings of a recording; its mode is used unless ``mode`` is set.
  ///
  /// `nil` for the defaults, except that the stubs of the test answer their requests in every mode.
  public var recording: RecordingConfiguration?
  /// Whether a recording is written if the test fails (default: no).
  public var savesWhenFailed: Bool?
  /// How long the end of a test waits for requests that are being recorded (default: 10 s).
  public var timeout: Duration?
  /// The session as which requests are sent that are recorded (default: an ephemeral one).
  ///
  /// See `HTTPStubber.backingSession`.
  public var backingSession: URLSession?

  /// Options of one layer; what you leave out comes from the layer around it.
  public init(
    name: String? = nil, folder: String? = nil,
    configuration: CassetteConfiguration = CassetteConfiguration(),
    recording: RecordingConfiguration? = nil, savesWhenFailed: Bool? = nil,
    timeout: Duration? = nil, backingSession: URLSession? = nil
  ) {
    self.name = name
    self.folder = folder
    self.configuration = configuration
    self.recording = recording
    self.savesWhenFailed = savesWhenFailed
    self.timeout = timeout
    self.backingSession = backingSession
  }

  /// Returns these options, with unset ones taken from an outer layer.
  package func merged(over outer: CassetteOptions) -> CassetteOptions {
    var merged = self
    merged.name = name ?? outer.name
    merged.folder = folder ?? outer.folder
    merged.bundle = bundle ?? outer.bundle
    merged.explicitMode = explicitMode ?? recording?.explicitMode ?? outer.explicitMode
    merged.configuration = configuration.merged(over: outer.configuration)
    merged.recording = recording ?? outer.recording
    merged.savesWhenFailed = savesWhenFailed ?? outer.savesWhenFailed
    merged.timeout = timeout ?? outer.timeout
    merged.backingSession = backingSession ?? outer.backingSession
    return merged
  }

  /// Returns these options, with the given values in place of their own.
  func with(
    name: String?, folder: String?, bundle: Bundle?, matching parts: [RequestPart]?
  ) -> CassetteOptions {
    var options = self
    options.name = name ?? options.name
    options.folder = folder ?? options.folder
    options.bundle = bundle ?? options.bundle
    options.configuration.matching = parts ?? options.configuration.matching
    return options
  }

  /// How it is recorded if no outer layer sets more.
  var effectiveRecording: RecordingConfiguration {
    var effective = recording ?? RecordingConfiguration(onlyMisses: true)
    effective.explicitMode = explicitMode ?? effective.explicitMode
    return effective
  }
}
