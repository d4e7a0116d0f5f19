import StubCore

extension RuleKey where Target == MatchDraft {
  static var xml: Self {
    Self("xml", "The body says the same as this XML.", .string, example: "<user id=\"7\"/>") {
      value, match in
      guard let text = value.string() else { return }
      do throws(XMLSyntaxError) {
        match.add(try HTTPStubXMLMatcher(text), from: &value)
      } catch {
        value.report(
          atByte: text.byteOffset(line: error.line, column: 1),
          found: "a text that is no XML: \(error.reason)",
          remedy: "try a whole element such as <user id=\"7\"/>")
      }
    }
  }

  static var xpath: Self {
    Self(
      "xpath", "XPath 1.0 expressions and conditions on what they select from the body.",
      .mapping(to: .condition), example: ["//item/@id": "7"]
    ) { value, match in
      let namespaces = match.read("namespaces") { $0.namespaces() } ?? [:]
      value.entries { expression, value in
        guard let condition = value.condition() else { return }
        do throws(XPathError) {
          match.add(
            try HTTPStubXPathMatcher(expression, condition, namespaces: namespaces), from: &value)
        } catch {
          value.report(
            atKeyByte: 0, found: "\(Quotation.of(expression)), which is no XPath: \(error.reason)",
            remedy: "try a path such as //item/@id, with every prefix in \"namespaces\"")
        }
      }
    }
  }

  static var namespaces: Self {
    Self(
      "namespaces", "The prefixes that XPath expressions use, with their URIs.",
      .mapping(to: .string), example: ["a": "http://www.w3.org/2005/Atom"],
      beside: ["xpath": ["//a:title": "News"]]
    ) { value, match in
      match.require(oneOf: ["xpath"], for: &value)
      _ = value.namespaces()
    }
  }
}

extension ValueReader {
  fileprivate mutating func namespaces() -> [String: String]? {
    mapping { reader in
      Dictionary(
        reader.rest { _, value in value.string() }.map { ($0.key, $0.value) },
        uniquingKeysWith: { $1 })
    }
  }
}
