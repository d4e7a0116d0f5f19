import StubCore

/// A value outside a file, such as the value of an option, in the notation of rule files.
package struct RuleText {
  private let text: String
  private let name: String

  /// Creates the text; findings refer to it by `name`.
  package init(_ text: String, named name: String) {
    self.text = text
    self.name = name
  }

  /// Reads the value; an empty text is an error.
  ///
  /// - Throws: `DiagnosticList` with all errors.
  package func read<Result>(
    expecting expected: String, remedy: Remedy, _ read: (Reader, Value) -> Result?
  ) throws(DiagnosticList) -> Result {
    var diagnostics = DiagnosticList()
    var result: Result?
    do throws(FileDiagnostic) {
      let source = try SourceText(name: name, text: text)
      let documents = DocumentReader.documents(
        in: source, format: .yaml, reportingTo: &diagnostics)
      for document in documents.prefix(1) {
        let reader = Reader()
        result = read(reader, document)
        diagnostics.append(contentsOf: reader.findings.list)
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

extension Duration {
  /// Parses a duration in its form in rule files: `120ms`, `1.5s`, `2m`, `1h`; a bare number means
  /// seconds.
  package init?(ruleText text: String) {
    guard let quantity = Quantity(text) else { return nil }
    let unit: Duration
    switch quantity.unit {
    case "us", "µs", "μs": unit = .microseconds(1)
    case "ms": unit = .milliseconds(1)
    case "s", "": unit = .seconds(1)
    case "m", "min": unit = .seconds(60)
    case "h": unit = .seconds(3_600)
    default: return nil
    }
    self = quantity.duration(ofUnit: unit)
  }
}
