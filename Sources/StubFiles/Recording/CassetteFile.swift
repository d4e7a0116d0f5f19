import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file that a cassette is in.
struct CassetteFile: Sendable {
  let path: String

  /// Whether the file does not say the same already, times and dates aside.
  func isNews(_ cassette: Cassette, _ written: WrittenCassette) -> Bool {
    guard let bytes = try? DurableFile.read(path) else { return true }
    if bytes.elementsEqual(written.bytes) { return false }
    guard let source = try? SourceText(path: path) else { return true }
    var reader = RuleFileReader(variables: EnvironmentVariables([:]))
    reader.read(source)
    guard !reader.diagnostics.hasErrors, reader.draft.cassettes.count == 1 else { return true }
    return !reader.draft.cassettes[0].saysTheSame(as: cassette)
  }

  func replace(with bytes: Data) throws(FileProblem) {
    // The file's own permissions stay; a new one may be read by all that may read its folder.
    try DurableFile.replace(path, with: Array(bytes), mode: DurableFile.mode(of: path) ?? 0o644)
  }
}

extension Cassette {
  /// Whether both have the same requests and outcomes, whenever they were recorded.
  fileprivate func saysTheSame(as other: Cassette) -> Bool {
    tracks.count == other.tracks.count
      && zip(tracks, other.tracks).allSatisfy { $0.timeless == $1.timeless }
  }
}

extension Cassette.Track {
  /// The track without what differs each time it is recorded.
  fileprivate var timeless: Cassette.Track {
    var track = self
    track.recordedAt = nil
    track.timing = nil
    track.origin = nil
    switch track.outcome {
    case .response(var response):
      response.headers.remove(.date)
      track.outcome = .response(response)
    case .failure(let failure, var response):
      response?.headers.remove(.date)
      track.outcome = .failure(failure, after: response)
    }
    return track
  }
}
