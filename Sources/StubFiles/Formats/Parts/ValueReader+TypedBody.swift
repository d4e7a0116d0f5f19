import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// A body whose form depends on its media type: text and JSON as they are, anything else base64.
  ///
  /// - Parameters:
  ///   - type: The `Content-Type`, if there is one.
  ///   - isTextWithoutType: Whether a body without one is text rather than base64.
  /// - Returns: the body's bytes; `nil` when they cannot be read, which was reported.
  mutating func recordedBody(of type: String?, isTextWithoutType: Bool) -> Data? {
    // JSON stands as it is; no other media type makes a list or a mapping.
    guard let scalar = node.scalar else { return json.data() }
    let type = (type ?? "").lowercasedASCII()
    let isText =
      type.isEmpty
      ? isTextWithoutType : type.hasPrefix("text/") || type.hasPrefix("application/json")
    return isText || scalar.kind != .string ? recordedBytes() : recordedBase64()
  }

  /// A time in seconds since 1970, in the years 1 to 9999.
  mutating func recordedEpoch() -> Date? {
    guard let seconds = number() else { return nil }
    guard (-62_135_596_800..<253_402_300_800).contains(seconds) else {
      return mismatch(
        expected: "seconds since 1970 in the years 1 to 9999", remedy: "try recording it again")
    }
    return Date(timeIntervalSince1970: seconds)
  }

  /// An error of Apple's systems: its `domain` and `code`, with what it says of itself below a key.
  mutating func recordedError(describedIn key: String) -> RecordedFailure? {
    let domain = needed("domain") { $0.text() }
    let code = needed("code") { $0.integer() }
    guard let domain, let code else { return nil }
    var details = node[key]?.json
    let message = details?[FoundationError.description]?.string
    if var members = details?.object {
      if message != nil { members[FoundationError.description] = nil }
      details = members.isEmpty ? .none : .some(.object(members))
    }
    return RecordedFailure(domain: domain, code: code, message: message, details: details)
  }
}

enum FoundationError {
  /// The key of what an error says of itself.
  static let description = "NSLocalizedDescription"
}
