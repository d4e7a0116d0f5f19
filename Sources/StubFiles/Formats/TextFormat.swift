import StubCore

/// A format of recordings or stubs in plain text, neither YAML nor JSON nor a property list.
///
/// A new one is a file in this folder and a word in ``TextFormats/all``.
protocol TextFormat: SendableMetatype {
  /// What messages call it, such as `Mocktail`.
  static var title: String { get }

  /// Whether the text begins as one of this format does.
  static func recognizes(_ source: SourceText) -> Bool

  /// Reads what the text holds into the draft.
  static func read(
    _ source: SourceText, into file: inout FileDraft,
    reportingTo diagnostics: inout DiagnosticList)
}

enum TextFormats {
  static let all: [any TextFormat.Type] = [MountebankTemplate.self]

  static func recognizing(_ source: SourceText) -> (any TextFormat.Type)? {
    all.first { $0.recognizes(source) }
  }
}
