#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A part of a body that goes out by itself, some time after the part before it.
public struct HTTPStubChunk: Sendable, Hashable {
  /// Seconds after the chunk before, or after the head; negative counts as none.
  public var after: Double
  public var data: Data

  public init(_ data: Data, after: Double = 0) {
    self.after = after
    self.data = data
  }

  public init(_ text: String, after: Double = 0) {
    self.init(Data(text.utf8), after: after)
  }

  /// A server-sent event (WHATWG HTML §9.2); each line of `data` becomes a field of its own.
  public static func event(
    _ data: String, name: String? = nil, id: String? = nil, after: Double = 0
  ) -> HTTPStubChunk {
    var lines: [String] = []
    if let name { lines.append("event: \(name)") }
    if let id { lines.append("id: \(id)") }
    lines += data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)" }
    return HTTPStubChunk(lines.joined(separator: "\n") + "\n\n", after: after)
  }
}
