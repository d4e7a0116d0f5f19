extension RuleFaults {
  static let match: [Fault] = [
    Fault(
      "match: { metod: GET }",
      #"""
      stubs.yaml:1:10: error: unknown key "metod"; expected one of "method", "url", "urlRegex", \#
      "urlOptions", "uri", "scheme", "host", "port", "path", "query", "queryEquals", "headers", \#
      "headerNames", "cookies", "basicAuth", "bearer", "body", "json", "jsonOptions", \#
      "jsonPath", "form", "formEquals", "multipart", "xml", "xpath", "namespaces", "any", "all", \#
      "not"; did you mean "method"?
      match: { metod: GET }
               ^
      """#),
    Fault(
      "match: { method: get }",
      #"""
      stubs.yaml:1:18: error: the text "get"; expected a method such as GET; did you mean "GET"?
      match: { method: get }
                       ^
      """#),
    Fault(
      "match: { method: 'G T' }",
      #"""
      stubs.yaml:1:18: error: the text "G T"; expected a method such as GET; did you mean "GET"?
      match: { method: 'G T' }
                       ^
      """#),
    Fault(
      "match: { url: api.com/users }",
      #"""
      stubs.yaml:1:15: error: the text "api.com/users"; expected a URL with a scheme, or a path \#
      that starts with "/"; try "http://api.com/users" or "/api.com/users"
      match: { url: api.com/users }
                    ^
      """#),
    Fault(
      "match: { url: 'http:///users' }",
      #"""
      stubs.yaml:1:15: error: the text "http:///users"; expected a URL with a host; try \#
      https://api.example.com/users
      match: { url: 'http:///users' }
                    ^
      """#),
    Fault(
      "match: { url: http://a.com, urlOptions: [ignorePaths] }",
      #"""
      stubs.yaml:1:42: error: the text "ignorePaths"; expected one of "ignoreQueryParameters", \#
      "ignorePath"; did you mean "ignorePath"?
      match: { url: http://a.com, urlOptions: [ignorePaths] }
                                               ^
      """#),
    Fault(
      "match: { urlOptions: [ignorePath] }",
      #"""
      stubs.yaml:1:22: error: nothing that it belongs to; expected "url" beside it; try adding \#
      it, or removing this
      match: { urlOptions: [ignorePath] }
                           ^
      """#),
    Fault(
      "match: { urlRegex: 'users/(\\d+' }",
      #"""
      stubs.yaml:1:31: error: missing closing parenthesis; expected a regular expression; close \#
      the group with `)`, or write `\(` for a parenthesis
      match: { urlRegex: 'users/(\d+' }
                                    ^
      """#),
    Fault(
      "match:\n  urlRegex: \"^\\\\d+[a-\\\"\"",
      #"""
      stubs.yaml:2:22: error: range out of order in character class; expected a regular \#
      expression; give the range from the lower to the higher character, or put `-` last
        urlRegex: "^\\d+[a-\""
                           ^
      """#),
    Fault(
      "match: { urlRegex: '*.json' }",
      #"""
      stubs.yaml:1:21: error: quantifier does not follow a repeatable item; expected a regular \#
      expression; this looks like a glob; as a regular expression it is `^.*\.json$`
      match: { urlRegex: '*.json' }
                          ^
      """#),
    Fault(
      "match: { uri: '/users/{id' }",
      #"""
      stubs.yaml:1:23: error: `{` is never closed; expected a URI template (RFC 6570); close it \#
      with `}`, or write `%7B` for a brace
      match: { uri: '/users/{id' }
                            ^
      """#),
    Fault(
      "match: { host: http://a.com }",
      #"""
      stubs.yaml:1:16: error: the text "http://a.com"; expected a host name without scheme, port \#
      and path; try it as "url"
      match: { host: http://a.com }
                     ^
      """#),
    Fault(
      "match: { host: 'a.com:80' }",
      #"""
      stubs.yaml:1:16: error: the text "a.com:80"; expected a host name without scheme, port and \#
      path; try host: a.com, port: 80
      match: { host: 'a.com:80' }
                     ^
      """#),
    Fault(
      "match: { host: '${NO_SUCH_HOST}' }",
      #"""
      stubs.yaml:1:16: error: the environment variable NO_SUCH_HOST, which is not set; expected \#
      a value for it; try setting it, or ${NO_SUCH_HOST:-default}
      match: { host: '${NO_SUCH_HOST}' }
                     ^
      """#),
    Fault(
      "match: { port: 70000 }",
      #"""
      stubs.yaml:1:16: error: the number 70000; expected a whole number from 1 to 65535; try a \#
      number without quotes, such as 1
      match: { port: 70000 }
                     ^
      """#),
    Fault(
      "match: { host: '*.a.com' }",
      #"""
      stubs.yaml:1:16: error: the text "*.a.com"; expected a host name without scheme, port and \#
      path; try { glob: "*.a.com" }
      match: { host: '*.a.com' }
                     ^
      """#),
    Fault(
      "match: { path: users }",
      #"""
      stubs.yaml:1:16: error: the text "users"; expected a path that starts with "/", without \#
      query; try "/users"
      match: { path: users }
                     ^
      """#),
    Fault(
      "match: { path: '/users?page=2' }",
      #"""
      stubs.yaml:1:16: error: the text "/users?page=2"; expected a path that starts with "/", \#
      without query; try it as "url", or the query as "query"
      match: { path: '/users?page=2' }
                     ^
      """#),
    Fault(
      "match: { path: { extension: [json] } }",
      #"""
      stubs.yaml:1:29: error: a list; expected a text or a mapping of conditions; try { any: [ … \#
      ] } for one of several, { absent: true } for none
      match: { path: { extension: [json] } }
                                  ^
      """#),
    Fault(
      "match: [GET]",
      #"""
      stubs.yaml:1:8: error: a list; expected a mapping; try "key: value"
      match: [GET]
             ^
      """#),
    Fault(
      "match: { scheme: 'https://' }",
      #"""
      stubs.yaml:1:18: error: the text "https://"; expected a scheme without "://"; try https
      match: { scheme: 'https://' }
                       ^
      """#),
    Fault(
      "match: { queryEquals: { a: { b: c } } }",
      #"""
      stubs.yaml:1:28: error: a mapping; expected text; try a text in quotes
      match: { queryEquals: { a: { b: c } } }
                                 ^
      """#),
    Fault(
      "match: { headers: { A: ~ } }",
      #"""
      stubs.yaml:1:24: error: ~; expected a text or a mapping of conditions; try { any: [ … ] } \#
      for one of several, { absent: true } for none
      match: { headers: { A: ~ } }
                             ^
      """#),
    Fault(
      "match: { headers: { A: { regex: { patern: a } } } }",
      #"""
      stubs.yaml:1:33: error: no key "pattern"; expected "pattern"; try it instead of "patern"
      match: { headers: { A: { regex: { patern: a } } } }
                                      ^
      stubs.yaml:1:35: error: unknown key "patern"; expected one of "options", "pattern"; did \#
      you mean "pattern"?
      match: { headers: { A: { regex: { patern: a } } } }
                                        ^
      """#),
    Fault(
      "match: { not: { any: [{ body: { not: { glob: '[' } } }] } }",
      #"""
      stubs.yaml:1:47: error: `[` is never closed; expected a glob; close it with `]`, or write \#
      `\[` for a bracket
      match: { not: { any: [{ body: { not: { glob: '[' } } }] } }
                                                    ^
      """#),
    Fault(
      "match: { path: { glob: '/a/[b' } }",
      #"""
      stubs.yaml:1:28: error: `[` is never closed; expected a glob; close it with `]`, or write \#
      `\[` for a bracket
      match: { path: { glob: '/a/[b' } }
                                 ^
      """#),
    Fault(
      "match: { headers: { Accept: [a, b] } }",
      #"""
      stubs.yaml:1:29: error: a list; expected a text or a mapping of conditions; try { any: [ … \#
      ] } for one of several, { absent: true } for none
      match: { headers: { Accept: [a, b] } }
                                  ^
      """#),
    Fault(
      "match: { headers: { Accept: { contain: json } } }",
      #"""
      stubs.yaml:1:31: error: unknown key "contain"; expected one of "equals", \#
      "equalsIgnoringCase", "contains", "containsIgnoringCase", "prefix", "suffix", "element", \#
      "regex", "glob", "present", "absent", "exactly", "includes", "any", "all", "not", \#
      "greaterThan", "atLeast", "lessThan", "atMost", "json"; did you mean "contains"?
      match: { headers: { Accept: { contain: json } } }
                                    ^
      """#),
    Fault(
      "match: { headers: { Accept: {} } }",
      #"""
      stubs.yaml:1:29: error: an empty mapping; expected at least one condition; try { present: \#
      true }
      match: { headers: { Accept: {} } }
                                  ^
      """#),
    Fault(
      "match: { headers: { 'Accept:': a } }",
      #"""
      stubs.yaml:1:22: error: the header name "Accept:"; expected a name of letters, digits and \#
      signs such as "-" (RFC 9110); try "Accept"
      match: { headers: { 'Accept:': a } }
                           ^
      """#),
    Fault(
      "match: { headers: { A: { any: [] } } }",
      #"""
      stubs.yaml:1:31: error: an empty list; expected at least one condition; try { present: \#
      true } for any value
      match: { headers: { A: { any: [] } } }
                                    ^
      """#),
    Fault(
      "match: { headers: { A: { atLeast: ten } } }",
      #"""
      stubs.yaml:1:35: error: the text "ten"; expected a number; try a number without quotes, \#
      such as 0.5
      match: { headers: { A: { atLeast: ten } } }
                                        ^
      """#),
  ]
}
