/// A place in a file; line and column are worked out when somebody asks for them.
package struct SourcePosition: Sendable, Hashable {
  package let source: SourceText
  /// Bytes from the start of the text.
  package let offset: Int

  package init(source: SourceText, offset: Int) {
    self.source = source
    self.offset = offset
  }

  package var file: String { source.name }
  /// From 1.
  package var line: Int { source.line(at: offset) }
  /// From 1, in characters.
  package var column: Int { source.column(at: offset) }

  /// The place as a message within the same file names it.
  var inWords: String { "at line \(line), column \(column)" }

  package static func == (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset == right.offset && left.source.name == right.source.name
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source.name)
    hasher.combine(offset)
  }
}
