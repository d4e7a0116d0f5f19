import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ValueReader {
  /// What `httpResponse` answers.
  mutating func mockServerResponse() -> (any HTTPStubResponder)? {
    mapping { reader in
      var response = ResponseSpecification()
      reader.settle(MockServerKeys.response)
      if let status = reader.optional("statusCode", { $0.statusCode() }) {
        response.head.status = status
      }
      reader.read("reasonPhrase") { value in
        guard let phrase = value.string(), value.isFieldValue(phrase) else { return }
        response.head.reason = phrase
      }
      reader.read("headers") { value in
        for (name, text) in value.mockServerPairs() where value.isFieldName(name) {
          response.head.headers.append(HTTPHeaderName(name), text)
        }
      }
      reader.read("cookies") { value in
        for (name, text) in value.mockServerPairs() {
          response.head.headers.append(.setCookie, "\(name)=\(text)")
        }
      }
      reader.read("body") { $0.mockServerContent(of: &response) }
      if let delay = reader.optional("delay", { $0.mockServerDelay() }) {
        response.timing.beforeHead = delay
      }
      reader.read("connectionOptions") { value in
        _ = value.mapping { reader in
          reader.settle(MockServerKeys.connection)
          if reader.optional("closeSocket", { $0.boolean() }) ?? false {
            response.trouble.fault = .close(after: .all)
          }
          return true
        }
      }
      response.acceptsRanges = false
      return try? response.responder()
    }
  }

  /// What `httpError` does.
  mutating func mockServerError() -> (any HTTPStubResponder)? {
    mapping { reader in
      var response = ResponseSpecification()
      reader.settle(MockServerKeys.error)
      let drops = reader.optional("dropConnection") { $0.boolean() } ?? false
      let bytes = reader.optional("responseBytes") { $0.base64() }
      if let delay = reader.optional("delay", { $0.mockServerDelay() }) {
        response.timing.beforeHead = delay
      }
      guard drops || bytes != nil else {
        reader.report(
          found: "an error that does nothing",
          expected: "\"dropConnection\" or \"responseBytes\"",
          remedy: "try \"dropConnection\": true")
        return nil
      }
      response.trouble.fault = bytes.map { .garbage($0) } ?? .emptyResponse
      return try? response.responder()
    }
  }

  /// Names with texts, in any of the three layouts.
  private mutating func mockServerPairs() -> [(String, String)] {
    var pairs: [(String, String)] = []
    guard node.elements != nil else {
      entries { name, value in
        for text in value.oneOrMore({ $0.fieldText() }) ?? [] { pairs.append((name, text)) }
      }
      return pairs
    }
    _ = list { value in
      value.mapping { reader in
        let name = reader.required("name") { $0.text() }
        for key in ["values", "value"] {
          let texts = reader.optional(key) { $0.oneOrMore { $0.fieldText() } }
          if let name { pairs += (texts ?? []).map { (name, $0) } }
        }
        return true
      }
    }
    return pairs
  }

  private mutating func fieldText() -> String? {
    guard let text = text(), isFieldValue(text) else { return nil }
    return text
  }

  /// A time in the unit that stands beside it.
  private mutating func mockServerDelay() -> Duration? {
    mapping { reader in
      let units: KeyValuePairs<String, Double> = [
        "NANOSECONDS": 1e-9, "MICROSECONDS": 1e-6, "MILLISECONDS": 1e-3, "SECONDS": 1,
        "MINUTES": 60, "HOURS": 3600, "DAYS": 86_400,
      ]
      let unit = reader.required("timeUnit") { $0.keyword(units) }
      let count = reader.required("value") { $0.amount() }
      guard let unit, let count else { return nil }
      return .seconds(min(count * unit, Duration.longestDelay.seconds))
    }
  }

  /// The body: text, JSON, or a mapping with a type.
  private mutating func mockServerContent(of response: inout ResponseSpecification) {
    guard let members = node.members else {
      if node.elements != nil {
        response.body = .json(json)
      } else if let text = text() {
        response.body = .data(Data(text.utf8))
      }
      return
    }
    let keys = ["type", "base64Bytes", "string", "json", "xml"]
    guard members.contains(where: { keys.contains($0.key) }) else {
      response.body = .json(json)
      return
    }
    var body = response.body
    var type: HTTPContentType?
    _ = mapping { reader in
      reader.read("type") { value in
        _ = value.keyword(["STRING": 1, "JSON": 1, "XML": 1, "BINARY": 1])
      }
      type = reader.optional("contentType") { $0.text() }.map { HTTPContentType(rawValue: $0) }
      if let text = reader.optional("string", { $0.text() }) { body = .data(Data(text.utf8)) }
      if let xml = reader.optional("xml", { $0.text() }) { body = .data(Data(xml.utf8)) }
      if let json = reader.optional("json", { $0.jsonOrText() }) { body = .json(json) }
      if let data = reader.optional("base64Bytes", { $0.base64() }) { body = .data(data) }
      return true
    }
    response.body = body
    if !response.head.headers.contains(.contentType) { response.contentType = type }
  }
}
