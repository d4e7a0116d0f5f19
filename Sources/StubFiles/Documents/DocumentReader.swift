/// Reads the documents of a rule file, whichever of the formats it is written in.
package enum DocumentReader {
  /// The documents of the text; what is wrong with it is added to `diagnostics`.
  ///
  /// A syntax error ends the reading; documents that came before it are still returned.
  package static func documents(
    in source: SourceText, format: DocumentFormat? = nil,
    reportingTo diagnostics: inout DiagnosticList
  ) -> [DocumentNode] {
    let format = format ?? DocumentFormat(of: source)
    let errors = diagnostics.errorCount
    defer {
      if diagnostics.errorCount > errors, let finding = ERBTemplate.finding(in: source) {
        diagnostics.append(finding)
      }
    }
    switch format {
    case .yaml:
      var reader = YAMLDocumentReader(source)
      // Tags of other languages stand in their recordings.
      let documents = reader.documents { RecordingFormats.recognizing($0) != nil }
      diagnostics.append(contentsOf: reader.diagnostics)
      return documents
    case .json:
      var reader = JSONDocumentReader(source)
      let document = reader.document()
      diagnostics.append(contentsOf: reader.diagnostics)
      return document.map { [$0] } ?? []
    case .propertyList:
      var reader = PropertyListDocumentReader(source)
      let document = reader.document()
      diagnostics.append(contentsOf: reader.diagnostics)
      return document.map { [$0] } ?? []
    }
  }
}
