import StubCore
import StubPlatform

/// Which requests are loaded for real and recorded.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// None: what was recorded is played, and nothing else is asked.
  case none
  /// Unmatched requests, if there is no recording yet; nothing if there is one.
  case once
  /// All that neither the recording nor another stub answers; they are added to the recording.
  case newEpisodes
  /// All; what was recorded before is dropped and never played.
  case all
  /// None, and what was recorded is not played either: unmatched requests reach the real server.
  case live

  /// Another name of ``once``.
  public static let missingCassette = RecordMode.once
  /// Another name of ``newEpisodes``.
  public static let missingTracks = RecordMode.newEpisodes

  /// The mode of that name; letter case, `-` and `_` do not matter.
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

/// What the environment says about recording: it overrides the mode everywhere.
///
/// `STUBBER_RECORD=all` records everything again. If `CI` is set, a mode that neither the code nor
/// `STUBBER_RECORD` sets is `none`, and `STUBBER_RECORD` may only say `none`, unless
/// `STUBBER_RECORD_ON_CI=1`.
package enum RecordEnvironment {
  package static let variable = "STUBBER_RECORD"

  /// The mode that counts.
  ///
  /// The first mode is the one that the code sets; `nil` if it sets none.
  ///
  /// - Throws: `RecordingError` for an unknown mode, and for a mode that is refused on CI.
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

  /// How to get a recording that is missing and may not be made.
  package static func remedy(
    for mode: RecordMode?, in variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    if isLeftToCI(mode, in: variables) {
      return "nothing is recorded because CI is set; record it elsewhere and commit it, or set a "
        + "mode"
    }
    return "record it with the mode once"
  }

  /// Whether neither the code nor `STUBBER_RECORD` sets a mode, and nothing is recorded because `CI` is set.
  package static func isLeftToCI(_ mode: RecordMode?, in variables: [String: String]) -> Bool {
    mode == nil && (variables[variable] ?? "").isEmpty && isCI(variables)
  }

  private static func isCI(_ variables: [String: String]) -> Bool {
    variables["CI"].map { !["", "0", "false"].contains($0.lowercased()) } ?? false
  }
}

/// A recording that cannot be made as it should be.
package struct RecordingError: DescribedError, Sendable, Hashable {
  package let description: String

  package init(_ description: String) { self.description = description }

  static func cannotWrite(_ path: String, _ problem: FileProblem) -> RecordingError {
    RecordingError("cannot write \(path): \(problem)")
  }
}

/// How a cassette is recorded.
public struct RecordingConfiguration: Sendable {
  /// What is recorded.
  ///
  /// If it is not set, it is `once`, or `none` if the environment variable `CI` is set.
  public var mode: RecordMode {
    get { explicitMode ?? .once }
    set { explicitMode = newValue }
  }
  /// `nil` if it is not set; not public, because `.none` of an optional mode is `nil`.
  package var explicitMode: RecordMode?
  /// The age at which a recording counts as missing and is made again; `nil` for never.
  public var expiry: Duration?
  /// Whether, in the mode `all` too, requests that other stubs answer are left to those.
  public var onlyMisses: Bool
  /// The filters, applied one after the other.
  public var filters: [RecordingFilter]
  /// Whether what looks like a secret is hidden, without a filter that says so.
  public var redactsSecrets: Bool
  /// Whether it is noted how long responses took and which pieces they came in.
  public var keepsTiming: Bool
  /// The format of a new cassette; `nil` for that of its extension.
  ///
  /// Needed for an extension that several formats have, such as `json`.
  public var format: CassetteFormat?
  /// Whether an expired recording is played if its server takes no connection (default: no).
  public var playsExpired = false
  /// Whether recording goes on when what was recorded cannot be written (default: no).
  public var continuesUnsaved = false
  /// The longest body of a response, in bytes, that is written into the cassette (default: 1 MiB).
  ///
  /// A longer one gets a file beside it, if the cassette is in the project's own format.
  public var longestInlineBody = RecordingConfiguration.inlineBodyLimit

