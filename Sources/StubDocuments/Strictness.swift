package import StubCore
import StubLanguages

/// The strictness with which a document is read, which depends on the tool that it is for.
///
/// A rule file is read strictly, so that no mistake of its author goes unnoticed. A file of another
/// tool is read as leniently as that tool reads it.
package enum Strictness: Sendable {
  /// The project's own files.
  case own
  /// The project's own recordings, whose texts may end within a character.
  case ownRecording
  /// The files of other tools; of a repeated key, the last value is used.
  case foreign
  /// The files of other tools in which header fields are mappings; of a repeated field, all values
  /// are used.
  case foreignWithFields
  /// The recordings of other tools, which are read like ``foreignWithFields`` and ``ownRecording``.
  case foreignRecording

  /// Whether the mistakes of a person are errors.
  package var isOwn: Bool { self == .own || self == .ownRecording }
  /// Whether all values of a repeated header field are used.
  var keepsFields: Bool { self == .foreignWithFields || self == .foreignRecording }
  /// Whether a text may end within a character, because a program has cut it.
  var isRecording: Bool { self == .ownRecording || self == .foreignRecording }
}

extension DiagnosticList {
  /// Reports repeated keys of a mapping, as errors in the project's own files, and as warnings in
  /// other files.
  package mutating func append(
    _ repeated: [RepeatedName], of document: Document, in strictness: Strictness
  ) {
    for key in repeated where !(strictness.keepsFields && key.isField(in: document)) {
      let position = SourcePosition(source: document.source, offset: Int(key.name.start))
      let first = SourcePosition(source: document.source, offset: Int(key.first.start))
      // A full list only counts findings, so they need no text.
      let found =
        isFull
        ? ""
        : "duplicate key \(Quotation.of(document.text(of: key.name))), first at \(first.short)"
      append(
        strictness.isOwn
          ? FileDiagnostic(at: position, found: found)
          : FileDiagnostic(.warning, at: position, found: found, remedy: "the last one counts"))
    }
  }
}

extension RepeatedName {
  /// Returns whether the name is that of a header field of a message, and not of a condition.
  fileprivate func isField(in document: Document) -> Bool {
    guard let holder, !isObject else { return false }
    return document.text(of: holder).lowercasedASCII().contains("header")
  }
}
