import StubCore
package import StubDocuments

extension Key where Target == ResponseDraft {
  package static var status: Self {
    Self("status", "The status code (default: 200).", .integer(in: 100...999), example: 404) {
      reader, value, response in
      guard let code = reader.integer(value, in: 100...999) else { return }
      response.specification.head.status = HTTPStatusCode(rawValue: code)
    }
  }

  package static var reason: Self {
    Self(
      "reason", "The reason phrase (default: that of the status code).", .string,
      example: "Gone Fishing"
    ) { reader, value, response in
      guard let phrase = reader.string(value), reader.isFieldValue(value, phrase) else { return }
      response.checkTags(in: phrase, of: value)
      response.specification.head.reason = phrase
    }
  }

  package static var headers: Self {
    Self(
      "headers", "Header fields; a list of values repeats the field.", .items,
      example: ["X-Request-Id": "7", "Set-Cookie": ["a=1", "b=2"]]
    ) { reader, value, response in
      response.readFields(value) { response, name, text in
        response.specification.head.headers.append(name, text)
      }
    }
  }

  package static var trailers: Self {
    Self(
      "trailers", "Fields behind the body, as in headers (HTTP/1.1 and HTTP/2).", .items,
      example: ["Grpc-Status": "0"], beside: ["text": "hello"]
    ) { reader, value, response in
      response.readFields(value) { response, name, text in
        response.specification.head.trailers.append(name, text)
      }
    }
  }

  package static var contentType: Self {
    Self(
      "contentType", "The media type (default: that of the body).", .string,
      example: "application/problem+json"
    ) { reader, value, response in
      guard let type = reader.string(value), reader.isFieldValue(value, type) else { return }
      response.checkTags(in: type, of: value)
      response.specification.contentType = HTTPContentType(rawValue: type)
    }
  }
}

extension ResponseDraft {
  /// Reads fields by name, each with a text or a list of texts.
  fileprivate mutating func readFields(
    _ value: Value, _ add: (inout ResponseDraft, HTTPHeaderName, String) -> Void
  ) {
    reader.entries(value) { name, value in
      guard reader.isFieldName(value, name) else { return }
      let texts = reader.oneOrMore(value) { value -> String? in
        guard let text = reader.repeatableFieldText(value) else { return nil }
        checkTags(in: text, of: value)
        return text
      }
      for text in texts ?? [] { add(&self, HTTPHeaderName(name), text) }
    }
  }
}

extension Reader {
  /// Reads the text of a header field that may be repeated.
  package func repeatableFieldText(_ value: Value) -> String? {
    let remedy: Remedy = "use a list of values to repeat the field"
    guard let text = text(value), isFieldValue(value, text, remedy: remedy) else { return nil }
    return text
  }

  /// Returns whether the text is on one line, as in the head of a message; if not, reports it.
  package func isFieldValue(
    _ value: Value, _ text: String, remedy: Remedy = "remove the line end"
  ) -> Bool {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return true }
    report(
      value, found: "a text with a line end in it", expected: "a text on one line",
      remedy: remedy)
    return false
  }
}

extension Key where Target == ResponseDraft {
  package static var message: Self {
    Self(
      "message", "The file with a whole response, as curl -is prints it.", .string,
      example: "message.txt"
    ) { reader, value, response in
      guard let data = reader.fileContents(value, in: response.scope) else { return }
      do throws(RawMessageError) {
        let saved = try HTTPStubResponse(savedMessage: data).specification
        response.specification.head = saved.head
        response.specification.body = saved.body
      } catch {
        let name = value.scalar?.text ?? ""
        reader.report(
          value, found: "\(Quotation.of(error.found)) on line \(error.line) of \(name)",
          expected: error.expected, remedy: "save the message with curl -is")
      }
    }
  }
}

