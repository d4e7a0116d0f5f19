import StubCore
import StubPlatform

extension Reader {
  /// Reads the response of `httpResponse`.
  func mockServerResponse(_ value: Value, toHead isForHead: Bool) -> (any HTTPStubResponder)? {
    mapping(value) { mapping in
      var response = ResponseSpecification()
      mapping.settle(MockServerKeys.response)
      if let status = mapping.optional("statusCode", { statusCode($0) }) {
        response.head.status = status
      }
      mapping.read("reasonPhrase") { value in
        guard let phrase = string(value), isFieldValue(value, phrase) else { return }
        response.head.reason = phrase
      }
      mapping.read("headers") { value in
        for (name, text) in mockServerPairs(value) where isFieldName(value, name) {
          response.head.headers.append(HTTPHeaderName(name), text)
        }
        // A recorded length may differ from the length of the sent body.
        if !isForHead { response.head.headers.remove(.contentLength) }
      }
      mapping.read("trailers") { value in
        for (name, text) in mockServerPairs(value) where isFieldName(value, name) {
          response.head.trailers.append(HTTPHeaderName(name), text)
        }
        if let problem = response.head.trailerProblem { report(value, found: problem) }
      }
      mapping.read("cookies") { value in
        // Recorded responses also have their cookies in header fields.
        let fields = response.head.headers.values(of: .setCookie).map { SetCookie($0) }
        for (name, text) in mockServerPairs(value) where !fields.contains(SetCookie(name, text)) {
          response.head.headers.append(.setCookie, "\(name)=\(text)")
        }
      }
      mapping.read("body") { mockServerContent($0, of: &response) }
      if let delay = mapping.optional("delay", { mockServerDelay($0) }) {
        response.timing.beforeHead = delay
      }
      mapping.read("connectionOptions") { value in
        _ = self.mapping(value) { mapping in
          mapping.settle(MockServerKeys.connection)
          if mapping.optional("closeSocket", { boolean($0) }) ?? false {
            response.trouble.fault = .close(after: .all)
          }
          return true
        }
      }
      response.acceptsRanges = false
      warn(of: response, in: value, toHead: isForHead)
      return try? response.responder()
    }
  }

  /// Reads the fault in `httpError`.
  func mockServerError(_ value: Value) -> (any HTTPStubResponder)? {
    mapping(value) { mapping in
      var response = ResponseSpecification()
      mapping.settle(MockServerKeys.error)
      let drops = mapping.optional("dropConnection") { boolean($0) } ?? false
      let bytes = mapping.optional("responseBytes") { base64($0) }
      if let delay = mapping.optional("delay", { mockServerDelay($0) }) {
        response.timing.beforeHead = delay
      }
      guard drops || bytes != nil else {
        mapping.report(
          found: "this error does nothing", remedy: "add \"dropConnection\": true")
        return nil
      }
      response.trouble.fault = bytes.map { .garbage($0) } ?? .emptyResponse
      return try? response.responder()
    }
  }

  /// Reads names with texts, in the same layouts as `mockServerEntries`.
  private func mockServerPairs(_ value: Value) -> [(String, String)] {
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
  private func mockServerDelay(_ value: Value) -> Duration? {
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

  /// Reads the body, which is a text, a JSON value, or a mapping with a type.
  private func mockServerContent(_ value: Value, of response: inout ResponseSpecification) {
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
    let isTyped = MockServerKeys.bodyTypes.has(value["type"]?.scalar?.text ?? "")
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
