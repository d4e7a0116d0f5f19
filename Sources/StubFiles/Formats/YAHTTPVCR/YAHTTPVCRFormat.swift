import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of YAHTTPVCR, in JSON or as property lists: scenes in the order of the tape.
///
/// The scenes of one request, its chapter, are those with one `id`; those of several requests may
/// be interleaved.
struct YAHTTPVCRFormat: RecordingFormat {
  static let title = "YAHTTPVCR"
  static let listPath: [String] = []

  private var sceneCount = 0
  private var chapters: [String: YAHTTPVCRChapter] = [:]
  /// The chapters in the order of their first scenes.
  private var order: [String] = []
  /// Whether a scene could not be told to be of a chapter, so that chapters may lack it.
  private var hasLostScenes = false

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first else { return false }
    guard first["id"] != nil, case .integer? = first["type"]?.scalar?.kind else { return false }
    return first["data"]?["cls"] != nil || first["data"] == nil
  }

  init() {}

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    defer { sceneCount += 1 }
    guard let id = element.needed("id", read: { $0.recordedText() }) else {
      hasLostScenes = true
      return
    }
    if chapters[id] == nil { order.append(id) }
    var chapter = chapters[id] ?? YAHTTPVCRChapter(at: element.position, path: element.path)
    chapter.read(&element, number: sceneCount)
    chapters[id] = chapter
  }

  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {
    for chapter in order.compactMap({ chapters[$0] }) {
      if let track = chapter.track {
        cassette.tracks.append(track)
      } else if !chapter.isDamaged, !hasLostScenes {
        document.report(DiagnosticList([chapter.incompleteness]))
      }
    }
  }
}
