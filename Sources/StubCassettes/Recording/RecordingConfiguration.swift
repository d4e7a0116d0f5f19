import StubCore
import StubPlatform

/// The modes of recording, which decide which requests are sent to the real server and recorded.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// Records nothing; the recorded interactions and other stubs answer.
  case none
  /// Records unmatched requests if there is no recording yet; otherwise records nothing.
  case once
  /// Records a request if neither the recording nor another stub answers it.
  case newEpisodes
  /// Records all requests; the previous recording is never played, and is replaced.
  case all
  /// Records and plays nothing, so that unmatched requests reach the real server.
  case live

  /// Another name for ``once``.
  public static let missingCassette = RecordMode.once
  /// Another name for ``newEpisodes``.
  public static let missingTracks = RecordMode.newEpisodes

  /// Creates a mode from its name, in which letter case, `-` and `_` do not matter.
  package init?(named name: String) {
    let name = name.lowercased().filter { $0 != "-" && $0 != "_" }
    switch name {
    case "missingcassette": self = .missingCassette
    case "missingtracks": self = .missingTracks
    default:
      guard let mode = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else {
        return nil
      }
      self = mode
    }
  }
}

/// The environment variables for recording, which take precedence over the mode that the code sets.
///
/// `STUBBER_RECORD` is a mode; `all`, for example, records everything again. If `CI` is set, and
/// neither the code nor `STUBBER_RECORD` sets a mode, the mode is `none`. On CI, `STUBBER_RECORD`
/// may only be `none`, unless `STUBBER_RECORD_ON_CI=1`.
package enum RecordEnvironment {
  package static let variable = "STUBBER_RECORD"

  /// Returns the mode that applies.
  ///
  /// `mode` is the mode that the code sets; `nil` if it sets none.
  ///
  /// - Throws: `RecordingError` for an unknown mode, or for a mode that is not allowed on CI.
  package static func mode(
    _ mode: RecordMode?, in variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(RecordingError) -> RecordMode {
    guard let text = variables[variable], !text.isEmpty else {
      return mode ?? (isCI(variables) ? .none : .once)
    }
    guard let wanted = RecordMode(named: text) else {
      let names = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw RecordingError("\(variable)=\(text) is not a mode; use \(names), or unset it")
    }
    if isCI(variables), wanted != .none, variables["\(variable)_ON_CI"] != "1" {
      throw RecordingError(
        "\(variable)=\(text) is refused because CI is set; unset it, or set \(variable)_ON_CI=1")
    }
    return wanted
  }

  /// Returns the remedy for a missing recording that the mode does not allow to be recorded.
  package static func remedy(
    for mode: RecordMode?, in variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    if isDisabledByCI(mode, in: variables) {
      return "nothing is recorded because CI is set; record it elsewhere and commit it, or set a "
        + "mode"
    }
    return "record it with the mode once"
  }

  /// Returns whether nothing is recorded because `CI` is set, and neither the code nor
  /// `STUBBER_RECORD` sets a mode.
  package static func isDisabledByCI(_ mode: RecordMode?, in variables: [String: String]) -> Bool {
    mode == nil && (variables[variable] ?? "").isEmpty && isCI(variables)
  }

  private static func isCI(_ variables: [String: String]) -> Bool {
    variables["CI"].map { !["", "0", "false"].contains($0.lowercased()) } ?? false
  }
}

/// The error for a recording that cannot be made as requested.
package struct RecordingError: DescribedError, Sendable, Hashable {
  package let description: String

  package init(_ description: String) { self.description = description }

  static func cannotWrite(_ path: String, _ problem: FileProblem) -> RecordingError {
    RecordingError("cannot write \(path): \(problem)")
  }
}

/// The settings of a recording.
public struct RecordingConfiguration: Sendable {
  /// The mode, which decides which requests are recorded.
  ///
  /// The default is `once`, or `none` if the environment variable `CI` is set.
  public var mode: RecordMode {
    get { explicitMode ?? .once }
    set { explicitMode = newValue }
  }
  /// The mode that was set; `nil` if none was.
  ///
  /// It is not public, because `.none` would mean `nil` for an optional, and not the mode `none`.
  package var explicitMode: RecordMode?
  /// The age from which a recording counts as missing, so that it can be recorded again; `nil` for
  /// no limit.
  public var expiry: Duration?
  /// Whether requests that other stubs answer are left out, even in the mode `all`.
  public var onlyUnmatched: Bool
  /// The filters, which are applied one after another.
  public var filters: [RecordingFilter]
  /// Whether values that look like secrets are hidden even if no filter names them.
  public var redactsSecrets: Bool
  /// Whether the times of responses and of the chunks of their bodies are recorded.
  public var keepsTiming: Bool
  /// The format of a new cassette; `nil` if its extension determines the format.
  ///
  /// A format is needed if several formats have the extension, such as `json`.
  public var format: CassetteFormat?
  /// Whether an expired recording is played if its server cannot be reached (default: no).
  public var playsExpired = false
  /// Whether recording continues in memory if interactions cannot be saved (default: no).
  public var continuesUnsaved = false
  /// The longest response body, in bytes, that is written into the cassette (default: 1 MiB).
  ///
  /// A longer body gets a separate file beside the cassette, if the cassette is in the project's
  /// own format.
  public var longestInlineBody = RecordingConfiguration.inlineBodyLimit

  static let inlineBodyLimit = 1 << 20

  /// Creates a configuration with a mode, which applies even if `CI` is set.
  ///
  /// By default, secrets are hidden and times are recorded.
  public init(
    mode: RecordMode, expiry: Duration? = nil, onlyUnmatched: Bool = false,
    filters: [RecordingFilter] = [], redactsSecrets: Bool = true, keepsTiming: Bool = true
  ) {
    self.init(
      expiry: expiry, onlyUnmatched: onlyUnmatched, filters: filters,
      redactsSecrets: redactsSecrets,
      keepsTiming: keepsTiming)
    self.mode = mode
  }

  /// Creates a configuration that leaves the mode to the environment.
  public init(
    expiry: Duration? = nil, onlyUnmatched: Bool = false, filters: [RecordingFilter] = [],
    redactsSecrets: Bool = true, keepsTiming: Bool = true
  ) {
    self.expiry = expiry
    self.onlyUnmatched = onlyUnmatched
    self.filters = filters
    self.redactsSecrets = redactsSecrets
    self.keepsTiming = keepsTiming
  }

  private static let sharedStorage = Lock([RecordingFilter]())

  /// The filters for all recordings that begin, and all cassettes that are inserted, from now on
  /// (default: none).
  ///
  /// They are applied before the filters of each recording.
  public static var sharedFilters: [RecordingFilter] {
    get { sharedStorage.withLock { $0 } }
    set { sharedStorage.withLock { $0 = newValue } }
  }

  /// The names whose values are hidden.
  package var secretNames: SecretNames {
    var names: SecretNames = redactsSecrets ? .usual : .none
    for filter in filters { names.formUnion(filter.names) }
    return names
  }
}

/// The result of a recording.
public struct RecordingSummary: Sendable, Hashable {
  /// The file of the recording.
  public let file: String
  /// The number of new interactions.
  public package(set) var recorded = 0
  /// The number of earlier interactions that were kept.
  public package(set) var kept = 0
  /// The number of bodies in separate files, among new and earlier interactions.
  package var bodyFiles = 0
  /// The number of interactions that a filter has left out.
  package var dropped = 0
  /// Whether the file has changed.
  public package(set) var isChanged = false
  /// The requests, such as `GET http://host/path`, that were still open when `finish` timed out.
  package var outstanding: [String] = []
  /// The hidden values, one line for each place, such as `header Authorization: 3 times`.
  public package(set) var redactions: [String] = []
  /// The bodies that were not searched for secrets, because their coding, such as `br`, cannot be
  /// decoded.
  ///
  /// The list has a sentence for each of the first bodies, and a last one with the number of other
  /// bodies.
  package var unsearched: [String] = []
  /// Sentences about the details that the format cannot store.
  package var losses: [String] = []

  package init(file: String) { self.file = file }
}

/// A format in which new cassettes can be written.
public struct CassetteFormat: Sendable, Hashable {
  package let writable: WritableFormat

  package init(_ writable: WritableFormat) { self.writable = writable }

  /// Returns whether both formats have the same name.
  public static func == (left: CassetteFormat, right: CassetteFormat) -> Bool {
    left.writable.name == right.writable.name
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(writable.name) }

  /// The project's own format, in YAML.
  public static let stubber = CassetteFormat(.own)
  /// BeKindRewind's property list in XML, with a scene for each interaction.
  public static let beKindRewind = CassetteFormat(.beKindRewind)
  /// DVR's JSON, with a name and a list of interactions.
  public static let dvr = CassetteFormat(.dvr)
  /// HTTP Archive 1.2, which browsers export and read.
  public static let har = CassetteFormat(.har)
  /// Ruby VCR's YAML.
  public static let vcr = CassetteFormat(.vcr)
  /// VCR.py's YAML.
  public static let vcrPy = CassetteFormat(.vcrPy)
  /// Vinyl's JSON.
  public static let vinyl = CassetteFormat(.vinyl)
  /// YAHTTPVCR's JSON.
  public static let yahttpvcr = CassetteFormat(.yahttpvcr)
  /// YAHTTPVCR's property list in XML.
  public static let yahttpvcrPropertyList = CassetteFormat(.yahttpvcrPropertyList)
}
