import StubCassettes
package import StubCore
package import StubDocuments
import StubPlatform

/// A reader of the `.tail` files of Mocktail; each file has one stub.
///
/// The lines are: a pattern for the method, a pattern for the URL, the status, the media type alone
/// or a header field, more header fields, an empty line, the body. Patterns match anywhere, in any
/// letter case. If the media type ends in `;base64`, the body is in Base64.
package struct MocktailFormat: TextFormat {
  package static let title = "Mocktail"
  package static let fileExtensions: Set = ["tail"]

  /// Returns whether the first two lines are patterns and the third is a status.
  ///
  /// A file whose name ends in `.tail` always has this format, so that a damaged one gets a
  /// specific error.
  package static func recognizes(_ source: SourceText) -> Bool {
    if source.name.lowercased().hasSuffix(".tail") { return true }
    // Only the first line is examined before copying: many JSON files have only one line.
    let end = source.bytes.first { !isOfMethod($0) && $0 != UInt8(ascii: "\r") }
    guard end == UInt8(ascii: "\n") else { return false }
    var lines = TextLineReader(source)
    guard let method = lines.next()?.line, let url = lines.next()?.line,
      let status = lines.next()?.line
    else { return false }
    let isMethod = !method.isEmpty && method.utf8.allSatisfy(isOfMethod)
    return isMethod && !url.isEmpty && Int(status) != nil && status.utf8.count == 3
  }

  /// Returns whether patterns of methods may contain the byte.
  private static func isOfMethod(_ byte: UInt8) -> Bool {
    "|()[].*+?^$\\".utf8.contains(byte) || Unicode.Scalar(byte).properties.isAlphabetic
  }

  package static func read(
    _ source: SourceText, _ reader: Reader, into file: inout FileDraft
  ) {
    var lines = TextLineReader(source)
    guard let method = lines.next(), let url = lines.next(), let status = lines.next() else {
      reader.findings.add(
        FileDiagnostic(
          at: lines.position, found: "missing lines",
          remedy: "write a method, a URL, a status and a media type, each on a line"))
      return
    }
    let errors = reader.findings.list.errorCount
    let mocktail = MocktailReader(reader: RecordingReader(reader))
    let matchers = (mocktail.method(method), mocktail.url(url))
    let code = mocktail.reader.statusCode(status)
    let (headers, isBase64) = mocktail.fields(&lines)
    let body = TextLineReader.value(lines.rest, at: lines.position)
    let bytes = isBase64 ? mocktail.reader.bodies.base64(body) : Data(lines.rest)
    guard reader.findings.list.errorCount == errors, let code, let bytes else { return }
    let stub = HTTPStubRequest(file: source.name, line: 1).named(source.baseName)
    if let matcher = matchers.0 { stub.match(matcher) }
    if let matcher = matchers.1 { stub.match(matcher) }
    let response = ResponseSpecification(
      head: ResponseHead(status: code, headers: headers), body: .data(bytes))
    file.add(response, to: stub)
  }
}

/// A reader of the lines of a Mocktail file.
private struct MocktailReader {
  let reader: RecordingReader

  /// Reads a pattern for the method: words separated by `|`, or any other regular expression.
  func method(_ value: Value) -> (any HTTPStubMatcher)? {
    let line = value.line
    let words = line.split(separator: "|", omittingEmptySubsequences: false)
    if words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLetter) }) {
      return HTTPStubMethodMatcher(words.map { HTTPMethod(named: String($0)) })
    }
    guard let regex = pattern(value) else { return nil }
    return HTTPStubCustomMatcher("method matches /\(line)/") { request, _ in
      regex.isMatch(request.method.rawValue)
    }
  }

  func url(_ value: Value) -> (any HTTPStubMatcher)? {
    pattern(value).map { HTTPStubRegExMatcher($0) }
  }

  private func pattern(_ value: Value) -> RegularExpression? {
    let line = value.line
    guard !line.isEmpty else {
      return reader.values.mismatch(
        value, expected: "a regular expression", remedy: "use .* for any")
    }
    do throws(PatternError) {
      return try RegularExpression(line, options: .caseInsensitive)
    } catch {
      reader.values.report(value, error)
      return nil
    }
  }

  /// Reads the header fields up to an empty line.
  ///
  /// - Returns: the fields, and whether the body after them is in Base64.
  func fields(_ lines: inout TextLineReader) -> (HTTPHeaders, isBase64: Bool) {
    var headers = HTTPHeaders()
    var isFirst = true
    while let line = lines.next(), !line.line.isEmpty {
      if isFirst, !line.line.has(":") {
        headers[.contentType] = line.line.trimmingWhitespace()
      } else if let colon = line.line.utf8.firstIndex(of: UInt8(ascii: ":")),
        colon > line.line.startIndex
      {
        headers[HTTPHeaderName(String(line.line[..<colon]))] =
          line.line[line.line.utf8.index(after: colon)...].trimmingWhitespace()
      } else {
        reader.values.report(
          line, found: line.summary, expected: "a header field, or a blank line before the body",
          remedy: "use Name: value")
      }
      isFirst = false
    }
    guard let type = headers[.contentType], type.hasSuffix(";base64") else {
      return (headers, false)
    }
    headers[.contentType] = String(type.dropLast(";base64".count))
    return (headers, true)
  }
}

extension FileDraft {
  /// Adds the stub, with a response for every method.
  package mutating func add(_ response: ResponseSpecification, to stub: HTTPStubRequest) {
    // Only a template can fail to become a responder, and this response has none.
    guard let responder = try? response.responder() else { return }
    stub.responses[ResponseKey(method: nil)] = ResponseScript(responders: [responder])
    stubs.append(stub.snapshot)
  }
}
