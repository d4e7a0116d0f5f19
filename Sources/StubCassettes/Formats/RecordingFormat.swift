package import StubCore
package import StubDocuments
package import StubPlatform

/// A format of recordings, of this or another tool: documents with a list of interactions.
///
/// A format is recognized by the structure of the document, never by the name of the file. To add
/// one, write a file in this folder and add its name to ``all``.
package struct RecordingFormat: Sendable {
  package enum Reading: Sendable {
    /// Reads each element of a list.
    ///
    /// The errors in an element are reported, and such an element has no interactions.
    case each(@Sendable (RecordingReader) -> (Value) -> [Interaction])
    /// Reads a document whose elements depend on each other.
    case whole(@Sendable (RecordingReader, Value) -> [Interaction])
  }

  /// The name in messages, such as `HAR`.
  package let title: String
  /// The keys from the root of the document to the list of recordings; empty if the root is the
  /// list.
  let listPath: [String]
  /// Returns whether a document is in this format.
  package let recognizes: @Sendable (Value) -> Bool
  package let read: Reading
  /// The keys of requests, responses and bodies that do not affect playback.
  ///
  /// A key that is neither read nor in this set causes a warning, because it may contain the body
  /// in another version of the format.
  let ignoredKeys: Set<String>
  /// Whether repeated header fields are joined with commas, as Foundation does.
  let joinsFields: Bool
  /// Reads the members beside the list, and stores them in the cassette.
  let readRest: @Sendable (RecordingReader, Value, inout Cassette) -> Void

  package init(
    _ title: String, list listPath: String..., recognizes: @escaping @Sendable (Value) -> Bool,
    read: Reading, ignoring ignoredKeys: Set<String> = [], joinsFields: Bool = false,
    readRest: @escaping @Sendable (RecordingReader, Value, inout Cassette) -> Void = { _, _, _ in }
  ) {
    self.title = title
    self.listPath = listPath
    self.recognizes = recognizes
    self.read = read
    self.ignoredKeys = ignoredKeys
    self.joinsFields = joinsFields
    self.readRest = readRest
  }

  /// All formats; those with the most specific structure come first.
  package static let all = [
    own, har, harEntry, nock, beKindRewind, jszvcr, yahttpvcr, tape, dvr, swiftVCR,
    vcrURLConnection, vinyl,
    betamax, rVCR,
    vcr, goVCR, vcrPy, easyVCR, exVCR, phpVCR, vcrPyOld,
  ]

  /// The entry of ``ignoredKeys`` that stands for all keys that begin with `_`.
  static let privateKeys = "_"

  package static func recognizing(_ document: Value) -> RecordingFormat? {
    all.first { $0.recognizes(document) }
  }

  /// Returns the strictness for a recording; for any other document, that of the project's own
  /// files.
  package static func strictness(of document: Value) -> Strictness {
    recognizing(document)?.strictness ?? .own
  }

  package var strictness: Strictness { self == .own ? .ownRecording : .foreignRecording }

  /// Reads a document of this format.
  package func cassette(
    _ document: Value, reader: Reader, progress: LoadingProgress.Observer? = nil
  ) -> Cassette {
    var cassette = Cassette()
    let recordings = RecordingReader(reader, document: document, ignoring: ignoredKeys)
    let list = listPath.reduce(Optional(document)) { $0?[given: $1] }
    switch read {
    case .whole(let read): cassette.interactions = read(recordings, document)
    case .each(let read):
      guard let elements = list?.elements else { break }
      let read = read(recordings)
      cassette.interactions.reserveCapacity(elements.count)
      for element in elements {
        progress?(LoadingProgress(upTo: element.position))
        cassette.interactions += read(element)
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
    readRest(recordings, document, &cassette)
    return cassette
  }
}

extension RecordingFormat: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.title == right.title }
}

extension RecordingFormat.Reading {
  /// Returns the way to read a list in which each element is one interaction.
  package static func interaction(
    _ read: @escaping @Sendable (RecordingReader) -> (Value) -> Interaction?
  ) -> Self {
    .each { reader in
      let read = read(reader)
      return { element in read(element).map { [$0] } ?? [] }
    }
  }
}

/// A format in which cassettes can be written.
///
/// To add one, write a value beside its reader and add its name to ``all``. The same cassette
/// always has the same bytes, in the layout of the format's own tool.
package struct WritableFormat: Sendable {
  /// The name in messages, such as `HAR`.
  package let title: String
  /// The name in command lines, such as `har`.
  package let name: String
  /// The extensions of the format's files, without the dot; the usual one comes first.
  package let fileExtensions: [String]
  /// The details that the format cannot store, in the order in which they are removed.
  package let losses: [Loss]
  /// The title of the ``RecordingFormat`` that reads these files.
  private let readAs: String
  /// Encodes a cassette from which ``losses`` were removed.
  package let bytes: @Sendable (Cassette) -> Data

  package init(
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

  /// All formats of recordings, the project's own first.
  package static let all: [WritableFormat] = [
    own, beKindRewind, dvr, har, vcr, vcrPy, vinyl, yahttpvcr, yahttpvcrPropertyList,
  ]

  /// Whether files in this format can refer to bodies in separate files.
  var refersToBodies: Bool { name == Self.own.name }

  /// The name of the recording tool in cassettes.
  package static let recorder = "HTTPStubber"

  /// Returns the format with this name; `nil` if there is none.
  package static func named(
    _ name: String, among formats: [WritableFormat] = all
  ) -> WritableFormat? { formats.first { $0.name == name } }

  /// Returns the formats with the extension of a file name.
  ///
  /// If the project's own format is one of them, only this one is returned.
  package static func fitting(
    _ path: String, among formats: [WritableFormat] = all
  ) -> [WritableFormat] {
    let ending = DocumentFormat.fileExtension(of: path)
    let fitting = formats.filter { $0.fileExtensions.contains(ending) }
    return fitting.contains { $0.name == own.name } ? [own] : fitting
  }

  /// Returns whether a file that was read in `format` and `notation` can be rewritten in this
  /// format.
  func rewrites(_ format: RecordingFormat, as notation: DocumentFormat) -> Bool {
    format.title == readAs
      && fileExtensions.contains { DocumentFormat(fileName: "a.\($0)") == notation }
  }

  /// Encodes a cassette.
  ///
  /// The result also lists the details that the format cannot store.
  package func write(_ cassette: Cassette) -> WrittenCassette {
    var stored = cassette
    let losses = refersToBodies ? losses : [.latin1Fields] + losses + [.tests]
    let lost = losses.compactMap { $0.take(from: &stored, in: title) }
    return WrittenCassette(bytes(stored), count: stored.interactions.count, losses: lost)
  }
}

extension Loss {
  /// Header values in Latin-1, which all formats lose except the project's own.
  fileprivate static let latin1Fields = Loss(
    "header values in Latin-1; they become UTF-8",
    ofHeaders: { headers in
      guard headers.fields.contains(where: \.isLatin1) else { return }
      headers = HTTPHeaders(
        headers.fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) })
    })
}

/// An encoded cassette.
package struct WrittenCassette: Sendable, Hashable {
  package var bytes: Data
  /// The number of interactions in the file.
  package var count: Int
  /// The details that were lost, as complete sentences without duplicates.
  package var losses: [String]

  package init(_ bytes: Data, count: Int, losses: [String] = []) {
    self.bytes = bytes
    self.count = count
    self.losses = losses
  }
}
