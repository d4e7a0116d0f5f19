import StubCore

/// A format in which other tools describe stubs, as matchers and responses rather than recordings.
///
/// A format is found by the structure of the document, never by the name of the file. A new one is
/// a file in this folder and a word in ``DefinitionFormats/all``.
protocol DefinitionFormat: SendableMetatype {
  /// What messages call it, such as `WireMock`.
  static var title: String { get }

  static func recognizes(_ document: DocumentNode) -> Bool

  /// Reads the document's stubs into the draft; what is wrong with it is reported to the reader.
  ///
  /// What the format can say and this product cannot do is an error that names it, never left out
  /// in silence.
  static func read(_ document: inout ValueReader, into file: inout FileDraft)
}

enum DefinitionFormats {
  static let all: [any DefinitionFormat.Type] = [
    HoverflyFormat.self, MockServerFormat.self, MountebankFormat.self, WireMockFormat.self,
    MitmproxyFlowFormat.self, OtherPropertyListFormat.self,
  ]

  static func recognizing(_ document: DocumentNode) -> (any DefinitionFormat.Type)? {
    all.first { $0.recognizes(document) }
  }
}
