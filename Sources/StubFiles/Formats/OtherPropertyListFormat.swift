import StubCore

/// Property lists that are no recordings: refused by name, for rule files are not written as such.
struct OtherPropertyListFormat: DefinitionFormat {
  static let title = "property list"

  static func recognizes(_ document: DocumentNode) -> Bool {
    DocumentFormat(of: document.position.source) == .propertyList
  }

  static func read(_ document: inout ValueReader, into file: inout FileDraft) {
    document.report(
      found: "a property list with \(document.node.summary) that is no recording",
      expected: "\"scenes\" as BeKindRewind writes them, or a list of YAHTTPVCR's scenes",
      remedy: "try recording it again, or removing it")
  }
}
