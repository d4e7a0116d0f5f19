/// Takes recordings one by one while a document is parsed, so that the parser can forget them.
///
/// The format is told by the first recording and by what stands before the list. Where what stands
/// after the list says something else, the text has to be parsed again.
struct RecordingIntake {
  /// The formats of the documents, where they are known from parsing them before.
  private let known: [(any RecordingFormat.Type)?]?
  private let progress: ((_ offset: Int) -> Void)?
  /// The documents that were parsed.
  private(set) var readings: [DocumentReading] = []
  private var format: (any RecordingFormat)?
  /// Where the recordings of the document are, as far as its format is known.
  private var listPath: [String]?
  private var cassette = Cassette()
  private var findings = DiagnosticList()

  init(
    _ known: [(any RecordingFormat.Type)?]? = nil, progress: ((_ offset: Int) -> Void)? = nil
  ) {
    self.known = known
    self.progress = progress
  }

  /// The formats for parsing again; `nil` when every document turned out to be what it began as.
  var corrections: [(any RecordingFormat.Type)?]? {
    guard known == nil else { return nil }
    let formats = readings.map {
      $0.recording == nil ? nil : RecordingFormats.recognizing($0.outline)
    }
    let isRight = zip(readings, formats).allSatisfy { $0.recording?.format == $1 }
    return isRight ? nil : formats
  }

  /// Offers an element of a list at the end of the trail.
  ///
  /// - Returns: whether the parser may forget it; never for the first, which the outline needs.
  mutating func take(_ element: DocumentNode, number index: Int, _ trail: OutlineTrail) -> Bool {
    progress?(element.position.offset)
    if index == 0, listPath == nil { begin(with: element, trail) }
    // The format is not taken out, for one that gathers things would copy them all.
    guard listPath == trail.keys else { return false }
    let list = trail.keys.reduce(DocumentPath.root) { .key($1, in: $0) }
    var reader = ValueReader(element, path: .element(index, in: list))
    self.format?.read(&reader, into: &cassette)
    findings.append(contentsOf: reader.diagnostics)
    return index > 0
  }

  /// Ends a document that has been parsed; of a list that was taken only the first element is left.
  mutating func finish(_ document: DocumentNode) {
    var reading = DocumentReading(outline: document)
    if let format {
      var reader = ValueReader(document)
      self.format?.finish(&reader, into: &cassette)
      findings.append(contentsOf: reader.diagnostics)
      reading.recording = DocumentReading.Recording(
        format: type(of: format), cassette: cassette, findings: findings)
    }
    readings.append(reading)
    format = nil
    listPath = nil
    cassette = Cassette()
    findings = DiagnosticList()
  }

  private mutating func begin(with element: DocumentNode, _ trail: OutlineTrail) {
    let list = DocumentNode(.sequence([element]), at: element.position)
    let format =
      known.map { $0[readings.count] } ?? RecordingFormats.recognizing(trail.outline(list))
    guard let format, format.listPath == trail.keys else { return }
    self.format = format.init()
    listPath = trail.keys
  }
}

/// A document as it was read.
struct DocumentReading {
  /// Recordings that were read while the document was parsed.
  struct Recording {
    let format: any RecordingFormat.Type
    let cassette: Cassette
    let findings: DiagnosticList
  }

  /// The document; of recordings that were read already it has only the first.
  let outline: DocumentNode
  var recording: Recording?
}
