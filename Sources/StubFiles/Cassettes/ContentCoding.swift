import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What can be known about whether a recorded body is still compressed (RFC 9110 §8.4).
enum ContentCoding {
  /// The codings of a field, in lower case, in the order they were applied.
  static func list(in field: String) -> [String] {
    field.split(separator: ",").map { String($0).trimmingWhitespace().lowercasedASCII() }
      .filter { !$0.isEmpty && $0 != "identity" }
  }

  /// The field for the codings that the body still has; `nil` when it is decoded.
  static func remaining(of codings: [String], in body: Data) -> String? {
    guard !body.isEmpty, let last = codings.lastIndex(where: { has($0, body) }) else { return nil }
    return codings[...last].joined(separator: ", ")
  }

  /// Whether the body is in that coding.
  ///
  /// Brotli, deflate without zlib's header and codings that are not known here have no mark to tell
  /// them by: a body that is text was decoded, any other was not.
  private static func has(_ coding: String, _ body: Data) -> Bool {
    switch coding {
    case "gzip", "x-gzip": body.starts(with: [0x1F, 0x8B])
    case "zstd": body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case "compress", "x-compress": body.starts(with: [0x1F, 0x9D])
    default: !isText(body)
    }
  }

  private static func isText(_ body: Data) -> Bool {
    let isControlled = body.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D].contains($0) }
    return !isControlled && String(validating: body, as: UTF8.self) != nil
  }
}
