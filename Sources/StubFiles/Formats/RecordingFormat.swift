import StubCore

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
  /// Reads the members next to the list.
  let readRest: @Sendable (Reader, Value, inout Cassette) -> Void

  init(
    _ title: String, list listPath: String..., recognizes: @escaping @Sendable (Value) -> Bool,
    read: Reading, ignoring ignoredKeys: Set<String> = [],
    readRest: @escaping @Sendable (Reader, Value, inout Cassette) -> Void = { _, _, _ in }
  ) {
    self.title = title
    self.listPath = listPath
    self.recognizes = recognizes
    self.read = read
    self.ignoredKeys = ignoredKeys
    self.readRest = readRest
  }

  /// Every format, those with the most telling structure first.
  static let all = [
    own, har, harEntry, nock, beKindRewind, jszvcr, yahttpvcr, dvr, swiftVCR, vcrURLConnection,
    vinyl,
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
