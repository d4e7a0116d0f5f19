#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The beginning of a body, for reports.
struct BodyExcerpt {
  /// The most bytes that are shown.
  static let limit = 2_048

  private let start: Data
  /// How many bytes are left out.
  private let rest: Int

  init(_ body: Data) {
    var end = min(body.count, Self.limit)
    // Not between the bytes of a character.
    while end < body.count, end > Self.limit - 4, body[body.startIndex + end] & 0xC0 == 0x80 {
      end -= 1
    }
    start = body.prefix(end)
    rest = body.count - end
  }

  /// The text in UTF-8, with how much is left out: `… 59 MB more`.
  var text: String {
    let text = String(decoding: start, as: UTF8.self)
    return rest == 0 ? text : "\(text)… \(ByteCount(rest)) more"
  }
}

/// A number of bytes as reports write it: `1 byte`, `300 bytes`, `59 MB`.
struct ByteCount: CustomStringConvertible {
  let description: String

  init(_ count: Int) {
    description =
      switch count {
      case 1: "1 byte"
      case ..<1_000: "\(count) bytes"
      case ..<1_000_000: "\(count / 1_000) KB"
      default: "\(count / 1_000_000) MB"
      }
  }
}
