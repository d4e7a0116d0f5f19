import StubCore
import StubLanguages

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubServer
@testable import StubTools

extension FuzzTarget {
  /// A request from the wire is compared with every kind of condition, and its answer is played.
  static let requests = FuzzTarget("requests") { input in
    var parser = RequestParser(localPort: 8080)
    var index = 0
    while index < input.bytes.count {
      switch parser.next(in: input.bytes.span, at: &index) {
      case .request(let incoming): Answering.play(incoming.request, by: conditions)
      case .failure: return
      case .expectsContinue: continue
      case .needsInput: return
      }
    }
  }

  /// Stubs with conditions of all kinds, each with `any` so that all of them are asked.
  private static let conditions: StubSet = {
    let set = StubSet()
    do {
      var reader = RuleFileReader(variables: EnvironmentVariables([:]), formats: .all)
      reader.read(try SourceText(name: "conditions.yaml", text: text))
      let rules = RuleSet(reader, RuleFileFinder([]))
      expect(!rules.diagnostics.hasErrors, rules.diagnostics.description)
      set.replaceAll(with: rules)
    } catch {
      fatalError("\(error)")
    }
    return set
  }()

  private static let text = #"""
    stubs:
      - match: { path: { glob: "/glob/*/[a-z]*.{txt,json}" } }
        respond: { text: "0123456789", ranges: true, headers: { ETag: "\"1\"" } }
      - match: { path: { regex: "^/regex/(?<id>[0-9]+)" } }
        respond: { text: "{{request.path}} {{regex.id}}" }
      - match: { uri: "/uri/{a}/{b}{?c,d*}{#e}" }
        respond: { text: "{{uri.a}} {{json uri}} {{request.query.c}} {{request.headers.Accept}}" }
      - match: { query: { q: { regex: "a+b" }, page: { atLeast: 1 } } }
        respond: { status: 201 }
      - match: { headers: { Accept: { element: json }, X-A: { present: true } } }
        respond: { status: 202 }
      - match: { cookies: { session: { prefix: a } } }
        respond: { redirect: "/{{request.cookies.session}}" }
      - match: { basicAuth: { user: a, password: { suffix: b } } }
        respond: { status: 204 }
      - match: { bearer: { glob: "a*" } }
        respond: { echo: true }
      - match: { form: { a: { includes: [b] } } }
        respond: { json: { form: "{{json request.form}}" } }
      - match: { multipart: { name: a, body: { contains: b } } }
        respond: { base64: AAEC, ranges: true }
      - match: { json: { a: [1, { b: null }] }, jsonOptions: [ignoreArrayOrder, ignoreExtraFields] }
        respond: { status: 208 }
      - match: { jsonPath: { "$..a[?@.b > 1]": { present: true } } }
        respond: { chunks: [{ text: a }, { after: 1s, text: b }] }
      - match: { xml: "<a><b/></a>" }
        respond: { status: 210 }
      - match: { xpath: { "//a[@b='c']": { present: true } } }
        respond: { events: [{ data: { a: 1 }, id: 1 }] }
      - match: { not: { body: { regex: "(a|b)*c" } }, method: POST }
        respond: { text: "0123456789", fault: { type: close, after: 50% } }
    """#
}
