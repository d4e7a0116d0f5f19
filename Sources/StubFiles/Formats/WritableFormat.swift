import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A format that cassettes can be written in.
///
/// A new one is a file in this folder and a word in ``WritableFormats/all``. The same cassette is
/// written with the same bytes every time, in the layout of the tool that the format is of.
package protocol WritableFormat: SendableMetatype {
  /// What messages call it, such as `HAR`.
  static var title: String { get }
  /// What command lines call it, such as `har`.
  static var name: String { get }
  /// How names of its files end, without the dot, the usual one first.
  static var fileExtensions: [String] { get }
  /// What it has no place for, in the order in which it is taken away.
  static var notHeld: [CassetteDetail] { get }

  /// The file for a cassette from which ``notHeld`` was taken.
  static func bytes(of cassette: Cassette) -> Data

  /// Whether a file that was read in that format, and whose name ends so, is written in this one.
  static func rewrites(_ format: any RecordingFormat.Type, extension ending: String) -> Bool
}

extension WritableFormat {
  package static func rewrites(
    _ format: any RecordingFormat.Type, extension ending: String
  ) -> Bool {
    format == Self.self && fileExtensions.contains(ending)
  }

  /// Writes what the format can hold and tells what it cannot.
  package static func write(_ cassette: Cassette) -> WrittenCassette {
    var held = cassette
    var losses: [String] = []
    for detail in notHeld {
      let rest = detail.removed(held)
      if let loss = detail.loss(from: held, to: rest, in: title) { losses.append(loss) }
      held = rest
    }
    return WrittenCassette(bytes(of: held), count: held.tracks.count, losses: losses)
  }
}

/// A cassette as the bytes of a file.
package struct WrittenCassette: Sendable, Hashable {
  package var bytes: Data
  /// How many interactions are in the file.
  package var count: Int
  /// What the format cannot hold and the cassette has, each once; complete sentences.
  package var losses: [String]

  package init(_ bytes: Data, count: Int, losses: [String] = []) {
    self.bytes = bytes
    self.count = count
    self.losses = losses
  }
}

package enum WritableFormats {
  /// Every format, the project's own first.
  package static let all: [any WritableFormat.Type] = [
    OwnFormat.self, DVRFormat.self, HARFormat.self, VCRFormat.self, VCRPyFormat.self,
    VinylFormat.self, WireMockFormat.self, YAHTTPVCRFormat.self, YAHTTPVCRPropertyList.self,
  ]

  /// The format that is written unless another one is asked for.
  package static let own: any WritableFormat.Type = OwnFormat.self

  /// What cassettes name as the tool that recorded them.
  static let recorder = "HTTPStubber"

  /// The format of that name.
  package static func named(_ name: String) -> (any WritableFormat.Type)? {
    all.first { $0.name == name }
  }

  /// The formats that files with such a name may be in; the project's own alone where it may be.
  package static func fitting(_ path: String) -> [any WritableFormat.Type] {
    let ending = fileExtension(of: path)
    let fitting = all.filter { $0.fileExtensions.contains(ending) }
    return fitting.contains { $0 == own } ? [own] : fitting
  }

  /// What stands after the last dot of a file's name, in lower case; empty without a dot.
  static func fileExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }
}
