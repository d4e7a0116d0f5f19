import StubCore
package import StubDocuments
package import StubPlatform

extension Key where Target == MatchDraft {
  package static var body: Self {
    Self(
      "body", "The body as text, or its bytes in base64 or in a file.",
      .anyOf([
        .condition, .object([("base64", .string)], required: ["base64"]),
        .object([("file", .string)], required: ["file"]),
      ]), example: ["contains": "hello"]
    ) { reader, value, match in
      let keys = value.members?.map(\.key) ?? []
      guard keys.contains("base64") || keys.contains("file") else {
        guard let condition = reader.condition(value) else { return }
        return match.add(PartMatcher(.body, condition), from: value)
      }
      let scope = match.scope
      let bytes = reader.mapping(value) { mapping -> Data? in
        let decoded = mapping.optional("base64") { reader.base64($0) }
        let contents = mapping.optional("file") { value in
          reader.fileContents(value, in: scope)
        }
        if keys.contains("base64"), keys.contains("file") {
          mapping.report(
            found: "use either \"base64\" or \"file\", not both")
        }
        return decoded ?? contents
      }
      if let bytes { match.add(BodyBytesMatcher(bytes), from: value) }
    }
  }
}

extension Reader {
  /// Reads a text in Base64, in which spaces and line ends are ignored, or YAML's `!!binary`.
  package func base64(_ value: Value) -> Data? {
    if case .bytes(let bytes)? = value.scalar?.kind { return Data(bytes) }
    guard let text = string(value) else { return nil }
    let letters = text.filter { !$0.isWhitespace }
    if let data = Data(base64Encoded: letters) { return data }
    return mismatch(
      value, expected: "base64 (RFC 4648 §4)",
      remedy: "use the output of base64, with its padding of \"=\"")
  }
}

extension Key where Target == MatchDraft {
  package static var json: Self {
    Self("json", "The body is this JSON value.", .any, example: ["id": 34, "tags": ["a"]]) {
      reader, value, match in
      let options = match.read("jsonOptions") { $0.jsonComparison($1) } ?? JSONComparison()
      match.add(HTTPStubJSONMatcher(value.json, comparison: options), from: value)
    }
  }

  static var jsonOptions: Self {
    Self(
      "jsonOptions", "Differences in the JSON that are ignored.",
      .oneOrMore(.oneOf(Reader.jsonOptionNames.map(\.key))), example: ["ignoreExtraFields"],
      beside: ["json": ["id": 34]]
    ) { reader, value, match in
      match.require(oneOf: ["json"], for: value)
      _ = reader.jsonComparison(value)
    }
  }

  package static var jsonPath: Self {
    Self(
      "jsonPath",
      "JSONPath queries (RFC 9535), each with a condition on the values it selects in the body.",
      .mapping(to: .anyOf([.condition, Schema(["type": "null"])])),
      example: ["$.user.name": ["prefix": "A"], "$.user.age": 34]
    ) { reader, value, match in
      reader.entries(value) { text, value in
        do throws(JSONPathError) {
          let path = try JSONPath(text)
          if let literal = value.jsonLiteral {
            match.add(JSONValueMatcher(path, equals: literal), from: value)
          } else if let condition = reader.condition(value) {
            match.add(PartMatcher(path, condition), from: value)
          }
        } catch {
          reader.report(
            value, atKeyByte: String(text.prefix(error.offset)).utf8.count,
            found: "invalid JSONPath (RFC 9535): \(error.reason)",
            remedy: error.remedy.map { .advice($0.withoutFullStop) })
        }
      }
    }
  }
}

extension Reader {
  static let jsonOptionNames: KeyValuePairs<String, JSONComparison> = [
    "ignoreArrayOrder": JSONComparison(ignoresArrayOrder: true),
    "ignoreExtraFields": JSONComparison(ignoresExtraMembers: true),
    "ignoreExtraElements": JSONComparison(ignoresExtraElements: true),
  ]

  fileprivate func jsonComparison(_ value: Value) -> JSONComparison? {
    oneOrMore(value) { keyword($0, Self.jsonOptionNames) }?.reduce(into: JSONComparison()) {
      sum, option in
      sum.ignoresArrayOrder = sum.ignoresArrayOrder || option.ignoresArrayOrder
      sum.ignoresExtraMembers = sum.ignoresExtraMembers || option.ignoresExtraMembers
      sum.ignoresExtraElements = sum.ignoresExtraElements || option.ignoresExtraElements
    }
  }
}

extension Value {
  /// The JSON value of a number, `true`, `false` or `null`; `nil` for text, which is a condition.
  fileprivate var jsonLiteral: JSONValue? {
    switch scalar?.kind {
    case .integer?, .real?, .bool?, .null?: json
    default: nil
    }
  }
}

