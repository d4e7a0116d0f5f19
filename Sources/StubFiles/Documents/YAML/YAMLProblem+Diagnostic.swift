extension YAMLProblem {
  /// The problem in words that say what to do; unknown ones keep the library's own.
  func diagnostic(in source: SourceText, _ offsets: inout ScalarOffsets) -> FileDiagnostic {
    var start: SourcePosition?
    if let contextPlace {
      start = SourcePosition(source: source, offset: offsets.byteOffset(of: contextPlace))
    }
    let noticed = SourcePosition(source: source, offset: offsets.byteOffset(of: place))
    // A key without ":" is noticed only after its line; the key is what has to change.
    let position = context == "while scanning a simple key" ? start ?? noticed : noticed
    if context == "while scanning a quoted scalar", let start, problemIsMissingQuote {
      return FileDiagnostic(
        at: start, found: "a text that never ends", expected: "a closing quote",
        remedy: "try closing the text")
    }
    let next = String(decoding: source.bytes[position.offset...].prefix(16), as: UTF8.self).first
    let isTab = next == "\t" || text.hasPrefix("found a tab character")
    let explanation =
      isTab
      ? YAMLExplanation(
        "a tab in the indentation", expected: "spaces",
        remedy: "try two spaces for each level; YAML does not indent with tabs")
      : YAMLExplanation.of(text, next: next)
    guard let explanation else {
      return FileDiagnostic(
        at: position, found: text, expected: "YAML", remedy: "try quotes around the value")
    }
    var found = explanation.found
    if let start, explanation.namesContext, let container {
      found += " in the \(container) that starts \(start.inWords)"
    }
    return FileDiagnostic(
      at: position, found: found, expected: explanation.expected, remedy: explanation.remedy)
  }

  private var problemIsMissingQuote: Bool {
    text == "found unexpected end of stream" || text == "found unexpected document indicator"
  }

  private var container: String? {
    switch context {
    case "while parsing a block mapping", "while parsing a flow mapping": "mapping"
    case "while parsing a block collection", "while parsing a flow sequence": "list"
    default: nil
    }
  }
}
