import StubCore
package import StubDocuments

/// A format that is recognized, but not supported; its error names it and says what to do.
///
/// To add a format, write a static member and add its name to ``all``.
package struct RefusedFormat: Sendable {
  /// The name of the files in messages, such as `Pact files`.
  package let title: String
  /// The text of the error; `nil` stands for "TITLE are not supported".
  package var found: String?
  package let remedy: String
  /// Returns whether a document in JSON, YAML or a property list is in this format.
  package var recognizes: @Sendable (Value) -> Bool = { _ in false }
  /// Returns whether a text that is not such a document is in this format, judged by its start.
  var begins: @Sendable (SourceText) -> Bool = { _ in false }
  /// The file extensions of texts in this format, without a dot, which rule files never have.
  package var fileExtensions: Set<String> = []
  /// Returns the value of the document at which the error is reported.
  package var place: @Sendable (Value) -> Value = { $0 }

  package func report(_ document: Value, to reader: Reader) {
    let place = place(document)
    reader.report(place, found: message, remedy: .advice(remedy))
  }

  func diagnostic(
    _ severity: FileDiagnostic.Severity = .error, at position: SourcePosition
  ) -> FileDiagnostic {
    FileDiagnostic(severity, at: position, found: message, remedy: .advice(remedy))
  }

  private var message: String { found ?? "\(title) are not supported" }
}

/// The recognition of texts that are neither JSON nor YAML.
extension SourceText {
  /// Returns the first line that is neither blank nor a comment, which begins with `comment`.
  func firstLine(comment: String) -> Substring {
    let start = String(decoding: bytes.prefix(Self.beginning), as: UTF8.self)
    let lines = start.split(whereSeparator: \.isNewline).lazy
    return lines.first { line in
      let text = line.drop { $0.isWhitespace }
      return !text.isEmpty && !text.hasPrefix(comment)
    } ?? ""
  }

  /// Returns whether the first 4 KB of the text contain all these words.
  func begins(withAll words: String...) -> Bool {
    words.allSatisfy { bytes.prefix(Self.beginning).firstRange(of: $0.utf8) != nil }
  }

  private static let beginning = 1 << 12
}
