import StubCore

extension RuleKey where Target == ResponseDraft {
  static var status: Self {
    Self("status", "The status code; 200 unless given.", .integer(in: 100...999), example: 404) {
      value, response in
      guard let code = value.integer(in: 100...999) else { return }
      response.specification.head.status = HTTPStatusCode(rawValue: code)
    }
  }

  static var reason: Self {
    Self(
      "reason", "The reason phrase; the status code's own unless given.", .string,
      example: "Gone Fishing"
    ) { value, response in
      guard let phrase = value.string(), value.isFieldValue(phrase) else { return }
      response.specification.head.reason = phrase
    }
  }

  static var headers: Self {
    Self(
      "headers", "Header fields; a list of values repeats the field.", .items,
      example: ["X-Request-Id": "7", "Set-Cookie": ["a=1", "b=2"]]
    ) { value, response in
      value.entries { name, value in
        guard value.isFieldName(name) else { return }
        let field = HTTPHeaderName(name)
        let texts = value.oneOrMore { value -> String? in
          guard let text = value.text(), value.isFieldValue(text) else { return nil }
          response.checkTags(in: text, of: &value)
          return text
        }
        for text in texts ?? [] { response.specification.head.headers.append(field, text) }
      }
    }
  }

  static var contentType: Self {
    Self(
      "contentType", "The media type; the body's natural one unless given.", .string,
      example: "application/problem+json"
    ) { value, response in
      guard let type = value.string(), value.isFieldValue(type) else { return }
      response.specification.contentType = HTTPContentType(rawValue: type)
    }
  }
}

extension ValueReader {
  /// Whether the text fits on one line of a message's head; reports it if not.
  mutating func isFieldValue(
    _ text: String, remedy: String = "try a list of values to repeat the field"
  ) -> Bool {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return true }
    report(
      found: "a text with a line end in it", expected: "a text on one line",
      remedy: remedy)
    return false
  }
}
