/// Takes recordings one by one while a document is parsed, so that the parser can forget them.
///
/// The format is told by the first recording and by what stands before the list. Where what stands
/// after the list says something else, the text has to be parsed again.
struct RecordingIntake {
  /// The formats of the documents, where they are known from parsing them before.
  private let known: [RecordingFormat?]?
  private let progress: ((_ offset: Int) -> Void)?
  /// The documents that were parsed.
  private(set) var readings: [DocumentReading] = []
  private var format: RecordingFormat?
  /// Where the recordings of the document are, as far as its format is known.
  private var listPath: [String]?
  private var cassette = Cassette()
  private var findings = Findings()

  init(
    _ known: [RecordingFormat?]? = nil, progress: ((_ offset: Int) -> Void)? = nil
  ) {
    self.known = known
    self.progress = progress
  }

  /// The formats for parsing again; `nil` when every document turned out to be what it began as.
  var corrections: [RecordingFormat?]? {
    guard known == nil else { return nil }
    let formats = readings.map {
      $0.recording == nil ? nil : RecordingFormat.recognizing(Value($0.outline))
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
    guard listPath == trail.keys else { return false }
    let list = trail.keys.map { "/\($0)" }.joined()
    let value = Value(element, pointer: "\(list)/\(index)")
    guard case .each(let read)? = format?.read else { return false }
    cassette.tracks += read(Reader(findings), value)
    return index > 0
  }

  /// Ends a document that has been parsed; of a list that was taken only the first element is left.
  mutating func finish(_ document: DocumentNode) {
    var reading = DocumentReading(outline: document)
    if let format {
      format.finish(Value(document), reader: Reader(findings), &cassette)
      reading.recording = DocumentReading.Recording(
        format: format, cassette: cassette, findings: findings.list)
    }
    readings.append(reading)
    format = nil
    listPath = nil
    cassette = Cassette()
    findings = Findings()
  }

  private mutating func begin(with element: DocumentNode, _ trail: OutlineTrail) {
    let list = DocumentNode(.sequence([element]), at: element.position)
    let format =
      known.map { $0[readings.count] } ?? RecordingFormat.recognizing(Value(trail.outline(list)))
    guard let format, format.listPath == trail.keys, case .each = format.read else { return }
    self.format = format
    listPath = trail.keys
  }
}

/// A document as it was read.
struct DocumentReading {
  /// Recordings that were read while the document was parsed.
  struct Recording {
    let format: RecordingFormat
    let cassette: Cassette
    let findings: DiagnosticList
  }

  /// The document; of recordings that were read already it has only the first.
  let outline: DocumentNode
  var recording: Recording?
}

/// The way from the root of a document to the value that is being parsed, with what stands before
/// it, as far as a list of recordings can be there.
struct OutlineTrail {
  private struct Level {
    let members: [DocumentMember]
    let position: SourcePosition
    let key: String
    let keyPosition: SourcePosition
  }

  private var levels: [Level] = []
  private(set) var keys: [String] = []

  /// Whether a value inside so many others is the one that the trail leads to.
  func leads(toDepth depth: Int) -> Bool { levels.count == depth }

  /// Whether a list inside so many other values is one that can be of recordings.
  func leadsToRecordings(atDepth depth: Int) -> Bool {
    leads(toDepth: depth) && RecordingFormat.listPaths.contains(keys)
  }

  /// Goes to the value of a key when a list of recordings can be there.
  ///
  /// - Returns: whether it did, so that ``leave()`` has to be called after the value.
  mutating func enter(
    _ key: String, at keyPosition: SourcePosition, of members: [DocumentMember],
    at position: SourcePosition
  ) -> Bool {
    guard RecordingFormat.listPaths.contains(where: { $0.starts(with: keys + [key]) }) else {
      return false
    }
    levels.append(
      Level(members: members, position: position, key: key, keyPosition: keyPosition))
    keys.append(key)
    return true
  }

  mutating func leave() {
    levels.removeLast()
    keys.removeLast()
  }

  /// The document as far as it is known, with that value at the end of the trail.
  func outline(_ value: DocumentNode) -> DocumentNode {
    levels.reversed().reduce(value) { value, level in
      let member = DocumentMember(key: level.key, position: level.keyPosition, value: value)
      return DocumentNode(.mapping(level.members + [member]), at: level.position)
    }
  }
}
