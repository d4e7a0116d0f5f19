import StubCore
import StubDocuments
import StubPlatform

extension WritableFormat {
  /// The project's own format, which is the default.
  package static let own = WritableFormat(
    "HTTPStubber", name: "stubber", fileExtensions: ["yaml", "yml"]
  ) { cassette in
    var writer = OwnWriter()
    writer.write(cassette)
    return Data(writer.text.utf8)
  }

  /// Whether files in this format consist of ``ownTitle(_:)`` and an ``ownEntry(_:)`` for each
  /// interaction.
  ///
  /// This is not so for the project's own format in JSON.
  var isInPieces: Bool { name == Self.own.name && fileExtensions == Self.own.fileExtensions }

  /// Returns the lines before the list of interactions, with the key of the list.
  static func ownTitle(_ cassette: Cassette) -> String {
    var writer = OwnWriter()
    writer.writeTitle(cassette)
    return writer.text + "interactions:\n"
  }

  /// Returns one interaction as an element of the list.
  static func ownEntry(_ interaction: Interaction) -> String {
    var writer = OwnWriter()
    writer.write(interaction)
    return writer.text
  }

  /// The version of the project's own format that is written; higher versions are not read.
  static let ownVersion = 1
}

/// A writer that puts keys in a fixed order, one on each line, so that diffs of a file are
/// readable.
private struct OwnWriter {
  private(set) var text = ""

  mutating func writeTitle(_ cassette: Cassette) {
    line(0, "cassette", "\(WritableFormat.ownVersion)")
    optional(0, "name", cassette.name)
    optional(0, "recorder", cassette.recorder)
  }

  mutating func write(_ cassette: Cassette) {
    writeTitle(cassette)
    if cassette.interactions.isEmpty { return line(0, "interactions", "[]") }
    text += "interactions:\n"
    for interaction in cassette.interactions { write(interaction) }
  }

  mutating func write(_ interaction: Interaction) {
    text += "  - request:\n"
    write(interaction.request)
    if let response = interaction.response { write(response) }
    if let failure = interaction.failure { write(failure) }
    optional(4, "recordedAt", interaction.recordedAt.map(RecordedInstant.text))
    if let timing = interaction.timing { write(timing) }
    if let position = interaction.position {
      text += "    position:\n"
      line(6, "request", "\(position.request)")
      line(6, "response", "\(position.response.lowerBound)")
      line(6, "end", "\(position.response.upperBound)")
    }
    optional(4, "test", interaction.test)
  }

  private mutating func write(_ request: RecordedRequest) {
    line(6, "method", YAMLText.inline(request.method.rawValue))
    line(6, "url", YAMLText.inline(request.url))
    optional(6, "version", request.httpVersion)
    write(request.headers)
    if let file = request.bodyFile {
      write(file)
    } else if let body = request.body {
      write(body)
    }
  }

  private mutating func write(_ response: RecordedResponse) {
    text += "    response:\n"
    line(6, "status", "\(response.status.rawValue)")
    optional(6, "reason", response.reason)
    optional(6, "version", response.httpVersion)
    optional(6, "url", response.url)
    write(response.headers)
    if let file = response.bodyFile {
      write(file)
    } else if !response.body.isEmpty {
      write(response.body)
    }
  }

  private mutating func write(_ file: RecordedBodyFile) {
    text += "      body:\n"
    line(8, "file", YAMLText.inline(file.reference))
    line(8, "bytes", "\(file.byteCount)")
  }

  private mutating func write(_ failure: RecordedFailure) {
    text += "    error:\n"
    line(6, "domain", YAMLText.inline(failure.domain))
    line(6, "code", "\(failure.code)")
    optional(6, "message", failure.message)
    // JSON on one line is also valid YAML.
    if let details = failure.details { line(6, "details", details.text()) }
  }

  private mutating func write(_ timing: RecordedTiming) {
    text += "    timing:\n"
    line(6, "wait", timing.wait.recordedText)
    line(6, "receive", timing.receive.recordedText)
    if timing.chunks.isEmpty { return }
    text += "      chunks:\n"
    for chunk in timing.chunks {
      text += "        - { at: \(chunk.at.recordedText), bytes: \(chunk.count) }\n"
    }
  }

  private mutating func write(_ headers: HTTPHeaders) {
    if headers.isEmpty { return }
    text += "      headers:\n"
    for field in headers.fields {
      text += "        - \(YAMLText.inline(field.name.rawName)): "
      text +=
        field.isLatin1
        ? "{ latin1: \(YAMLText.flow(field.value)) }\n" : "\(YAMLText.inline(field.value))\n"
    }
  }

  private mutating func write(_ body: Data) {
    if let text = String(checkingUTF8: body), !Self.isBinary(body) {
      return line(6, "body", YAMLText.value(text, indent: 8))
    }
    text += "      body:\n"
    let digits = body.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    line(8, "base64", YAMLText.block(digits, indent: 10))
  }

  /// Returns whether the bytes are binary data, although they may be valid UTF-8.
  private static func isBinary(_ body: Data) -> Bool { body.hasByte(0) }

  private mutating func optional(_ indent: Int, _ key: String, _ value: String?) {
    if let value { line(indent, key, YAMLText.inline(value)) }
  }

  private mutating func line(_ indent: Int, _ key: String, _ value: String) {
    text += String(repeating: " ", count: indent)
    text += key
    text += ": "
    text += value
    text += "\n"
  }
}

extension Duration {
  /// The duration in milliseconds, with three decimals, or six if its nanoseconds need them.
  fileprivate var recordedText: String {
    let (seconds, attoseconds) = max(.zero, self).components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    var fraction = String(nanoseconds % 1_000_000)
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    if fraction.hasSuffix("000") { fraction.removeLast(3) }
    return "\(nanoseconds / 1_000_000).\(fraction)ms"
  }
}

extension Duration {
  /// The duration in whole microseconds, rounded down.
  package var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
