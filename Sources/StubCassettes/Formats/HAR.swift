import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// HTTP Archive 1.1 and 1.2 (W3C Web Performance Working Group draft, 2012).
  ///
  /// Files of browsers, proxies and test tools are read, including names that tools have added,
  /// which begin with `_`.
  static let har = RecordingFormat(
    "HAR", list: "log", "entries",
    recognizes: { $0["log"]?["entries"] != nil },
    read: .interaction { HARReader(reader: $0).interaction },
    ignoring: harKeys,
    readRest: { _, document, cassette in
      let log = document[given: "log"]
      let creator = log?["creator"]
      let words = [creator?["name"], creator?["version"]].compactMap { $0?.givenText }
        .filter { !$0.isEmpty }
      cassette.recorder = words.isEmpty ? nil : words.joined(separator: " ")
      cassette.name = log?["_recordingName"]?.givenText
    })

  /// An entry of a HAR, or a list of entries, without the surrounding archive.
  static let harEntry = RecordingFormat(
    "HAR entry",
    recognizes: { document in
      let entry = document.sample ?? document
      guard entry["request"]?["url"] != nil, let response = entry["response"] else { return false }
      return response["content"] != nil || entry["startedDateTime"] != nil
    },
    read: .whole { reader, document in
      let entries = document.elements.map { Array($0) } ?? [document]
      return entries.compactMap(HARReader(reader: reader).interaction)
    }, ignoring: harKeys)

  /// The keys that repeat other members, or that do not affect responses.
  ///
  /// Names that begin with `_` are additions of tools (HAR 1.2, "Custom fields").
  private static let harKeys: Set<String> = [
    privateKeys, "bodySize", "comment", "compression", "cookies", "encoding",
    "headersSize", "httpVersion", "mimeType", "params", "queryString", "redirectURL", "size",
    "status", "text",
  ]
}

/// Reads the entries of a HAR.
struct HARReader {
  let reader: RecordingReader
  /// The program that wrote the archive.
  let creator: HARCreator

  init(reader: RecordingReader) {
    self.reader = reader
    creator = HARCreator(of: reader.document?["log"])
  }

  /// Reads an entry, which is a request with its response.
  func interaction(_ value: Value) -> Interaction? {
    guard isTraffic(value),
      let request = reader.required(
        value, "request", read: { reader.message($0, .request, self.request) })
    else { return nil }
    let response = HARResponseReader(
      har: self, request: request, isPolly: value["_order"] != nil || creator.isPolly)
    let outcome = reader.required(value, "response", read: response.outcome)
    guard var interaction = outcome else { return nil }
    if let messages = value["_webSocketMessages"], messages.elements?.isEmpty == false {
      reader.values.warn(messages, found: "WebSocket messages are not played, only the handshake")
    }
    interaction.recordedAt = reader.optional(value, "startedDateTime") { date($0) }
    interaction.timing = timing(value)
    interaction.origin = value.recordedOrigin
    return interaction
  }

  /// Returns whether a request went to a server.
  ///
  /// An entry that the browser itself answered is left out, with a warning.
  private func isTraffic(_ value: Value) -> Bool {
    let url = value["request"]?["url"]?.givenText ?? ""
    let scheme = url.prefix { $0 != ":" }.lowercasedASCII()
    let isLocal =
      ["about", "blob", "data", "file"].contains(scheme) || scheme.hasSuffix("-extension")
    guard isLocal else { return true }
    reader.values.warn(
      value, found: "this entry is left out: its URL is not HTTP (\(scheme):)", causesOmission: true
    )
    return false
  }

  /// Reads the start time of the entry; in some exports, its text is empty.
  private func date(_ value: Value) -> Date? {
    value.scalar?.isEmpty == true ? nil : reader.date(value)
  }
}

extension HARReader {
  /// Reads the request of an entry.
  private func request(_ value: Value) -> RecordedRequest? {
    guard let url = reader.required(value, "url", read: { reader.url($0) }) else { return nil }
    var headers = headers(value)
    if !headers.contains(.cookie),
      let cookies = reader.optional(value, "cookies", { self.cookies($0) }),
      !cookies.isEmpty
    {
      headers.append(.cookie, cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    let body = reader.optional(value, "postData") { postData in
      reader.message(postData) {
        self.postData($0, size: byteCount(of: value, "bodySize"), &headers)
      }
    }
    return RecordedRequest(
      reading: reader.optional(value, "method") { reader.method($0) } ?? .get, url,
      httpVersion: version(value), headers: headers, body: body)
  }

  /// Reads a body as text, or rebuilds it from the fields of a form.
  private func postData(
    _ value: Value, size: Int?, _ headers: inout HTTPHeaders
  ) -> Data? {
    let type = reader.optional(value, "mimeType") { reader.nonEmptyText($0) }
    let body =
      postedText(value, type: headers[.contentType] ?? type, size: size)
      ?? reader.optional(value, "_file", reader.bodies.fileBeside)
      ?? postedForm(value, type: headers[.contentType] ?? type)
    guard let body, !body.isEmpty else { return nil }
    if !headers.contains(.contentType), let type { headers.append(.contentType, type) }
    return body
  }

  private func postedText(_ value: Value, type: String?, size: Int?) -> Data? {
    guard value.hasValue("text"), value["text"]?.scalar?.isEmpty == false else { return nil }
    return reader.optional(value, "text") { text in
      reader.bodies.bytes(
        text, declaredAs: value.harEncoding,
        charset: mitmproxyCharset(of: text, type: type, size: size))
    }
  }

  private func postedForm(_ value: Value, type: String?) -> Data? {
    let fields = reader.optional(value, "params") { params in
      reader.values.list(params) { field -> RecordedForm.Field? in
        guard let name = reader.required(field, "name", read: { reader.values.text($0) }) else {
          return nil
        }
        return RecordedForm.Field(
          name: name, value: reader.optional(field, "value") { reader.values.text($0) } ?? "",
          fileName: reader.optional(field, "fileName") { reader.values.text($0) },
          contentType: reader.optional(field, "contentType") { reader.values.text($0) })
      }
    }
    guard let fields, !fields.isEmpty else { return nil }
    return RecordedForm.body(of: fields, type: HTTPContentType(rawValue: type ?? ""))
  }
}
