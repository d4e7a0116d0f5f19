public import StubPlatform

extension HTTPStubResponse {
  /// Creates a response from a raw HTTP message, such as the file of `curl -is URL > file`.
  ///
  /// Earlier messages in `curl`'s output are skipped: interim responses, redirects, authentication
  /// challenges and a proxy's response to CONNECT. The body is used unchanged. `Transfer-Encoding`
  /// and a wrong `Content-Length` are removed, because `curl` has decoded the transfer coding and
  /// may have decompressed the body.
  ///
  /// - Throws: An error that names the invalid line.
  public convenience init(message: Data) throws { try self.init(savedMessage: message) }

  /// Creates a response from a raw HTTP message, with a typed error to which callers can add the
  /// file name.
  package convenience init(savedMessage message: Data) throws(RawMessageError) {
    self.init()
    var parser = RawMessageParser(bytes: Array(message))
    let last = try parser.lastMessage()
    statusCode = last.status
    reasonPhrase = last.reason
    headers = last.headers
    headers.remove(.transferEncoding)
    headers.remove(.contentLength)
    body = Data(last.body)
  }
}

/// The error for a text that is not a raw HTTP response, with the line and the reason.
package struct RawMessageError: DescribedError, Sendable, Hashable {
  /// The line, counted from 1.
  package let line: Int
  /// The text that this line should have.
  package let expected: String
  /// The text that this line has.
  package let found: String

  package var description: String {
    "line \(line): expected \(expected), got \"\(found)\"; save the message with `curl -is`"
  }
}

private struct RawMessageParser {
  struct Message {
    var status: HTTPStatusCode
    var reason: String?
    var headers = HTTPHeaders()
    var body: ArraySlice<UInt8> = []

    /// Whether `curl` may print another message after this one.
    var isBeforeAnother: Bool {
      // The response to CONNECT has no content (RFC 9110 §9.3.6).
      let isOfTunnel =
        (200..<300).contains(status.rawValue) && headers[.contentType] == nil
        && headers[.transferEncoding] == nil && [nil, "0"].contains(headers[.contentLength])
      return status.rawValue < 200 || status.isRedirect || isOfTunnel
        || [.unauthorized, .proxyAuthenticationRequired].contains(status)
    }
  }

  let bytes: [UInt8]
  private var place = 0
  private var line = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the last of several consecutive messages, whose body reaches to the end.
  mutating func lastMessage() throws(RawMessageError) -> Message {
    while true {
      var message = try head()
      if message.isBeforeAnother, bytes[place...].starts(with: "HTTP/".utf8) { continue }
      message.body = bytes[place...]
      return message
    }
  }

  private mutating func head() throws(RawMessageError) -> Message {
    let start = nextLine()
    let words = start.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].hasPrefix("HTTP/"), let code = Int(words[1]),
      (100...999).contains(code)
    else { throw error("a status line such as HTTP/1.1 200 OK", start) }
    var message = Message(status: HTTPStatusCode(rawValue: code))
    if words.count > 2, words[2] != message.status.reasonPhrase {
      message.reason = String(words[2])
    }
    while place < bytes.count {
      let text = nextLine()
      if text.isEmpty { break }
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
        throw error("a header field such as Name: value", text)
      }
      message.headers.append(
        HTTPHeaderName(String(text[..<colon])),
        text[text.utf8.index(after: colon)...].trimmingWhitespace())
    }
    return message
  }

  /// Removes and returns the text up to the next line end, which is LF or CR LF.
  private mutating func nextLine() -> String {
    line += 1
    let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    var text = bytes[place..<end]
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    place = min(end + 1, bytes.endIndex)
    return String(decoding: text, as: UTF8.self)
  }

  private func error(_ expected: String, _ found: String) -> RawMessageError {
    RawMessageError(line: line, expected: expected, found: String(found.prefix(80)))
  }
}
