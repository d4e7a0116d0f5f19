extension RuleMistakes {
  /// In what is asked of credentials and bodies, and in combinations.
  static let matchBody: [Mistake] = [
    Mistake(
      "match: { basicAuth: { password: a } }",
      #"""
      stubs.yaml:1:21: error: "basicAuth" needs "user"
      match: { basicAuth: { password: a } }
                          ^
      """#),
    Mistake(
      "match: { body: { base64: '%%' } }",
      #"""
      stubs.yaml:1:26: error: "base64" must be base64 (RFC 4648 §4), not "%%"; use the output \#
      of base64, with its padding of "="
      match: { body: { base64: '%%' } }
                               ^
      """#),
    Mistake(
      "match: { body: { file: missing.txt } }",
      #"""
      stubs.yaml:1:24: error: no such file missing.txt; paths are relative to the rule file
      match: { body: { file: missing.txt } }
                             ^
      """#),
    Mistake(
      "match: { jsonOptions: [ignoreArrayOrder] }",
      #"""
      stubs.yaml:1:23: error: "jsonOptions" needs "json"
      match: { jsonOptions: [ignoreArrayOrder] }
                            ^
      """#),
    Mistake(
      "match: { jsonPath: { '$.a[': 1 } }",
      #"""
      stubs.yaml:1:27: error: invalid JSONPath (RFC 9535): expected a name in quotes, an index, \#
      a slice, "*" or "?", found the end of the path
      match: { jsonPath: { '$.a[': 1 } }
                                ^
      """#),
    Mistake(
      "match: { xpath: { '//a[': b } }",
      #"""
      stubs.yaml:1:20: error: invalid XPath "//a[": a syntax error at offset 4; use a path such \#
      as //item/@id, with every prefix in "namespaces"
      match: { xpath: { '//a[': b } }
                         ^
      """#),
    Mistake(
      "match: { xpath: { '//n:a': b } }",
      #"""
      stubs.yaml:1:20: error: invalid XPath "//n:a": a prefix without namespace at offset 5; \#
      use a path such as //item/@id, with every prefix in "namespaces"
      match: { xpath: { '//n:a': b } }
                         ^
      """#),
    Mistake(
      "match: { namespaces: { n: 'urn:n' } }",
      #"""
      stubs.yaml:1:22: error: "namespaces" needs "xpath"
      match: { namespaces: { n: 'urn:n' } }
                           ^
      """#),
    Mistake(
      "match: { multipart: [{ nam: a }] }",
      #"""
      stubs.yaml:1:24: error: unknown key "nam"; did you mean "name"?
      match: { multipart: [{ nam: a }] }
                             ^
      """#),
    Mistake(
      "match: { multipart: [{}] }",
      #"""
      stubs.yaml:1:22: error: "multipart" must be at least one condition, not an empty mapping; \#
      use { name: avatar }
      match: { multipart: [{}] }
                           ^
      """#),
    Mistake(
      "match: { any: [] }",
      #"""
      stubs.yaml:1:15: error: "any" must be at least one mapping of match keys, not an empty \#
      list; remove it
      match: { any: [] }
                    ^
      """#),
  ]
}
