import StubCore
package import StubPlatform

/// A format that other tools, or this one, write recordings in: documents with a list of interactions.
///
/// A format is found by the structure of the document, never by the name of the file. A new one is
/// a file in this folder and a word in ``all``.
package struct RecordingFormat: Sendable {
  enum Reading: Sendable {
    /// Reads one element of the list, or reports its errors.
    case each(@Sendable (Reader, Value) -> [Interaction])
    /// Reads a document whose elements belong together.
    case whole(@Sendable (Reader, Value) -> [Interaction])
  }

  /// What messages call it, such as `HAR`.
  package let title: String
  /// The keys that lead from the root to the list of recordings; empty when the root is the list.
  let listPath: [String]
  /// Whether the document is one of this format.
  let recognizes: @Sendable (Value) -> Bool
  let read: Reading
  /// The keys of requests, responses and bodies that change no answer.
  ///
  /// A key that is neither read nor one of these is a warning, as it may be the body in a dialect.
  let ignoredKeys: Set<String>
  /// Whether fields of one name are one with commas, as Foundation gives them.
  let joinsFields: Bool
  /// Reads the members next to the list.
  let readRest: @Sendable (Reader, Value, inout Cassette) -> Void

  init(
    _ title: String, list listPath: String..., recognizes: @escaping @Sendable (Value) -> Bool,
    read: Reading, ignoring ignoredKeys: Set<String> = [], joinsFields: Bool = false,
    readRest: @escaping @Sendable (Reader, Value, inout Cassette) -> Void = { _, _, _ in }
  ) {
    self.title = title
    self.listPath = listPath
    self.recognizes = recognizes
    self.read = read
    self.ignoredKeys = ignoredKeys
    self.joinsFields = joinsFields
    self.readRest = readRest
  }

  /// Every format, those with the most telling structure first.
  static let all = [
    own, har, harEntry, nock, beKindRewind, jszvcr, yahttpvcr, tape, dvr, swiftVCR,
    vcrURLConnection, vinyl,
    betamax, rVCR,
    vcr, goVCR, vcrPy, easyVCR, exVCR, phpVCR, vcrPyOld,
  ]

  static func recognizing(_ document: Value) -> RecordingFormat? {
    all.first { $0.recognizes(document) }
  }

  /// Reads a document of this format.
  func cassette(
    _ document: Value, reader: Reader, progress: LoadingProgress.Observer? = nil
  ) -> Cassette {
    var cassette = Cassette()
    reader.findings.message.ignoredKeys = ignoredKeys
    reader.findings.message.document = document
    let list = listPath.reduce(Optional(document)) { $0?[given: $1] }
    switch read {
    case .whole(let read): cassette.interactions = read(reader, document)
    case .each(let read):
      guard let elements = list?.elements else { break }
      cassette.interactions.reserveCapacity(elements.count)
      for element in elements {
        progress?(LoadingProgress(upTo: element.position))
        cassette.interactions += read(reader, element)
      }
    }
    if let list, !listPath.isEmpty, list.elements == nil {
      reader.report(
        list, found: list.summary, expected: "a list of recordings",
        remedy: "try a line with \"- \" for each, or []")
    }
    if joinsFields {
      for index in cassette.interactions.indices { cassette.interactions[index].separateCookies() }
    }
    readRest(reader, document, &cassette)
    return cassette
  }
}

extension RecordingFormat: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.title == right.title }
}

extension RecordingFormat.Reading {
  /// Reads one element that is one interaction.
  static func interaction(_ read: @escaping @Sendable (Reader, Value) -> Interaction?) -> Self {
    .each { reader, element in read(reader, element).map { [$0] } ?? [] }
  }
}

/// A format that cassettes can be written in.
///
/// A new one is a value beside its reader and a word in ``all``. The same cassette is written with
/// the same bytes every time, in the layout of the tool that the format is of.
package struct WritableFormat: Sendable {
  /// What messages call it, such as `HAR`.
  package let title: String
  /// What command lines call it, such as `har`.
  package let name: String
  /// How names of its files end, without the dot, the usual one first.
  package let fileExtensions: [String]
  /// What it cannot store, in the order in which it is taken away.
  package let losses: [Loss]
  /// The title of the format that its files are read in.
  private let readAs: String
  /// The file for a cassette from which ``losses`` were taken.
  package let bytes: @Sendable (Cassette) -> Data

  init(
    _ title: String, name: String, fileExtensions: [String], losses: [Loss] = [],
    storesOriginals: Bool = false, readAs: String? = nil,
    bytes: @escaping @Sendable (Cassette) -> Data
  ) {
    self.title = title
    self.name = name
    self.fileExtensions = fileExtensions
    self.losses = (storesOriginals ? [] : [.originalRequests]) + losses
    self.readAs = readAs ?? title
    self.bytes = bytes
  }

  /// Every format, the project's own first.
  package static let all: [WritableFormat] = [
    own, beKindRewind, dvr, har, vcr, vcrPy, vinyl, wireMock, yahttpvcr, yahttpvcrPropertyList,
  ]

  /// Whether a cassette can have bodies in files of their own.
  var refersToBodies: Bool { name == Self.own.name }

  /// What cassettes name as the tool that recorded them.
  static let recorder = "HTTPStubber"

  /// The format of that name.
  package static func named(_ name: String) -> WritableFormat? { all.first { $0.name == name } }

  /// The formats that files with such a name may be in; the project's own alone where it may be.
  package static func fitting(_ path: String) -> [WritableFormat] {
    let ending = fileExtension(of: path)
    let fitting = all.filter { $0.fileExtensions.contains(ending) }
    return fitting.contains { $0.name == own.name } ? [own] : fitting
  }

  /// The extension of a file name, in lower case; empty without a dot.
  static func fileExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// Whether a file that was read in that format, and in that notation, is written in this one.
  func rewrites(_ format: RecordingFormat, as notation: DocumentFormat) -> Bool {
    format.title == readAs
      && fileExtensions.contains { DocumentFormat(fileName: "a.\($0)") == notation }
  }

  /// Writes what the format can store; names what it cannot.
  package func write(_ cassette: Cassette) -> WrittenCassette {
    var stored = cassette
    let losses = refersToBodies ? losses : [.latin1Fields] + losses + [.tests]
    let lost = losses.compactMap { $0.take(from: &stored, in: title) }
    return WrittenCassette(bytes(stored), count: stored.interactions.count, losses: lost)
  }
}

extension Loss {
  /// For all formats but the project's own.
  fileprivate static let latin1Fields = Loss(
    "header values in Latin-1; they become UTF-8",
    ofHeaders: { headers in
      guard headers.fields.contains(where: \.isLatin1) else { return }
      headers = HTTPHeaders(
        headers.fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
    })
}

/// A cassette as the bytes of a file.
package struct WrittenCassette: Sendable, Hashable {
  package var bytes: Data
  /// How many interactions are in the file.
  package var count: Int
  /// What the format cannot store and the cassette has, each once; complete sentences.
  package var losses: [String]

  package init(_ bytes: Data, count: Int, losses: [String] = []) {
    self.bytes = bytes
    self.count = count
    self.losses = losses
  }
}
