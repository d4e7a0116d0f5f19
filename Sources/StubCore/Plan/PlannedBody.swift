#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the bytes of a planned response come from; its length is known before the first goes out.
public enum PlannedBody: Sendable, Hashable {
  case data(Data)
  /// `count` bytes of a file, from `offset`; read while they are sent.
  case file(path: String, offset: Int, count: Int)

  public static let empty = PlannedBody.data(Data())

  /// The number of bytes.
  public var count: Int {
    switch self {
    case .data(let data): data.count
    case .file(_, _, let count): count
    }
  }

  /// The part of the body in `range`, which is cut to what there is.
  public func slice(_ range: Range<Int>) -> PlannedBody {
    let range = range.clamped(to: 0..<count)
    switch self {
    case .data(let data):
      return .data(data.dropFirst(range.lowerBound).prefix(range.count))
    case .file(let path, let offset, _):
      return .file(path: path, offset: offset + range.lowerBound, count: range.count)
    }
  }
}
