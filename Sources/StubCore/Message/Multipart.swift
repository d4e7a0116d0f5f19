package import StubPlatform

/// A parser that splits a multipart body at its boundary (RFC 2046 §5.1.1).
///
/// Line ends may be CRLF or LF.
struct MultipartParser {
  /// The largest number of parts, because each part takes much more memory than its bytes.
  private static let mostParts = 10_000

  private let bytes: [UInt8]
  private let delimiter: [UInt8]
  private var index = 0

  static func parse(
    _ body: Data, boundary: String
  ) throws(MultipartSyntaxError) -> [MultipartPart] {
    var parser = MultipartParser(bytes: Array(body), delimiter: Array("--\(boundary)".utf8))
    return try parser.parse()
  }

  private init(bytes: [UInt8], delimiter: [UInt8]) {
    self.bytes = bytes
    self.delimiter = delimiter
  }

  private mutating func parse() throws(MultipartSyntaxError) -> [MultipartPart] {
    guard let first = nextDelimiter() else {
      throw error("the line \"\(delimiterText)\" is missing")
    }
    index = first.end
    var parts: [MultipartPart] = []
    while !isAtClosing {
      guard parts.count < Self.mostParts else {
        throw error("more than \(Self.mostParts) parts")
      }
      skipLine()
      let headers = try readHeaders()
      let start = index
      guard let next = nextDelimiter() else {
        throw error(
          "expected part \(parts.count + 1) to end with \"\(delimiterText)\" or "
            + "\"\(delimiterText)--\", got the end of the body")
      }
      let end = max(start, next.start)
      parts.append(MultipartPart(headers: headers, body: Data(bytes[start..<end])))
      index = next.end
    }
    return parts
  }

  private var delimiterText: String { String(decoding: delimiter, as: UTF8.self) }

  private var isAtClosing: Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "-")
      && bytes[index + 1] == UInt8(ascii: "-")
  }

  /// Returns the range of the next delimiter at the start of a line, including the line end before
  /// it.
  private func nextDelimiter() -> (start: Int, end: Int)? {
    var place = index
    while place + delimiter.count <= bytes.count {
      let isLineStart = place == 0 || bytes[place - 1] == 0x0A
      if isLineStart, isDelimiter(at: place) {
        var start = place
        if start > 0 { start -= 1 }
        if start > 0, bytes[start - 1] == 0x0D { start -= 1 }
        return (start, place + delimiter.count)
      }
      guard let lineEnd = bytes[place...].firstIndex(of: 0x0A) else { return nil }
      place = lineEnd + 1
    }
    return nil
  }

  private func isDelimiter(at place: Int) -> Bool {
    let end = place + delimiter.count
    guard bytes[place..<end].elementsEqual(delimiter) else { return false }
    if bytes[end...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) { return true }
    guard let next = bytes[end...].first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
    return next == 0x0D || next == 0x0A
  }

  private mutating func skipLine() {
    index = bytes[index...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  private mutating func readHeaders() throws(MultipartSyntaxError) -> HTTPHeaders {
    var headers = HTTPHeaders()
    while true {
      let start = index
      guard let lineEnd = bytes[index...].firstIndex(of: 0x0A) else {
        throw error("expected header fields and an empty line, got the end of the body")
      }
      index = lineEnd + 1
      let line = String(decoding: bytes[start..<lineEnd], as: UTF8.self).trimmingWhitespace()
      if line.isEmpty { return headers }
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        index = start
        throw error("expected \"name: value\" or an empty line, got \(line.quoted)")
      }
      headers.append(
        HTTPHeaderName(line[..<colon].trimmingWhitespace()),
        line[line.utf8.index(after: colon)...].trimmingWhitespace())
    }
  }

  private func error(_ reason: String) -> MultipartSyntaxError {
    MultipartSyntaxError(reason: reason, offset: index)
  }
}

/// One part of a `multipart/form-data` body (RFC 7578 §4).
package struct MultipartPart: Sendable, Hashable {
  package let headers: HTTPHeaders
  package let body: Data
  /// The `name` parameter of the part's `Content-Disposition`.
  package let name: String?
  /// The `filename` parameter of the part's `Content-Disposition`.
  package let filename: String?

  init(headers: HTTPHeaders, body: Data) {
    self.headers = headers
    self.body = body
    let parameters = headers[.contentDisposition].map(HeaderParameters.init)
    name = parameters?["name"]
    filename = parameters?["filename"]
  }

  private var coded: CodedText? {
    headers[.contentType].flatMap { HTTPContentType(rawValue: $0).charset(of: body) }
      .map { CodedText(bytes: body, charset: $0) }
  }

  /// The body as text, in the charset of the part's type (default: UTF-8), with invalid sequences
  /// repaired.
  var text: String {
    String(decoding: coded?.readable(limit: .max).body ?? body, as: UTF8.self)
  }

  /// The reason why the body cannot be read as text; `nil` if its charset is known.
  var obstacle: UnreadableContent? { coded?.readable(limit: .max).obstacle }
}

/// The reason why a body is not valid `multipart/form-data`.
package struct MultipartSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The expected and the actual content.
  package let reason: String
  /// The position of the error, in bytes from the start of the body.
  package let offset: Int

  package var description: String { "\(reason) at byte \(offset)" }
}

/// The parameters of a field value, such as `form-data; name="a"; filename="b.txt"`.
struct HeaderParameters {
  private var values: [String: String] = [:]

  // The field is read by Unicode scalars, because a combining mark would join a quote or a
  // semicolon before it into one character.
  init(_ field: String) {
    var rest = field[...].unicodeScalars
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[semicolon...].dropFirst()
      guard let equals = rest.firstIndex(where: { $0 == "=" || $0 == ";" }), rest[equals] == "="
      else { continue }
      let name = Substring(rest[..<equals]).trimmingWhitespace().lowercasedASCII()
      rest = rest[equals...].dropFirst().drop(while: \.properties.isWhitespace)
      let value = rest.first == "\"" ? Self.takeQuoted(&rest) : Self.takeToken(&rest)
      if values[name] == nil { values[name] = value }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func takeToken(_ rest: inout Substring.UnicodeScalarView) -> String {
    let end = rest.firstIndex(of: ";") ?? rest.endIndex
    defer { rest = rest[end...] }
    return Substring(rest[..<end]).trimmingWhitespace()
  }

  /// Removes a quoted string from the start of `rest`, and returns it without its quotes.
  ///
  /// Clients write a quote within it as `\"` or as `%22`.
  private static func takeQuoted(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    rest = rest.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(scalar)
      }
    }
    return String(text).replacingBytes(of: "%22", with: "\"")
      .replacingBytes(of: "%0D%0A", with: "\r\n")
  }
}
