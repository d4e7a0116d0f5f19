import StubCore
import StubDocuments
import StubPlatform
import StubRules

/// A response of MockServer while its keys are read.
struct MockServerResponseDraft {
  /// Whether the expectation answers only HEAD requests.
  let isForHead: Bool
  var response = ResponseSpecification()

  static let keys = Keys<MockServerResponseDraft>([
    Key("statusCode") { reader, value, draft in
      if let status = reader.statusCode(value) { draft.response.head.status = status }
    },
    Key("reasonPhrase") { reader, value, draft in
      guard let phrase = reader.string(value), reader.isFieldValue(value, phrase) else { return }
      draft.response.head.reason = phrase
    },
    Key("headers") { reader, value, draft in
      for (name, text) in reader.mockServerPairs(value) where reader.isFieldName(value, name) {
        draft.response.head.headers.append(HTTPHeaderName(name), text)
      }
      // A recorded length may differ from the length of the sent body.
      if !draft.isForHead { draft.response.head.headers.remove(.contentLength) }
    },
    Key("trailers") { reader, value, draft in
      for (name, text) in reader.mockServerPairs(value) where reader.isFieldName(value, name) {
        draft.response.head.trailers.append(HTTPHeaderName(name), text)
      }
      if let problem = draft.response.head.trailerProblem { reader.report(value, found: problem) }
    },
    Key("cookies") { reader, value, draft in
      // Recorded responses also have their cookies in header fields.
      let fields = draft.response.head.headers.values(of: .setCookie).map { SetCookie($0) }
      for (name, text) in reader.mockServerPairs(value)
      where !fields.contains(SetCookie(name, text)) {
        draft.response.head.headers.append(.setCookie, "\(name)=\(text)")
      }
    },
    Key("body") { $0.mockServerContent($1, of: &$2.response) },
    Key("delay") { reader, value, draft in
      if let delay = reader.mockServerDelay(value) { draft.response.timing.beforeHead = delay }
    },
    Key("connectionOptions") { $0.read($1, connectionKeys, filling: &$2) },
  ])

  /// The keys of `connectionOptions`.
  static let connectionKeys = Keys<MockServerResponseDraft>([
    Key("closeSocket") { reader, value, draft in
      if reader.boolean(value) ?? false { draft.response.impairment.fault = .close(after: .all) }
    },
    .idle("keepAliveOverride"),
    .refused("suppressContentLengthHeader", "use a fault in a rule file"),
    .refused("contentLengthHeaderOverride", "use the fault wrongLength in a rule file"),
    .refused("suppressConnectionHeader", "remove it"),
    .refused("chunkSize", "use \"dribble\" in a rule file"),
    .refused("closeSocketDelay", "use the fault stall in a rule file"),
  ])
}

/// The fault in `httpError` while its keys are read.
struct MockServerError {
  private var drops = false
  private var bytes: Data?
  private var delay: Duration?

  static let keys = Keys<MockServerError>([
    Key("dropConnection") { $2.drops = $0.boolean($1) ?? false },
    Key("responseBytes") { $2.bytes = $0.base64($1) },
    Key("delay") { $2.delay = $0.mockServerDelay($1) },
  ])

  /// The response with the fault; `nil` if there is no fault.
  var response: ResponseSpecification? {
    guard drops || bytes != nil else { return nil }
    var response = ResponseSpecification()
    if let delay { response.timing.beforeHead = delay }
    response.impairment.fault = bytes.map { .garbage($0) } ?? .emptyResponse
    return response
  }
}

extension Reader {
  /// Reads the response of `httpResponse`.
  func mockServerResponse(_ value: Value, toHead isForHead: Bool) -> (any HTTPStubResponder)? {
    let draft = MockServerResponseDraft(isForHead: isForHead)
    guard var response = read(value, MockServerResponseDraft.keys, into: draft)?.response else {
      return nil
    }
    response.acceptsRanges = false
    warn(of: response, in: value, toHead: isForHead)
    return try? response.responder()
  }

  /// Reads the fault in `httpError`.
  func mockServerError(_ value: Value) -> (any HTTPStubResponder)? {
    guard let error = read(value, MockServerError.keys, into: MockServerError()) else {
      return nil
    }
    guard let response = error.response else {
      report(
        value, found: "this error does nothing", remedy: "add \"dropConnection\": true")
      return nil
    }
    return try? response.responder()
  }

