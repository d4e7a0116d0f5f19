/// One value that is not in a file, such as that of an option, written as in rule files.
struct RuleText {
  private let text: String
  private let name: String

  /// Findings call the text by the name.
  init(_ text: String, named name: String) {
    self.text = text
    self.name = name
  }

  /// Reads the value.
  ///
  /// - Throws: `DiagnosticList` with everything that is wrong; an empty text is, too.
  func read<Value>(
    expecting expected: String, remedy: String, _ read: (inout ValueReader) -> Value?
  ) throws(DiagnosticList) -> Value {
    var diagnostics = DiagnosticList()
    var result: Value?
    do throws(FileDiagnostic) {
      let source = try SourceText(name: name, text: text)
      let documents = DocumentReader.documents(
        in: source, format: .yaml, reportingTo: &diagnostics)
      for document in documents.prefix(1) {
        var value = ValueReader(document)
        result = read(&value)
        diagnostics.append(contentsOf: value.diagnostics)
      }
    } catch {
      diagnostics.append(error)
    }
    if result == nil, !diagnostics.hasErrors {
      diagnostics.append(
        FileDiagnostic(file: name, found: "nothing", expected: expected, remedy: remedy))
    }
    guard let result, !diagnostics.hasErrors else { throw diagnostics }
    return result
  }
}