extension Key where Target == ResponseDraft {
  static var redirect: Self {
    Self(
      "redirect", "The new location, or a mapping with a status (default: 302).",
      .anyOf([
        .string,
        .object(
          [("to", .string), ("status", Schema(["enum": [301, 302, 303, 307, 308]]))],
          required: ["to"]),
      ]), example: ["to": "https://example.com/new", "status": 308]
    ) { reader, value, response in
      response.specification.head.status = .found
      guard value.members != nil else { return response.readLocation(value) }
      _ = reader.mapping(value) { mapping in
        mapping.required("to") { response.readLocation($0) }
        mapping.optional("status") { value in
          guard let code = reader.integer(value) else { return }
          let status = HTTPStatusCode(rawValue: code)
          guard status.isRedirect else {
            reader.report(
              value, found: "the number \(code)", expected: "301, 302, 303, 307 or 308",
              remedy: "use 302")
            return
          }
          response.specification.head.status = status
        }
      }
    }
  }
}

extension ResponseDraft {
  fileprivate mutating func readLocation(_ value: Value) {
    guard let location = reader.string(value) else { return }
    checkTags(in: location, of: value)
    specification.head.headers[.location] = location
  }
}

extension Key where Target == ResponseDraft {
  static var echo: Self {
    Self(
      "echo",
      "Answers with the request's own body and header fields, under the head of the response.",
      Schema(["const": true]),
      example: true
    ) { reader, value, response in
      guard let isEcho = reader.boolean(value) else { return }
      if isEcho {
        response.isEcho = true
      } else {
        reader.report(value, found: "false", expected: "true", remedy: "remove \"echo\"")
      }
    }
  }
}

extension Key where Target == ResponseDraft {
  package static var error: Self {
    Self(
      "error", "The URL loading error to fail with, by name or by its code.",
      .anyOf([.oneOf(NetworkErrorCode.named.map(\.key)), .integer]), example: "timedOut"
    ) { reader, value, response in
      let code: NetworkErrorCode?
      if case .integer? = value.scalar?.kind {
        code = reader.integer(value).map { NetworkErrorCode(rawValue: $0) }
      } else {
        code = reader.errorName(value)
      }
      response.specification.failure = code.map(StubFailure.network)
    }
  }
}

extension Reader {
  fileprivate func errorName(_ value: Value) -> NetworkErrorCode? {
    let names = NetworkErrorCode.named
    let text = value.scalar?.text ?? ""
    if let known = names.first(where: { $0.key == text }) { return known.value }
    return mismatch(
      value, expected: "the name or the code of a URL loading error",
      remedy: .nearest(to: text, among: names.map(\.key)) ?? "use timedOut or -1001")
  }
}

extension Key where Target == ResponseDraft {
  package static var fault: Self {
    Self(
      "fault", "Breaks the response: always, randomly, or at first.",
      .fault(with: [("probability", .probability), ("first", .integer(from: 0))]),
      example: ["type": "reset", "after": "50%", "probability": 0.3]
    ) { reader, value, response in
      var impairment = response.specification.impairment
      impairment.fault = reader.fault(value) { mapping in
        impairment.probability = mapping.optional("probability") { reader.probability($0) } ?? 1
        impairment.first = mapping.optional("first") { reader.integer($0, in: 0...Int.max) }
      }
      response.specification.impairment = impairment
    }
  }
}

extension Key where Target == ResponseDraft {
  static var ranges: Self {
    Self(
      "ranges", "Whether Range is supported (default: for files only).",
      .boolean, example: true, beside: ["text": "hello"]
    ) { reader, value, response in
      if let isOn = reader.boolean(value) { response.specification.acceptsRanges = isOn }
    }
  }

  static var cachePolicy: Self {
    Self(
      "cachePolicy", "Where an in-process client may cache the response.",
      .oneOf(cachePolicies.map(\.key)), example: "allowedInMemoryOnly"
    ) { reader, value, response in
      if let policy = reader.keyword(value, cachePolicies) {
        response.specification.cachePolicy = policy
      }
    }
  }

  package static var template: Self {
    Self(
      "template",
      "Whether tags such as {{uri.id}} are filled in (default: in texts that contain tags).",
      .boolean, example: true, beside: ["text": "Hello {{query.name}}"]
    ) { reader, value, _ in _ = reader.boolean(value) }
  }
}

private let cachePolicies: KeyValuePairs<String, HTTPStubCachePolicy> = [
  "allowed": .allowed, "allowedInMemoryOnly": .allowedInMemoryOnly, "notAllowed": .notAllowed,
]
