import StubCassettes
import StubCore
package import StubDocuments

/// The formats of stub files and recordings that are read.
///
/// A file is recognized by its contents, never by its name.
public struct StubFormats: Sendable {
  /// The stub files of other tools.
  package let tools: [ToolFormat]
  /// The formats in plain text.
  package let texts: [any TextFormat.Type]
  /// The formats that are recognized only to say what to do instead.
  package let refused: [RefusedFormat]

  package init(
    tools: [ToolFormat], texts: [any TextFormat.Type], refused: [RefusedFormat]
  ) {
    (self.tools, self.texts, self.refused) = (tools, texts, refused)
  }

  /// Rule files, the recordings of all tools, and saved responses.
  public static let own = StubFormats(
    tools: [], texts: [CharlesTraceFormat.self, HTTPMessageFormat.self, MocktailFormat.self],
    refused: [.otherTools] + RefusedFormat.all)
}

extension StubFormats {
  /// Returns the tool whose stub file the document is; `nil` for any other document.
  package func tool(of document: Value) -> ToolFormat? {
    tools.first { $0.recognizes(document) }
  }

  /// Returns the format of a text that is not a document; `nil` for any other text.
  package func textFormat(of source: SourceText) -> (any TextFormat.Type)? {
    texts.first { $0.recognizes(source) }
  }

  /// Returns the unsupported format of a document; `nil` for any other document.
  package func refusal(of document: Value) -> RefusedFormat? {
    refused.first { $0.recognizes(document) }
  }

  /// Returns the unsupported format of a text, unless its file name has the extension of a rule
  /// file.
  package func refusal(of source: SourceText) -> RefusedFormat? {
    guard DocumentFormat(fileName: source.name) == nil else { return nil }
    return refused.first { $0.begins(source) }
  }

  /// Returns the documents in the text, each read as strictly as its tool reads it.
  package func documents(
    in source: SourceText, reportingTo diagnostics: inout DiagnosticList
  ) -> [Value] {
    DocumentReader.documents(in: source, strictness: strictness, reportingTo: &diagnostics)
  }

  private func strictness(of document: Value) -> Strictness {
    if let format = RecordingFormat.recognizing(document) { return format.strictness }
    if let tool = tool(of: document) {
      return tool.keepsRepeatedFields ? .foreignWithFields : .foreign
    }
    return refusal(of: document) == nil ? .own : .foreign
  }
}

extension StubFormats {
  /// Returns whether files in folders are read, judged by the extension of the file name.
  func areNamed(_ fileName: String) -> Bool {
    let ending = DocumentFormat.fileExtension(of: fileName)
    return DocumentFormat(fileName: fileName) != nil
      || texts.contains { $0.fileExtensions.contains(ending) }
  }

  /// Returns whether a file may be in an unsupported format, judged by its extension.
  func mayRefuse(_ fileName: String) -> Bool {
    let ending = DocumentFormat.fileExtension(of: fileName)
    return !ending.isEmpty && refused.contains { $0.fileExtensions.contains(ending) }
  }

  /// Returns the warning about a file of a folder that is skipped because of its format; otherwise
  /// `nil`.
  package func warning(about path: String) -> FileDiagnostic? {
    guard let source = try? SourceText(path: path, atMost: Self.largestText),
      let format = refusal(of: source)
    else { return nil }
    return format.diagnostic(.warning, at: SourcePosition(source: source, offset: 0))
  }

  private static let largestText = 1 << 24
}
