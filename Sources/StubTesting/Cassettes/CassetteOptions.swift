public import Foundation
public import StubCassettes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The options of a test's cassette; unset ones are taken from the outer layer.
///
/// The layers are the traits of a suite and of its tests, or the two methods of ``StubTestCase``
/// that change options.
public struct CassetteOptions: Sendable {
  /// The file, relative to ``folder``, with or without an extension; `nil` for a path made from the
  /// names of the suites and the test.
  public var name: String?
  /// The folder of the file, relative to the folder of the test's source file or, with a
  /// ``bundle``, to the bundle.
  ///
  /// `nil` means that `Fixtures` in the folder of the source file (or in the bundle) is searched
  /// first, and then the folder of the source file (or the bundle) itself. New recordings go to
  /// `Fixtures`.
  public var folder: String?
  /// The bundle whose resources contain the file, such as `.module`; `nil` for files beside the
  /// source file.
  ///
  /// With a bundle, ``folder`` is relative to the bundle, and recordings are also written to it, in
  /// the build folder. So record beside the source file, and use a bundle only if there is no
  /// source file, such as on a device.
  public var bundle: Bundle?
  /// The mode, which decides which requests are recorded.
  ///
  /// The default is `once`, or `none` if the environment variable `CI` is set.
  public var mode: RecordMode {
    get { explicitMode ?? recording?.mode ?? .once }
    set { explicitMode = newValue }
  }

  /// The mode that this layer sets; `nil` if it sets none.
  ///
  /// It is not public, because with an optional, `.none` would mean `nil` instead of the mode
  /// `none`.
  var explicitMode: RecordMode?
  /// The settings for matching recorded requests and for playing their responses.
  public var configuration: CassetteConfiguration
  /// Filters, expiry and the other settings of a recording; its mode is used unless ``mode`` is
  /// set.
  ///
  /// `nil` means the defaults, with one exception: requests that a stub of the test answers are
  /// never recorded, not even in the mode `all`.
  public var recording: RecordingConfiguration?
  /// Whether a recording is written if the test fails (default: `false`).
  public var savesWhenFailed: Bool?
  /// The time that the end of a test waits at most for requests that are being recorded (default:
  /// 10 s).
  public var timeout: Duration?
  /// The session that sends the requests to record (default: an ephemeral one).
  ///
  /// See `HTTPStubber.backingSession`.
  public var backingSession: URLSession?

  /// Creates options for one layer; unset ones are taken from the outer layer.
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

  /// Returns these options, with the unset ones taken from `outer`.
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

  /// Returns these options, in which the arguments that are not `nil` replace the values.
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

  /// The settings for recording, after all layers are merged.
  var effectiveRecording: RecordingConfiguration {
    var effective = recording ?? RecordingConfiguration(onlyUnmatched: true)
    effective.explicitMode = explicitMode ?? effective.explicitMode
    return effective
  }
}
