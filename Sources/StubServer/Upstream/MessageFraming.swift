import StubCore

/// Checks that the fields of a real server's response clearly show where its body ends.
///
/// If they do not, the client gets a 502 (RFC 9112 §6.3), because it could find another end than
/// libcurl.
enum MessageFraming {
  /// Returns the problem as a phrase that follows "it sent"; `nil` if the fields are valid.
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
    // Requests offer no other coding (RFC 9112 §7.4).
    guard codings.count == 1, first.equalsIgnoringASCIICase("chunked") else {
      return "the Transfer-Encoding \(codings.joined(separator: ", ").quoted), which is not chunked"
    }
    return nil
  }

  /// Returns the problem of the `Content-Length` values, or `nil`; equal lengths count as one.
  private static func problem(ofLengths lengths: [String]) -> String? {
    guard let first = lengths.first else { return nil }
    if let other = lengths.first(where: { $0 != first }) {
      return "different values of Content-Length, \(first.quoted) and \(other.quoted)"
    }
    let isNumber = first.utf8.allSatisfy { ByteClass.isDigit($0) }
    // libcurl counts the bytes of a body with `Int64`.
    guard isNumber, Int64(first) != nil else {
      return "the Content-Length \(first.quoted), which is not a number of bytes"
    }
    return nil
  }
}
