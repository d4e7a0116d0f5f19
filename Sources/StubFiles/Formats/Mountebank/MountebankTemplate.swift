import StubCore

/// Imposters with tags of the template language EJS, which is JavaScript and is not run here.
enum MountebankTemplate: TextFormat {
  static let title = "mountebank with EJS"
  static let fileExtensions: Set<String> = ["ejs"]

  static func recognizes(_ source: SourceText) -> Bool {
    place(of: "<%-", in: source) != nil
      && (place(of: "\"imposters\"", in: source) != nil
        || place(of: "\"protocol\"", in: source) != nil)
  }

  static func read(
    _ source: SourceText, into file: inout FileDraft,
    reportingTo diagnostics: inout DiagnosticList
  ) {
    let offset = place(of: "<%-", in: source) ?? 0
    diagnostics.append(
      FileDiagnostic(
        at: SourcePosition(source: source, offset: offset),
        found: "a tag of EJS, which is not run here", expected: "imposters as plain JSON",
        remedy: "try mb save, which writes them after the tags are replaced"))
  }

  private static func place(of text: StaticString, in source: SourceText) -> Int? {
    ByteSearch.first(text, in: source.bytes)
  }
}