  static let inlineBodyLimit = 1 << 20

  /// A configuration with this mode, whatever the environment; secrets are hidden and times kept by default.
  public init(
    mode: RecordMode, expiry: Duration? = nil, onlyMisses: Bool = false,
    filters: [RecordingFilter] = [], redactsSecrets: Bool = true, keepsTiming: Bool = true
  ) {
    self.init(
      expiry: expiry, onlyMisses: onlyMisses, filters: filters, redactsSecrets: redactsSecrets,
      keepsTiming: keepsTiming)
    self.mode = mode
  }

  /// A configuration that leaves the mode to the environment.
  public init(
    expiry: Duration? = nil, onlyMisses: Bool = false, filters: [RecordingFilter] = [],
    redactsSecrets: Bool = true, keepsTiming: Bool = true
  ) {
    self.expiry = expiry
    self.onlyMisses = onlyMisses
    self.filters = filters
    self.redactsSecrets = redactsSecrets
    self.keepsTiming = keepsTiming
  }

  private static let sharedStorage = Lock([RecordingFilter]())

  /// Filters for all recordings of the process that begin from now on, and for all cassettes that are
  /// inserted; empty at first.
  ///
  /// They come before those of each recording.
  public static var sharedFilters: [RecordingFilter] {
    get { sharedStorage.withLock { $0 } }
    set { sharedStorage.withLock { $0 = newValue } }
  }

  /// The names whose values are hidden.
  var secretNames: SecretNames {
    var names: SecretNames = redactsSecrets ? .usual : .none
    for filter in filters { names.formUnion(filter.names) }
    return names
  }
}

/// What came of a recording.
public struct RecordingSummary: Sendable, Hashable {
  /// The file that was to be written.
  public let file: String
  /// Interactions of this recording.
  public package(set) var recorded = 0
  /// Interactions that were there before and still are.
  public package(set) var kept = 0
  /// Bodies, of these and of earlier interactions, that are in files of their own.
  package var bodyFiles = 0
  /// Exchanges that a filter has dropped.
  package var dropped = 0
  /// Whether the file is another one than before.
  public package(set) var isChanged = false
  /// Requests, such as `GET http://host/path`, that had not ended when the wait for them was over.
  package var outstanding: [String] = []
  /// What was hidden, line by line, such as `header Authorization: 3 times`; empty for nothing.
  public package(set) var redactions: [String] = []
  /// Bodies in which secrets were not looked for, because their coding, such as `br`, is not decoded: a
  /// sentence for each of the first, and the number of the others.
  package var unsearched: [String] = []
  /// What the format cannot hold.
  package var losses: [String] = []

  package init(file: String) { self.file = file }
}

/// A format that new cassettes can be written in.
public struct CassetteFormat: Sendable, Hashable {
  let name: String

  private init(_ format: WritableFormat) { name = format.name }

  var writable: WritableFormat? { .named(name) }

  /// The project's own format, in YAML.
  public static let stubber = CassetteFormat(.own)
  /// BeKindRewind's JSON, one object for each request.
  public static let beKindRewind = CassetteFormat(.beKindRewind)
  /// DVR's JSON: a name and a list of interactions.
  public static let dvr = CassetteFormat(.dvr)
  /// HTTP Archive 1.2, which browsers export and read.
  public static let har = CassetteFormat(.har)
  /// Ruby VCR's YAML.
  public static let vcr = CassetteFormat(.vcr)
  /// VCR.py's YAML.
  public static let vcrPy = CassetteFormat(.vcrPy)
  /// Vinyl's JSON.
  public static let vinyl = CassetteFormat(.vinyl)
  /// WireMock's JSON: stub mappings, one for each interaction.
  public static let wireMock = CassetteFormat(.wireMock)
  /// YAHTTPVCR's JSON.
  public static let yahttpvcr = CassetteFormat(.yahttpvcr)
  /// YAHTTPVCR's property list in XML.
  public static let yahttpvcrPropertyList = CassetteFormat(.yahttpvcrPropertyList)
}
