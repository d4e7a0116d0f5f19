import StubCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A format that cassettes can be written in.
///
/// A new one is a file in this folder and a word in ``WritableFormats/all``. The same cassette is
/// written with the same bytes every time.
package protocol WritableFormat: Sendable {
  /// What messages call it, such as `HAR`.
  static var title: String { get }
  /// What command lines call it, such as `har`.
  static var name: String { get }
  /// How names of its files end, without the dot, the usual one first.
  static var fileExtensions: [String] { get }

  static func write(_ cassette: Cassette) -> WrittenCassette
}

/// A cassette as the bytes of a file.
package struct WrittenCassette: Sendable, Hashable {
  package var bytes: Data
  /// What the format cannot hold and the cassette has, each once; complete sentences.
  package var losses: [String]

  package init(_ bytes: Data, losses: [String] = []) {
    self.bytes = bytes
    self.losses = losses
  }
}

package enum WritableFormats {
  /// Every format, the project's own first.
  package static let all: [any WritableFormat.Type] = [OwnFormat.self]

  /// The format that is written unless another one is asked for.
  package static let own: any WritableFormat.Type = OwnFormat.self

  /// What cassettes name as the tool that recorded them.
  static let recorder = "HTTPStubber"

  /// The format of that name.
  package static func named(_ name: String) -> (any WritableFormat.Type)? {
    all.first { $0.name == name }
  }
}
