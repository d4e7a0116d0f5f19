import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a file plays and what records into it, by mode, age and environment.
package struct RecordingPlan: Sendable {
  package let played: Cassette
  package let recorder: CassetteRecorder?
  /// Those of the process and of the configuration.
  let filters: [RecordingFilter]
  /// How many interactions of a recorder that was ended by force the file has got now.
  package let recovered: Int

  /// With `writesAtEndOnly` nothing is written before the recorder finishes.
  ///
  /// - Throws: as `StubSet.insert` does.
  package init(
    file path: String, format: WritableFormat? = nil,
    _ configuration: RecordingConfiguration,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    writesAtEndOnly: Bool = false
  ) throws {
    var configuration = configuration
    configuration.filters = RecordingConfiguration.sharedFilters + configuration.filters
    filters = configuration.filters
    let mode = try RecordEnvironment.mode(configuration.explicitMode, in: environment)
    let file = CassetteFile(path: path)
    recovered = try file.addRemains(replacing: mode == .all)
    // A file that is replaced need not be readable.
    var old = mode == .all ? nil : try file.read()
    if mode != .none, let age = configuration.expiry, let cassette = old,
      file.isExpired(cassette, after: age)
    {
      old = nil
    }
    played = old ?? Cassette()
    let isMissing = played.interactions.isEmpty
    guard mode == .all || mode == .newEpisodes || (mode == .once && isMissing) else {
      if old == nil {
        let remedy = RecordEnvironment.remedy(for: configuration.explicitMode, in: environment)
        throw RecordingError("no recording at \(path); \(remedy)")
      }
      recorder = nil
      return
    }
    // The folder of a recording that is written at its end may be made until then.
    let isEarly = writesAtEndOnly && DurableFile.mode(of: DurableFile.folder(of: path)) == nil
    let journal = isEarly ? nil : try RecordingJournal(of: path)
    if journal != nil { BodyFolder(of: path).removeUnfinished() }
    let format = isMissing ? try format ?? file.namedFormat() : try file.writableFormat()
    do throws(FileProblem) {
      try journal?.begin(replaces: old == nil, format: format)
    } catch {
      throw RecordingError.cannotWrite(path, error)
    }
    recorder = CassetteRecorder(
      file: path, format: format, after: old, mode: mode, configuration: configuration,
      journal: journal, writesAtEndOnly: writesAtEndOnly)
  }
}
