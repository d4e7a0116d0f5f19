import StubCore
package import StubDocuments
import StubPlatform

/// A reader of the `.trace` files of Charles Proxy, which Succulent also records.
///
/// A request consists of lines such as `Method: GET`, and then parts such as
/// `Response-Body:<<--EOF-1-`; each body ends at a line `--EOF-1-`.
package enum CharlesTraceFormat {
  package static let title = "Charles trace"
  package static let fileExtensions: Set = ["trace"]

  package static func recognizes(_ source: SourceText) -> Bool {
    source.bytes.starts(with: SourceText.traceMark.utf8)
  }

  package static func cassette(_ source: SourceText, _ reader: Reader) -> Cassette {
    var lines = TextLineReader(source)
    let reader = RecordingReader(reader)
    var cassette = Cassette()
    var entry: CharlesTraceEntry?
    _ = lines.next()
    while let line = lines.next() {
      if line.line.isEmpty { continue }
      if let token = partToken(of: line.line) {
        guard let part = part(upTo: token, in: &lines) else {
          reader.values.report(
            line, found: "missing line \(token) at the end of \(Quotation.of(line.line))",
            remedy: "record it again")
          entry = nil
          break
        }
        entry?.parts[String(line.line.prefix { $0 != ":" })] = part
      } else if let colon = line.line.firstIndex(of: ":") {
        let name = String(line.line[..<colon])
        let value = line.line[line.line.index(after: colon)...].trimmingWhitespace()
        if name == "Generator" {
          cassette.recorder = value.split(separator: "/").joined(separator: " ")
        }
        if name == "Method" {
          entry?.end(into: &cassette, reader)
          entry = CharlesTraceEntry(line)
        }
        entry?.properties[name] = value
      } else {
        reader.values.report(
          line, found: line.summary, expected: "a line such as Method: GET")
      }
    }
    entry?.end(into: &cassette, reader)
    return cassette
  }

  /// Returns the text of the line that will end a part, such as `--EOF-1-`.
  ///
  /// It is `nil` if `line` is not the first line of a part.
  private static func partToken(of line: String) -> String? {
    line.firstRange(of: ":<<--EOF-").map { range in
      "--EOF-\(line[range.upperBound...])"
    }
  }

  /// Returns the bytes before the line at which a part ends; `nil` if there is no such line.
  private static func part(
    upTo token: String, in lines: inout TextLineReader
  ) -> CharlesTraceEntry.Part? {
    let start = lines.position
    while true {
      let end = lines.offset
      guard let line = lines.next() else { return nil }
      guard line.line == token else { continue }
      // The line end before the token does not belong to the part.
      let contents = start.source.bytes[start.offset..<max(start.offset, end - 1)]
      return CharlesTraceEntry.Part(bytes: contents, position: start)
    }
  }
}

/// One request of a trace.
private struct CharlesTraceEntry {
  struct Part {
    let bytes: ArraySlice<UInt8>
    let position: SourcePosition
  }

  let start: Value
  var properties: [String: String] = [:]
  var parts: [String: Part] = [:]

  init(_ start: Value) { self.start = start }

  /// Adds the interaction to the cassette, or reports its errors.
  func end(into cassette: inout Cassette, _ reader: RecordingReader) {
    guard let host = properties["Host"], let method = properties["Method"] else {
      return reader.values.report(
        start, found: "this request has no line \"Host:\"", remedy: "record it again")
    }
    guard method.isToken else {
      let found = method.isEmpty ? "no method" : "the method \(method.quoted)"
      return reader.values.report(
        start, found: "this request has \(found)", remedy: "record it again")
    }
    guard parts["Response-Header"] != nil || parts["Response-Body"] != nil else {
      return reader.values.report(
        start, found: "this request has no response",
        remedy: "record it again, or remove the request")
    }
    let url = "\(properties["Protocol"] ?? "http")://\(host)\(properties["File"] ?? "/")"
    guard !url.hasControlCharacters else {
      return reader.values.report(
        start, found: "this request has a URL with control characters", remedy: "record it again")
    }
    let (_, sent) = head(of: "Request-Header", reader)
    let (line, received) = head(of: "Response-Header", reader)
    var status: RecordedStatus? = RecordedStatus(code: .ok)
    if let line { status = reader.statusLine(line) }
    guard let status else { return }
    let request = RecordedRequest(
      reading: HTTPMethod(named: method), url,
      httpVersion: properties["Protocol-Version"].flatMap { RecordedStatus.version($0) },
      headers: sent, body: body("Request-Body"))
    let response = RecordedResponse(
      reading: status, headers: received, body: body("Response-Body"), of: request)
    cassette.interactions.append(
      Interaction(request, response, origin: start.recordedOrigin))
  }

  private func body(_ part: String) -> Data? { parts[part].map { Data($0.bytes) } }

  /// Returns the first line of a message's head, and its header fields.
  private func head(of name: String, _ reader: RecordingReader) -> (Value?, HTTPHeaders?) {
    guard let part = parts[name], !part.bytes.isEmpty else { return (nil, nil) }
    let lines = part.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let fields = lines.dropFirst().prefix { !$0.isEmpty }.flatMap { line in
      // A value that is not UTF-8 is Latin-1, as in HTTP messages.
      let text = String(checkingUTF8: line)
      let value = Value(list: [text ?? Self.latin1(line)], at: part.position)
      return (reader.headers(value)?.fields ?? []).map { field in
        var field = field
        field.isLatin1 = text == nil
        return field
      }
    }
    return (TextLineReader.value(lines[0], at: part.position), HTTPHeaders(fields))
  }

  private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
