import StubCore

/// A format that other tools, or this one, write recordings in: documents with a list of tracks.
///
/// A format is found by the structure of the document, never by the name of the file. A new one is
/// a file in this folder and a word in ``RecordingFormats/all``.
package protocol RecordingFormat: SendableMetatype {
  /// What messages call it, such as `HAR`.
  static var title: String { get }
  /// The keys that lead from the root to the list of recordings; empty when the root is the list.
  static var listPath: [String] { get }

  /// Whether the document is one of this format.
  ///
  /// The list at ``listPath`` may have been cut after its first elements.
  static func recognizes(_ document: DocumentNode) -> Bool

  init()

  /// Reads one element of the list; what is wrong with it is reported to the reader.
  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette)

  /// Called once after the last element, with the document without its list.
  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette)
}

extension RecordingFormat {
  mutating func finish(_ document: inout ValueReader, into cassette: inout Cassette) {}
}

enum RecordingFormats {
  /// Every format, those with the most telling structure first.
  static let all: [any RecordingFormat.Type] = [
    OwnFormat.self,
    HARFormat.self, NockFormat.self,
    BeKindRewindFormat.self, YAHTTPVCRFormat.self, DVRFormat.self, SwiftVCRFormat.self,
    VCRURLConnectionFormat.self, VinylFormat.self,
    BetamaxFormat.self, RVCRFormat.self, VCRFormat.self,
    GoVCRFormat.self, VCRPyFormat.self,
    EasyVCRFormat.self, ExVCRFormat.self, PHPVCRFormat.self,
    VCR1Format.self, VCRPyOldFormat.self,
  ]

  /// Where lists of recordings are in documents, each once.
  static let listPaths: [[String]] = Array(Set(all.map { $0.listPath }))

  static func recognizing(_ document: DocumentNode) -> (any RecordingFormat.Type)? {
    all.first { $0.recognizes(document) }
  }
}

extension RecordingFormat {
  /// Reads a document of this format.
  static func cassette(_ document: DocumentNode, reportingTo diagnostics: inout DiagnosticList)
    -> Cassette
  {
    var format = Self()
    var cassette = Cassette()
    var (root, path) = (document, DocumentPath.root)
    for key in listPath {
      guard let next = root[key] else { break }
      (root, path) = (next, .key(key, in: path))
    }
    for (index, element) in (root.elements ?? []).enumerated() {
      var reader = ValueReader(element, path: .element(index, in: path))
      format.read(&reader, into: &cassette)
      diagnostics.append(contentsOf: reader.diagnostics)
    }
    var reader = ValueReader(document)
    format.finish(&reader, into: &cassette)
    diagnostics.append(contentsOf: reader.diagnostics)
    return cassette
  }
}
