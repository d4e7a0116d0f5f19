import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of BeKindRewind, property lists of all its versions: a scene for each request.
struct BeKindRewindFormat: RecordingFormat {
  static let title = "BeKindRewind"
  static let listPath = ["scenes"]

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let scenes = document["scenes"] else { return false }
    return scenes.elements?.first.map { $0["frames"] != nil } ?? (document["creationDate"] != nil)
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    let frames = element.needed("frames") { frames in
      frames.list { $0.beKindRewindFrame() }
    }
    guard let frames, !element.diagnostics.hasErrors else { return }
    var scene = BeKindRewindScene(origin: element.trackOrigin)
    // Those with the same time stay in the order they were written.
    let ordered = frames.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    for (_, frame) in ordered { scene.play(frame) }
    if let problem = scene.finish() {
      return element.report(
        found: problem, expected: "a request with a response or an error",
        remedy: "try recording it again, or removing the scene")
    }
    cassette.tracks += scene.tracks
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    document.reportUnlessList("scenes")
    cassette.recorder = document.recorded("version") { $0.recordedText() }
      .map { "BeKindRewind \($0)" }
  }
}
