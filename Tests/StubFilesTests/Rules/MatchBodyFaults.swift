extension RuleFaults {
  /// In what is asked of credentials and bodies, and in combinations.
  static let matchBody: [Fault] = [
    Fault(
      "match: { basicAuth: { password: a } }",
      #"""
      stubs.yaml:1:21: error: no key "user"; expected "user"; try adding "user:"
      match: { basicAuth: { password: a } }
                          ^
      """#),
    Fault(
      "match: { body: { base64: '%%' } }",
      #"""
      stubs.yaml:1:26: error: the text "%%"; expected base64 (RFC 4648 §4); try the output of \#
      base64, with its padding of "="
      match: { body: { base64: '%%' } }
                               ^
      """#),
    Fault(
      "match: { body: { file: missing.txt } }",
      #"""
      stubs.yaml:1:24: error: the text "missing.txt"; expected a file at missing.txt; try a path \#
      relative to the folder of the rule file
      match: { body: { file: missing.txt } }
                             ^
      """#),
    Fault(
      "match: { jsonOptions: [ignoreArrayOrder] }",
      #"""
      stubs.yaml:1:23: error: nothing that it belongs to; expected "json" beside it; try adding \#
      it, or removing this
      match: { jsonOptions: [ignoreArrayOrder] }
                            ^
      """#),
    Fault(
      "match: { jsonPath: { '$.a[': 1 } }",
      #"""
      stubs.yaml:1:27: error: a query that is no JSONPath (RFC 9535): expected a name in quotes, \#
      an index, a slice, "*" or "?", found the end of the path
      match: { jsonPath: { '$.a[': 1 } }
                                ^
      """#),
    Fault(
      "match: { xpath: { '//a[': b } }",
      #"""
      stubs.yaml:1:20: error: "//a[", which is no XPath: a syntax error at offset 4; try a path \#
      such as //item/@id, with every prefix in "namespaces"
      match: { xpath: { '//a[': b } }
                         ^
      """#),
    Fault(
      "match: { xpath: { '//n:a': b } }",
      #"""
      stubs.yaml:1:20: error: "//n:a", which is no XPath: a prefix without namespace at offset \#
      5; try a path such as //item/@id, with every prefix in "namespaces"
      match: { xpath: { '//n:a': b } }
                         ^
      """#),
    Fault(
      "match: { namespaces: { n: 'urn:n' } }",
      #"""
      stubs.yaml:1:22: error: nothing that it belongs to; expected "xpath" beside it; try adding \#
      it, or removing this
      match: { namespaces: { n: 'urn:n' } }
                           ^
      """#),
    Fault(
      "match: { multipart: [{ nam: a }] }",
      #"""
      stubs.yaml:1:24: error: unknown key "nam"; expected one of "headers", "name", "filename", \#
      "contentType", "body"; did you mean "name"?
      match: { multipart: [{ nam: a }] }
                             ^
      """#),
    Fault(
      "match: { multipart: [{}] }",
      #"""
      stubs.yaml:1:22: error: an empty mapping; expected at least one condition; try { name: \#
      avatar }
      match: { multipart: [{}] }
                           ^
      """#),
    Fault(
      "match: { any: [] }",
      #"""
      stubs.yaml:1:15: error: an empty list; expected at least one mapping of match keys; try \#
      removing it
      match: { any: [] }
                    ^
      """#),
  ]
}
