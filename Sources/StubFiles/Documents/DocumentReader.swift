/// Reads the documents of a rule file, whichever of the formats it is written in.
package enum DocumentReader {
  /// The documents of the text; what is wrong with it is added to `diagnostics`.
  ///
  /// A syntax error ends the reading; documents that came before it are still returned.
  package static func documents(
    in source: SourceText, format: DocumentFormat? = nil,
    reportingTo diagnostics: inout DiagnosticList
  ) -> [DocumentNode] {
    var intake: RecordingIntake?
    return parse(source, format, into: &intake, &diagnostics)
  }

  /// The documents of the text, of which recordings are read at once and not kept as nodes.
  ///
  /// What is wrong is added to `diagnostics`; `progress` is told now and then how many bytes have
  /// been parsed.
  static func readings(
    in source: SourceText, reportingTo diagnostics: inout DiagnosticList,
    progress: ((_ offset: Int) -> Void)? = nil
  ) -> [DocumentReading] {
    let before = diagnostics
    var intake: RecordingIntake? = RecordingIntake(progress: progress)
    _ = parse(source, nil, into: &intake, &diagnostics)
    if let formats = intake?.corrections {
      diagnostics = before
      intake = RecordingIntake(formats, progress: progress)
      _ = parse(source, nil, into: &intake, &diagnostics)
    }
    return intake?.readings ?? []
  }

  private static func parse(
    _ source: SourceText, _ format: DocumentFormat?, into intake: inout RecordingIntake?,
    _ diagnostics: inout DiagnosticList
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
      var reader = YAMLDocumentReader(source, intake)
      // Tags of other languages stand in their recordings.
      let documents = reader.documents { RecordingFormats.recognizing($0) != nil }
      diagnostics.append(contentsOf: reader.diagnostics)
      intake = reader.intake
      return documents
    case .json:
      var reader = JSONDocumentReader(source, intake)
      let document = reader.document()
      diagnostics.append(contentsOf: reader.diagnostics)
      intake = reader.intake
      return document.map { [$0] } ?? []
    case .propertyList:
      var reader = PropertyListDocumentReader(source)
      let document = reader.document()
      diagnostics.append(contentsOf: reader.diagnostics)
      if let document { intake?.finish(document) }
      return document.map { [$0] } ?? []
    }
  }
}
