import StubCore

/// A format that is recognized but not read: refused by name, with what to do.
///
/// A new one is a value in ``all``.
struct RefusedFormat: Sendable {
  /// What messages call its files, such as `Pact files`.
  let title: String
  /// What is wrong; that the files are not supported by default.
  var found: String?
  let remedy: String
  /// Whether a document in JSON, YAML or a property list is of this format.
  var recognizes: @Sendable (Value) -> Bool = { _ in false }
  /// Whether a text that is neither begins as one of this format does.
  var begins: @Sendable (SourceText) -> Bool = { _ in false }
  /// The extensions of such texts, without a dot, which no rule file has.
  var fileExtensions: Set<String> = []
  /// What of the document is reported.
  var place: @Sendable (Value) -> Value = { $0 }

  static func recognizing(_ document: Value) -> RefusedFormat? {
    all.first { $0.recognizes(document) }
  }

  /// The format of a text without the name of a rule file.
  static func recognizing(_ source: SourceText) -> RefusedFormat? {
    guard DocumentFormat(fileName: source.name) == nil else { return nil }
    return all.first { $0.begins(source) }
  }

  /// Whether a file may be of one of the formats, by its name.
  static func mayBe(_ fileName: String) -> Bool {
    let ending = WritableFormat.fileExtension(of: fileName)
    return !ending.isEmpty && all.contains { $0.fileExtensions.contains(ending) }
  }

  /// The warning about a file of a folder that is of one of the formats, which is not read with the others.
  static func warning(about path: String) -> FileDiagnostic? {
    guard let source = try? SourceText(path: path, atMost: largestText),
      let format = recognizing(source)
    else { return nil }
    return format.diagnostic(.warning, at: SourcePosition(source: source, offset: 0))
  }

  private static let largestText = 1 << 24

  func report(_ document: Value, to reader: Reader) {
    let place = place(document)
    reader.report(place, found: message, remedy: remedy)
  }

  func diagnostic(
    _ severity: FileDiagnostic.Severity = .error, at position: SourcePosition
  ) -> FileDiagnostic {
    FileDiagnostic(severity, at: position, found: message, remedy: remedy)
  }

  private var message: String { found ?? "\(title) are not supported" }
}

/// How texts are told that are neither JSON nor YAML.
extension SourceText {
  /// The beginning without blanks and comments of a line, as words.
  func firstLine(comment: String) -> Substring {
    let start = String(decoding: bytes.prefix(Self.beginning), as: UTF8.self)
    let lines = start.split(whereSeparator: \.isNewline).lazy
    return lines.first { line in
      let text = line.drop { $0.isWhitespace }
      return !text.isEmpty && !text.hasPrefix(comment)
    } ?? ""
  }

  /// Whether all these words are in the beginning.
  func begins(withAll words: String...) -> Bool {
    words.allSatisfy { bytes.prefix(Self.beginning).firstRange(of: $0.utf8) != nil }
  }

  private static let beginning = 1 << 12
}
