import StubCore

/// Whether the fields of a real server's response leave no doubt about where its body ends.
///
/// A doubt is answered 502 and not passed on (RFC 9112 §6.3): the client could find another end than libcurl.
enum MessageFraming {
  /// What is wrong, in words that follow "it sent"; `nil` for sound fields.
  static func problem(in fields: HTTPHeaders, httpVersion: String) -> String? {
    let codings = fields.values(of: .transferEncoding)
    let lengths = fields.values(of: .contentLength).flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingWhitespace() }
    }
    return problem(ofCodings: codings, hasLength: !lengths.isEmpty, httpVersion)
      ?? problem(ofLengths: lengths)
  }

  private static func problem(
    ofCodings codings: [String], hasLength: Bool, _ httpVersion: String
  ) -> String? {
    guard let first = codings.first else { return nil }
    if hasLength { return "both Transfer-Encoding and Content-Length" }
    if httpVersion == "1.0" { return "Transfer-Encoding in a response of HTTP/1.0" }
    // No request offers another one (RFC 9112 §7.4).
    guard codings.count == 1, first.equalsIgnoringASCIICase("chunked") else {
      return "the Transfer-Encoding \(codings.joined(separator: ", ").quoted), which is not chunked"
    }
    return nil
  }

  /// A list of equal lengths is one length.
  private static func problem(ofLengths lengths: [String]) -> String? {
    guard let first = lengths.first else { return nil }
    if let other = lengths.first(where: { $0 != first }) {
      return "different values of Content-Length, \(first.quoted) and \(other.quoted)"
    }
    let isNumber = first.utf8.allSatisfy { ByteClass.isDigit($0) }
    // `Int64` is what libcurl counts with.
    guard isNumber, Int64(first) != nil else {
      return "the Content-Length \(first.quoted), which is not a number of bytes"
    }
    return nil
  }
}
