import StubCore
import StubLanguages

/// The strictness with which a document is read, which depends on the tool that it is for.
///
/// A rule file is read strictly, so that no mistake of its author goes unnoticed. A file of another
/// tool is read as leniently as that tool reads it.
enum Strictness: Sendable {
  /// The project's own files.
  case own
  /// The files of other tools; of a repeated key, the last value is used.
  case foreign
  /// The files of other tools in which header fields are mappings; of a repeated field, all values
  /// are used.
  case foreignWithFields

  init(of document: Value) {
    if let format = RecordingFormat.recognizing(document) {
      self = format == .own ? .own : .foreignWithFields
    } else if let format = ToolFormat.recognizing(document) {
      self = format.keepsRepeatedFields ? .foreignWithFields : .foreign
    } else {
      self = RefusedFormat.recognizing(document) == nil ? .own : .foreign
    }
  }
}

extension DiagnosticList {
  /// Reports repeated keys of a mapping, as errors in the project's own files, and as warnings in
  /// other files.
  mutating func append(
    _ repeated: [RepeatedName], of document: Document, in strictness: Strictness
  ) {
    for key in repeated where !(strictness == .foreignWithFields && key.isField(in: document)) {
      let position = SourcePosition(source: document.source, offset: Int(key.name.start))
      let first = SourcePosition(source: document.source, offset: Int(key.first.start))
      // A full list only counts findings, so they need no text.
      let found =
        isFull
        ? ""
        : "duplicate key \(Quotation.of(document.text(of: key.name))), first at \(first.short)"
      append(
        strictness == .own
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