extension Key where Target == MatchDraft {
  package static var xml: Self {
    Self("xml", "The body is equivalent to this XML.", .string, example: "<user id=\"7\"/>") {
      reader, value, match in
      guard let text = reader.string(value) else { return }
      do throws(XMLSyntaxError) {
        match.add(try HTTPStubXMLMatcher(text), from: value)
      } catch {
        reader.report(
          value, atByte: text.byteOffset(line: error.line, column: 1),
          found: "invalid XML: \(error.reason)",
          remedy: "use a whole element such as <user id=\"7\"/>")
      }
    }
  }

  package static var xpath: Self {
    Self(
      "xpath", "XPath 1.0 expressions, each with a condition on the values it selects in the body.",
      .mapping(to: .condition), example: ["//item/@id": "7"]
    ) { reader, value, match in
      let namespaces = match.read("namespaces") { $0.namespaces($1) } ?? [:]
      reader.entries(value) { expression, value in
        guard let condition = reader.condition(value) else { return }
        do throws(XPathError) {
          match.add(
            PartMatcher(
              .xml(try XMLSelection(expression, namespaces: namespaces)), condition), from: value)
        } catch {
          reader.report(
            value, atKeyByte: 0,
            found: "invalid XPath \(Quotation.of(expression)): \(error.reason)",
            remedy: "use a path such as //item/@id, with every prefix in \"namespaces\"")
        }
      }
    }
  }

  package static var namespaces: Self {
    Self(
      "namespaces", "The prefixes that XPath expressions use, with their URIs.",
      .mapping(to: .string), example: ["a": "http://www.w3.org/2005/Atom"],
      beside: ["xpath": ["//a:title": "News"]]
    ) { reader, value, match in
      match.require(oneOf: ["xpath"], for: value)
      _ = reader.namespaces(value)
    }
  }
}

extension Reader {
  fileprivate func namespaces(_ value: Value) -> [String: String]? {
    mapping(value) { mapping in
      Dictionary(
        mapping.rest { _, value in string(value) }.map { ($0.key, $0.value) },
        uniquingKeysWith: { $1 })
    }
  }
}

extension Key where Target == MatchDraft {
  package static var form: Self {
    Self(
      "form", "Fields of a URL-encoded form; other fields are ignored.", .mapping(to: .condition),
      example: ["name": "Ada"]
    ) { reader, value, match in
      reader.entries(value) { name, value in
        guard let condition = reader.condition(value) else { return }
        match.add(PartMatcher(.form(name), condition), from: value)
      }
    }
  }

  static var formEquals: Self {
    Self(
      "formEquals", "Exactly these fields of a URL-encoded form, in any order.", .items,
      example: ["name": "Ada", "tag": ["a", "b"]]
    ) { reader, value, match in
      guard let items = reader.items(value) else { return }
      match.add(ItemsMatcher(.form, equal: items), from: value)
    }
  }
}

extension Key where Target == MatchDraft {
  static var multipart: Self {
    Self(
      "multipart", "Parts that the multipart form must contain.",
      .oneOrMore(.multipartPart), example: [["name": "avatar", "filename": ["suffix": ".png"]]]
    ) { reader, value, match in
      for matcher in reader.oneOrMore(value, { reader.multipartPart($0) }) ?? [] {
        match.add(matcher, from: value)
      }
    }
  }
}

extension Schema {
  fileprivate static var multipartPart: Schema {
    .object([
      ("name", .condition), ("filename", .condition), ("contentType", .condition),
      ("headers", .mapping(to: .condition)), ("body", .condition),
    ]).adding("minProperties", 1)
  }
}

extension Reader {
  fileprivate func multipartPart(_ value: Value) -> HTTPStubMultipartMatcher? {
    let isEmpty = value.members?.isEmpty ?? false
    if isEmpty {
      return mismatch(value, expected: "at least one condition", remedy: "use { name: avatar }")
    }
    return mapping(value) { mapping in
      let headers = mapping.optional("headers") { value in
        var headers: [(HTTPHeaderName, ValueMatcher)] = []
        entries(value) { name, value in
          guard isFieldName(value, name), let condition = condition(value) else { return }
          headers.append((HTTPHeaderName(name), condition))
        }
        return headers
      }
      return HTTPStubMultipartMatcher(
        .any, name: mapping.optional("name") { condition($0) },
        filename: mapping.optional("filename") { condition($0) },
        contentType: mapping.optional("contentType") { condition($0) },
        headerList: headers ?? [], body: mapping.optional("body") { condition($0) })
    }
  }
}
