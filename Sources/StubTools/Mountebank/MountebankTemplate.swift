import StubCore
import StubDocuments
import StubRules

/// Imposters with tags of the template language EJS, which contain JavaScript and are not
/// supported.
enum MountebankTemplate: TextFormat {
  static let title = "mountebank with EJS"
  static let fileExtensions: Set<String> = ["ejs"]

  static func recognizes(_ source: SourceText) -> Bool {
    place(of: "<%-", in: source) != nil
      && (place(of: "\"imposters\"", in: source) != nil
        || place(of: "\"protocol\"", in: source) != nil)
  }

  static func read(
    _ source: SourceText, _ reader: Reader, into file: inout FileDraft
  ) {
    let offset = place(of: "<%-", in: source) ?? 0
    reader.findings.add(
      FileDiagnostic(
        at: SourcePosition(source: source, offset: offset),
        found: "EJS tags are not supported",
        remedy: "use mb save, which writes the imposters without them"))
  }

  /// Warns about EJS tags, which mountebank would replace and this library sends unchanged.
  static func warn(of source: SourceText, _ reader: Reader) {
    guard let offset = place(of: "<%", in: source) else { return }
    reader.findings.add(
      FileDiagnostic(
        .warning, at: SourcePosition(source: source, offset: offset),
        found: "EJS tags are sent as they are", remedy: "use mb save, which fills them in"))
  }

  private static func place(of text: StaticString, in source: SourceText) -> Int? {
    ByteSearch.first(text, in: source.bytes)
  }
}
