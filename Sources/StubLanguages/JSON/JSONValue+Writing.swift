#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text, without white space and with members in their own order unless told.
  ///
  /// With `pretty` each member and element has its own line, indented by two spaces; with
  /// `sortedKeys` members come in the order of their names.
  public func text(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    String(decoding: bytes(pretty: pretty, sortedKeys: sortedKeys), as: UTF8.self)
  }

  /// The value as JSON text in UTF-8; see ``text(pretty:sortedKeys:)``.
  public func data(pretty: Bool = false, sortedKeys: Bool = false) -> Data {
    Data(bytes(pretty: pretty, sortedKeys: sortedKeys))
  }

  /// The value as JSON text on one line.
  public var description: String { text() }

  private func bytes(pretty: Bool, sortedKeys: Bool) -> [UInt8] {
    var writer = JSONWriter(isPretty: pretty, sortsNames: sortedKeys)
    writer.write(self)
    return writer.bytes
  }
}
