import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

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
