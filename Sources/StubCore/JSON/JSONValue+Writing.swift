#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text.
  ///
  /// - Parameters:
  ///   - pretty: One member or element a line, indented by two spaces; otherwise no white space.
  ///   - sortedKeys: Members by name instead of in their own order.
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
