import StubCore
package import StubDocuments

/// A reader of files with recordings, which does not read stubs.
package struct CassetteReader {
  package private(set) var cassettes: [Cassette] = []
  package private(set) var diagnostics = DiagnosticList()
  /// Whether there are documents that are not recordings.
  package private(set) var hasOthers = false

  /// Reads the recordings of a text.
  package init(_ source: SourceText) {
    let reader = Reader()
    if CharlesTraceFormat.recognizes(source) {
      cassettes = [CharlesTraceFormat.cassette(source, reader)]
    } else {
      let documents = DocumentReader.documents(
        in: source, strictness: RecordingFormat.strictness, reportingTo: &diagnostics)
      for document in documents where !document.isNull {
        if let format = RecordingFormat.recognizing(document) {
          cassettes.append(format.cassette(document, reader: reader))
        } else {
          hasOthers = true
        }
      }
    }
    diagnostics.append(contentsOf: reader.findings.list)
  }
}
