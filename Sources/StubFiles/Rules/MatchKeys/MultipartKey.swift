import StubCore

extension RuleKey where Target == MatchDraft {
  static var multipart: Self {
    Self(
      "multipart", "Parts of a multipart form, each of which must be there; others may be too.",
      .oneOrMore(.multipartPart), example: [["name": "avatar", "filename": ["suffix": ".png"]]]
    ) { value, match in
      for matcher in value.oneOrMore({ $0.multipartPart() }) ?? [] {
        match.add(matcher, from: &value)
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

extension ValueReader {
  fileprivate mutating func multipartPart() -> HTTPStubMultipartMatcher? {
    let isEmpty = node.members?.isEmpty ?? false
    if isEmpty {
      return mismatch(expected: "at least one condition", remedy: "try { name: avatar }")
    }
    return mapping { reader in
      let headers = reader.optional("headers") { value in
        var headers: [(HTTPHeaderName, ValueMatcher)] = []
        value.entries { name, value in
          guard value.isFieldName(name), let condition = value.condition() else { return }
          headers.append((HTTPHeaderName(name), condition))
        }
        return headers
      }
      return HTTPStubMultipartMatcher(
        .any, name: reader.optional("name") { $0.condition() },
        filename: reader.optional("filename") { $0.condition() },
        contentType: reader.optional("contentType") { $0.condition() },
        headerList: headers ?? [], body: reader.optional("body") { $0.condition() })
    }
  }
}
