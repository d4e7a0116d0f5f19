#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which requests are loaded for real and recorded.
public enum RecordMode: String, Sendable, Hashable, CaseIterable {
  /// None: what was recorded is played, and nothing else is asked.
  case none
  /// All that the stubs do not answer, if there is no recording yet; none if there is one.
  case once
  /// All that neither the recording nor another stub answers; they are added to the recording.
  case newEpisodes
  /// All; what was recorded before is dropped and never played.
  case all

  /// Another name of ``once``.
  public static let missingCassette = RecordMode.once
  /// Another name of ``newEpisodes``.
  public static let missingTracks = RecordMode.newEpisodes

  /// The mode of that name; letter case, `-` and `_` do not matter.
  public init?(named name: String) {
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
/// `STUBBER_RECORD=all` records everything anew. Where `CI` is set, only `none` is allowed, unless
/// `STUBBER_RECORD_ON_CI=1`.
package enum RecordEnvironment {
  package static let variable = "STUBBER_RECORD"

  /// The mode that counts.
  ///
  /// - Throws: `RecordingError` for a value that is no mode, and for one that is refused on CI.
  package static func mode(
    _ mode: RecordMode, in variables: [String: String] = ProcessInfo.processInfo.environment
  ) throws(RecordingError) -> RecordMode {
    guard let text = variables[variable], !text.isEmpty else { return mode }
    guard let wanted = RecordMode(named: text) else {
      let names = RecordMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw RecordingError("\(variable)=\(text) is not a mode; use \(names), or unset it")
    }
    let isCI = variables["CI"].map { !["", "0", "false"].contains($0.lowercased()) } ?? false
    if isCI, wanted != .none, variables["\(variable)_ON_CI"] != "1" {
      throw RecordingError(
        "\(variable)=\(text) is refused because CI is set; unset it, or set \(variable)_ON_CI=1")
    }
    return wanted
  }
}

/// A recording that cannot be made as it should be.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
