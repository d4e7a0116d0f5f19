extension RuleMistakes {
  static let match: [Mistake] = [
    Mistake(
      "match: { metod: GET }",
      #"""
      stubs.yaml:1:10: error: unknown key "metod"; did you mean "method"?
      match: { metod: GET }
               ^
      """#),
    Mistake(
      "match: { method: get }",
      #"""
      stubs.yaml:1:18: error: "method" cannot be "get"; did you mean "GET"?
      match: { method: get }
                       ^
      """#),
    Mistake(
      "match: { method: 'G T' }",
      #"""
      stubs.yaml:1:18: error: "method" cannot be "G T"; did you mean "GET"?
      match: { method: 'G T' }
                       ^
      """#),
    Mistake(
      "match: { url: api.com/users }",
      #"""
      stubs.yaml:1:15: error: "url" must be a URL with a scheme, or a path that starts with \#
      "/", not "api.com/users"; use "http://api.com/users" or "/api.com/users"
      match: { url: api.com/users }
                    ^
      """#),
    Mistake(
      "match: { url: 'http:///users' }",
      #"""
      stubs.yaml:1:15: error: "url" must be a URL with a host, not "http:///users"; use \#
      https://api.example.com/users
      match: { url: 'http:///users' }
                    ^
      """#),
    Mistake(
      "match: { url: http://a.com, urlOptions: [ignorePaths] }",
      #"""
      stubs.yaml:1:42: error: "urlOptions" cannot be "ignorePaths"; did you mean "ignorePath"?
      match: { url: http://a.com, urlOptions: [ignorePaths] }
                                               ^
      """#),
    Mistake(
      "match: { urlOptions: [ignorePath] }",
      #"""
      stubs.yaml:1:22: error: "urlOptions" needs "url"
      match: { urlOptions: [ignorePath] }
                           ^
      """#),
    Mistake(
      "match: { urlRegex: 'users/(\\d+' }",
      #"""
      stubs.yaml:1:31: error: invalid regular expression: missing closing parenthesis; close \#
      the group with `)`, or write `\(` for a parenthesis
      match: { urlRegex: 'users/(\d+' }
                                    ^
      """#),
    Mistake(
      "match:\n  urlRegex: \"^\\\\d+[a-\\\"\"",
      #"""
      stubs.yaml:2:22: error: invalid regular expression: range out of order in character \#
      class; give the range from the lower to the higher character, or put `-` last
        urlRegex: "^\\d+[a-\""
                           ^
      """#),
    Mistake(
      "match: { urlRegex: '*.json' }",
      #"""
      stubs.yaml:1:21: error: invalid regular expression: quantifier does not follow a \#
      repeatable item; this looks like a glob; as a regular expression it is `^.*\.json$`
      match: { urlRegex: '*.json' }
                          ^
      """#),
    Mistake(
      "match: { uri: '/users/{id' }",
      #"""
      stubs.yaml:1:23: error: invalid URI template: `{` is never closed; close it with `}`, or \#
      write `%7B` for a brace
      match: { uri: '/users/{id' }
                            ^
      """#),
    Mistake(
      "match: { host: http://a.com }",
      #"""
      stubs.yaml:1:16: error: "host" must be a host name without scheme, port and path, not \#
      "http://a.com"; use "url" for it
      match: { host: http://a.com }
                     ^
      """#),
    Mistake(
      "match: { host: 'a.com:80' }",
      #"""
      stubs.yaml:1:16: error: "host" must be a host name without scheme, port and path, not \#
      "a.com:80"; use host: a.com, port: 80
      match: { host: 'a.com:80' }
                     ^
      """#),
    Mistake(
      "match: { host: '${NO_SUCH_HOST}' }",
      #"""
      stubs.yaml:1:16: error: environment variable NO_SUCH_HOST is not set; set it, or use \#
      ${NO_SUCH_HOST:-default}
      match: { host: '${NO_SUCH_HOST}' }
                     ^
      """#),
    Mistake(
      "match: { port: 70000 }",
      #"""
      stubs.yaml:1:16: error: "port" must be from 1 to 65535, not 70000
      match: { port: 70000 }
                     ^
      """#),
    Mistake(
      "match: { host: '*.a.com' }",
      #"""
      stubs.yaml:1:16: error: "host" must be a host name without scheme, port and path, not \#
      "*.a.com"; use { glob: "*.a.com" }
      match: { host: '*.a.com' }
                     ^
      """#),
    Mistake(
      "match: { path: users }",
      #"""
      stubs.yaml:1:16: error: "path" must be a path that starts with "/", without query, not \#
      "users"; use "/users"
      match: { path: users }
                     ^
      """#),
    Mistake(
      "match: { path: '/users?page=2' }",
      #"""
      stubs.yaml:1:16: error: "path" must be a path that starts with "/", without query, not \#
      "/users?page=2"; use "url", or "query" for the query
      match: { path: '/users?page=2' }
                     ^
      """#),
    Mistake(
      "match: { path: { extension: [json] } }",
      #"""
      stubs.yaml:1:29: error: "extension" must be a text or a mapping of conditions, not a list; \#
      use { any: [ … ] } for one of several, { absent: true } for none
      match: { path: { extension: [json] } }
                                  ^
      """#),
    Mistake(
      "match: [GET]",
      #"""
      stubs.yaml:1:8: error: "match" must be a mapping, not a list
      match: [GET]
             ^
      """#),
    Mistake(
      "match: { scheme: 'https://' }",
      #"""
      stubs.yaml:1:18: error: "scheme" must be a scheme without "://", not "https://"; use https
      match: { scheme: 'https://' }
                       ^
      """#),
    Mistake(
      "match: { queryEquals: { a: { b: c } } }",
      #"""
      stubs.yaml:1:28: error: "a" must be text, not a mapping; use a text in quotes
      match: { queryEquals: { a: { b: c } } }
                                 ^
      """#),
    Mistake(
      "match: { headers: { A: ~ } }",
      #"""
      stubs.yaml:1:24: error: "A" must be a text or a mapping of conditions, not ~; use { any: \#
      [ … ] } for one of several, { absent: true } for none
      match: { headers: { A: ~ } }
                             ^
      """#),
    Mistake(
      "match: { headers: { A: { regex: { patern: a } } } }",
      #"""
      stubs.yaml:1:33: error: "regex" needs "pattern"; rename "patern"
      match: { headers: { A: { regex: { patern: a } } } }
                                      ^
      stubs.yaml:1:35: error: unknown key "patern"; did you mean "pattern"?
      match: { headers: { A: { regex: { patern: a } } } }
                                        ^
      """#),
    Mistake(
      "match: { not: { any: [{ body: { not: { glob: '[' } } }] } }",
      #"""
      stubs.yaml:1:47: error: invalid glob: `[` is never closed; close it with `]`, or write \#
      `\[` for a bracket
      match: { not: { any: [{ body: { not: { glob: '[' } } }] } }
                                                    ^
      """#),
    Mistake(
      "match: { path: { glob: '/a/[b' } }",
      #"""
      stubs.yaml:1:28: error: invalid glob: `[` is never closed; close it with `]`, or write \#
      `\[` for a bracket
      match: { path: { glob: '/a/[b' } }
                                 ^
      """#),
    Mistake(
      "match: { headers: { Accept: [a, b] } }",
      #"""
      stubs.yaml:1:29: error: "Accept" must be a text or a mapping of conditions, not a list; \#
      use { any: [ … ] } for one of several, { absent: true } for none
      match: { headers: { Accept: [a, b] } }
                                  ^
      """#),
    Mistake(
      "match: { headers: { Accept: { contain: json } } }",
      #"""
      stubs.yaml:1:31: error: unknown key "contain"; did you mean "contains"?
      match: { headers: { Accept: { contain: json } } }
                                    ^
      """#),
    Mistake(
      "match: { headers: { Accept: {} } }",
      #"""
      stubs.yaml:1:29: error: "Accept" must be at least one condition, not an empty mapping; \#
      use { present: true }
      match: { headers: { Accept: {} } }
                                  ^
      """#),
    Mistake(
      "match: { headers: { 'Accept:': a } }",
      #"""
      stubs.yaml:1:22: error: expected a name of letters, digits and signs such as "-" (RFC \#
      9110), got the header name "Accept:"; use "Accept"
      match: { headers: { 'Accept:': a } }
                           ^
      """#),
    Mistake(
      "match: { headers: { A: { any: [] } } }",
      #"""
      stubs.yaml:1:31: error: "any" must be at least one condition, not an empty list; use { \#
      present: true } for any value
      match: { headers: { A: { any: [] } } }
                                    ^
      """#),
    Mistake(
      "match: { headers: { A: { atLeast: ten } } }",
      #"""
      stubs.yaml:1:35: error: "atLeast" must be a number, not "ten"
      match: { headers: { A: { atLeast: ten } } }
                                        ^
      """#),
  ]
}
