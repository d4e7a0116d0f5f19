import StubCore

/// A format of recordings or stubs in plain text, neither YAML nor JSON nor a property list.
///
/// A new one is a file in this folder and a word in ``TextFormats/all``.
protocol TextFormat: SendableMetatype {
  /// What messages call it, such as `Mocktail`.
  static var title: String { get }
  /// The extensions, without a dot, by which the files of a folder are taken to be of this format.
  ///
  /// None for a format whose files have the extension of a rule file.
  static var fileExtensions: Set<String> { get }

  /// Whether the text begins as one of this format does.
  static func recognizes(_ source: SourceText) -> Bool

  /// Reads what the text holds into the draft.
  static func read(
    _ source: SourceText, into file: inout FileDraft,
    reportingTo diagnostics: inout DiagnosticList)
}

extension TextFormat {
  static var fileExtensions: Set<String> { [] }
}

enum TextFormats {
  static let all: [any TextFormat.Type] = [
    CharlesTraceFormat.self, HTTPMessageFormat.self, MocktailFormat.self, MountebankTemplate.self,
  ]

  static func recognizing(_ source: SourceText) -> (any TextFormat.Type)? {
    all.first { $0.recognizes(source) }
  }

  /// Whether the name of a file ends as those of one of the formats do.
  static func isTelling(_ fileName: String) -> Bool {
    guard let dot = fileName.lastIndex(of: ".") else { return false }
    let ending = fileName[fileName.index(after: dot)...].lowercased()
    return all.contains { $0.fileExtensions.contains(ending) }
  }
}