  /// Reads names with texts, in the same layouts as `mockServerEntries`.
  fileprivate func mockServerPairs(_ value: Value) -> [(String, String)] {
    var pairs: [(String, String)] = []
    guard value.elements != nil else {
      entries(value) { name, value in
        for text in oneOrMore(value, { repeatableFieldText($0) }) ?? [] {
          pairs.append((name, text))
        }
      }
      return pairs
    }
    _ = list(value) { value in
      mapping(value) { mapping in
        let name = mapping.required("name") { text($0) }
        for key in ["values", "value"] {
          let texts = mapping.optional(key) { oneOrMore($0) { repeatableFieldText($0) } }
          if let name { pairs += (texts ?? []).map { (name, $0) } }
        }
        return true
      }
    }
    return pairs
  }

  /// Reads a delay, which consists of a number and a unit.
  fileprivate func mockServerDelay(_ value: Value) -> Duration? {
    mapping(value) { mapping in
      let units: KeyValuePairs<String, Double> = [
        "NANOSECONDS": 1e-9, "MICROSECONDS": 1e-6, "MILLISECONDS": 1e-3, "SECONDS": 1,
        "MINUTES": 60, "HOURS": 3600, "DAYS": 86_400,
      ]
      let unit = mapping.required("timeUnit") { keyword($0, units) }
      let count = mapping.required("value") { amount($0) }
      guard let unit, let count else { return nil }
      return .seconds(min(count * unit, Duration.longestDelay.seconds))
    }
  }

  /// Reads the body: text, JSON, or a mapping with a type.
  fileprivate func mockServerContent(_ value: Value, of response: inout ResponseSpecification) {
    guard let members = value.members else {
      if value.elements != nil {
        response.body = .json(value.json)
      } else if let text = text(value) {
        let charset = TextCharset(response.head.headers)
        response.body = .data(bytes(of: text, value, in: charset))
      }
      return
    }
    // If MockServer does not know the value of `type`, the mapping is the JSON to send.
    let isTyped = MockServerBodyType.named(value["type"]?.scalar?.text ?? "") != nil
    let keys = ["base64Bytes", "string", "json", "xml"]
    guard isTyped || members.contains(where: { keys.contains($0.key) }) else {
      response.body = .json(value.json)
      return
    }
    var body = response.body
    var type: HTTPContentType?
    _ = mapping(value) { mapping in
      mapping.read("type") { value in
        guard isTyped else { return }
        _ = keyword(value, ["STRING": 1, "JSON": 1, "XML": 1, "BINARY": 1])
      }
      type = mapping.optional("contentType") { text($0) }.map { HTTPContentType(rawValue: $0) }
      let field = response.head.headers[.contentType].map(HTTPContentType.init(rawValue:))
      let charset = TextCharset(field ?? type)
      func encoded(_ value: Value) -> Data? {
        text(value).map { bytes(of: $0, value, in: charset) }
      }
      if let text = mapping.optional("string", encoded) { body = .data(text) }
      if let xml = mapping.optional("xml", encoded) {
        body = .data(xml)
        type = type ?? "application/xml; charset=utf-8"
      }
      if let json = mapping.optional("json", { jsonOrText($0) }) {
        check(json.text(), value, in: charset)
        body = .json(json)
      }
      if let data = mapping.optional("base64Bytes", { base64($0) }) { body = .data(data) }
      return true
    }
    response.body = body
    if !response.head.headers.contains(.contentType) { response.contentType = type }
  }
}

/// The name and the value of a response cookie, in lower case, as MockServer compares them.
private struct SetCookie: Equatable {
  private let name: String
  private let value: String

  init(_ name: String, _ value: String) {
    (self.name, self.value) = (name.lowercasedASCII(), value.lowercasedASCII())
  }

  /// Parses a `Set-Cookie` field, in which the value may be in quotes (RFC 6265 §4.1.1).
  init(_ field: String) {
    let pair = field.prefix { $0 != ";" }.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = pair.count > 1 ? pair[1].trimmingWhitespace() : ""
    let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
    self.init(
      pair[0].trimmingWhitespace(), isQuoted ? String(value.dropFirst().dropLast()) : value)
  }
}
