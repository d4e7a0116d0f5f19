import CoreTestSupport
import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite struct WireMockTemplateTests {
  private func set(_ request: String, _ response: String) throws -> StubSet {
    try Definition.set(
      #"{"request": {\#(request)}, "response": {\#(response), "#
        + #""transformers": ["response-template"]}}"#)
  }

  @Test(
    "A part with several values prints as the first one, and is a list of all",
    arguments: [
      ("{{request.path}} | {{request.path.[1]}}", "/b/c | c"),
      ("{{request.pathSegments}} {{size request.pathSegments}}", "/b/c 2"),
      ("{{#each request.path}}<{{this}}>{{/each}}", "<b><c>"),
      ("{{request.query.a}} | {{request.query.a.[1]}}", "1 | 2"),
      ("{{#each request.query.a as |v|}}<{{v}}>{{/each}}", "<1><2>"),
      ("{{#each request.query.b}}<{{this}}>{{/each}}", "<3>"),
      ("{{join request.query.a '+'}} {{size request.query.a}}", "1+2 2"),
      ("{{join request.query.b '+'}} {{size request.query.b}}", "3 1"),
      ("{{#each request.query}}{{@key}}={{this}};{{/each}}", "a=1;b=3;"),
      ("{{#with request.query}}{{a}}{{a.[1]}}{{/with}}", "12"),
      ("{{#if (contains request.query.a '2')}}yes{{/if}}", "yes"),
      ("{{#if (eq request.query.a '1')}}yes{{/if}}{{upper request.query.a}}", "yes1"),
      ("{{lookup request.query 'a'}}{{lookup request.query.a 1}}", "12"),
      ("{{#each request.headers}}{{@key}};{{/each}}", "X-Foo;Accept;"),
      ("{{request.headers.X-fOo}} {{request.headers.x-foo.[1]}}", "5 6"),
      ("{{lookup request.headers 'x-foo'}}{{request.headers.none}}", "5"),
    ])
  func lists(text: String, rendered: String) throws {
    let headers: HTTPHeaders = [
      HTTPHeaderName("X-Foo"): "5", HTTPHeaderName("x-foo"): "6", HTTPHeaderName("Accept"): "*/*",
    ]
    let set = try set("", #""body": "\#(text)""#)
    #expect(set.text(for: .get("/b/c?a=1&a=2&b=3", headers: headers)) == rendered)
  }

  @Test(
    "Lists print as JSON, as those that a JSONPath selects do",
    arguments: [
      ("{{jsonPath request.body '$.a'}}", #"["x",{"b":1}]"#),
      ("{{jsonPath request.body '$.a[?(@.b == 1)].b'}}", "[1]"),
      ("{{jsonPath request.body '$.c'}}{{array}}", "[][]"),
      ("{{join (jsonPath request.body '$.a[0:1]') '+'}}", "x"),
      ("{{arrayJoin '-' (array 1 2) prefix='<' suffix='>'}}", "<1-2>"),
      (
        "{{#arrayJoin ',' (jsonPath request.body '$.a') as |v|}}({{v}}){{/arrayJoin}}",
        #"(x),({"b":1})"#
      ),
      ("{{#arrayJoin ',' request.query.q prefix='['}}{{this}}{{/arrayJoin}}", "[1,2"),
    ])
  func printedLists(text: String, rendered: String) throws {
    let set = try set("", #""body": "\#(text)""#)
    let request = ReceivedRequest(
      .post, "/?q=1&q=2", body: Data(#"{"a": ["x", {"b": 1}], "c": []}"#.utf8))
    #expect(set.text(for: request) == rendered)
  }

  @Test(
    "Blocks see the request, and names that it does not have are refused there too",
    arguments: [
      ("{{#each (jsonPath request.body '$.a')}}{{request.path}}{{b}};{{/each}}", "/x;/x1;"),
      ("{{#each (array 1 2)}}{{request.query.q}}{{this}};{{/each}}", "71;72;"),
      ("{{#each (array 1)}}{{jsonPath request.body '$.a[0]'}}{{/each}}", "x"),
      ("{{#each (array 1)}}{{request.bogus}}{{/each}}", nil),
      ("{{#each (array 1)}}{{#with request.query}}{{request.bogus}}{{/with}}{{/each}}", nil),
    ] as [(String, String?)])
  func blocks(text: String, rendered: String?) throws {
    let definition = try Definition(
      #"{"request": {}, "response": {"body": "\#(text)", "transformers": ["response-template"]}}"#)
    #expect(definition.stubs.isEmpty == (rendered == nil))
    guard let rendered else { return }
    let request = ReceivedRequest(
      .post, "/x?q=7", body: Data(#"{"a": ["x", {"b": 1}]}"#.utf8))
    #expect(try set("", #""body": "\#(text)""#).text(for: request) == rendered)
  }

  @Test(
    "Names that helpers give to values are known, others are not",
    arguments: [
      ("{{regexExtract request.path '/([a-z]+)' 'p'}}{{p.0}}", "x"),
      ("{{parseJson '[7]' 'o'}}{{o.[0]}}", "7"),
      ("{{#parseJson 'o'}}[7]{{/parseJson}}{{o.[0]}}", "7"),
      ("{{val request.path assign='v'}}{{v}}", "/x"),
      ("{{#assign 'a'}}1{{/assign}}{{a}}", "1"),
      ("{{#assign 'a'}}1{{/assign}}{{a}}{{b}}", nil),
    ] as [(String, String?)])
  func namedValues(text: String, rendered: String?) throws {
    let definition = try Definition(
      #"{"request": {}, "response": {"body": "\#(text)", "transformers": ["response-template"]}}"#)
    #expect(definition.stubs.isEmpty == (rendered == nil))
    guard let rendered else { return }
    #expect(try set("", #""body": "\#(text)""#).text(for: .get("/x")) == rendered)
  }

  @Test(
    "A path template captures its variables, whatever they are called",
    arguments: [
      ("/o/{id}/**", "{{request.path.id}}", "/o/7/x/y", "7"),
      ("/o/{order-id}", "{{request.path.order-id}}", "/o/1,2", "1,2"),
      ("/o{;x*}", "{{request.path.x}}", "/o;x=1", ";x=1"),
      ("/o/a.{.x}", "{{request.path.x}}", "/o/a.b", "b"),
      ("/o/{id}", "{{request.path}} {{request.path.[0]}} {{request.path.id}}", "/o/7", "/o/7 o 7"),
    ])
  func paths(template: String, text: String, path: String, rendered: String) throws {
    let set = try set(#""urlPathTemplate": "\#(template)""#, #""body": "\#(text)""#)
    #expect(set.text(for: .get(path)) == rendered)
    #expect(!set.answers(.get("/p/7")))
  }

  @Test("Names in a JSON body are templates too, and one that is none is an error at its place")
  func names() throws {
    let set = try set("", #""jsonBody": {"{{request.query.a}}": {"b{{size 'xy'}}": 1}}"#)
    #expect(set.text(for: .get("/?a=n")) == #"{"n":{"b2":1}}"#)
    let definition = try Definition(
      #"{"request": {}, "response": {"jsonBody": {"{{nothing}}": 1}, "#
        + #""transformers": ["response-template"]}}"#)
    #expect(definition.stubs.isEmpty)
    #expect(
      definition.findings == [
        #"1:46: unknown name "nothing" in a template; available: "request", "parameters" and helpers"#
      ])
  }

  @Test("A body file is checked in the charset that the stub's Content-Type names")
  func charsets() throws {
    let japanese = try #require(Charset("Shift_JIS"))
    let wide = try #require(Charset("UTF-16"))
    let response = #"""
      "bodyFileName": "a.txt", "transformers": ["response-template"], "headers": {"Content-Type":
      """#
    // In Shift_JIS, the last byte of the first letter is that of an opening brace.
    let text = Data(try japanese.bytes(of: "\u{30DC}{"))
    #expect(String(decoding: text, as: UTF8.self).hasSuffix("{{"))
    for (file, stub) in [
      (
        "mappings/a.json",
        #"{"request": {}, "response": {\#(response) "text/plain; charset=Shift_JIS"}}}"#
      ),
      (
        "mappings/a.json",
        #"""
        {"request": {}, "response": {}, "serveEventListeners": [{"name": "webhook", "parameters": {
          "url": "http://a/", "bodyFileName": "a.txt",
          "headers": {"Content-Type": "text/plain; charset=Shift_JIS"}}}]}
        """#
      ),
      (
        "mappings/a.yaml",
        """
        respond:
          { bodyFile: ../__files/a.txt, template: true, contentType: text/plain; charset=Shift_JIS }
        """
      ),
    ] {
      let folder = try TemporaryFolder([file: stub])
      try folder.write(text, to: "__files/a.txt")
      #expect(Definition(file: folder.file(file)).findings == [], "\(stub)")
    }
    let folder = try TemporaryFolder([
      "mappings/a.json":
        #"{"request": {}, "response": {\#(response) "text/plain; charset=UTF-16"}}}"#
    ])
    try folder.write(Data(try wide.bytes(of: "{{unknown")), to: "__files/a.txt")
    let findings = Definition(file: folder.file("mappings/a.json")).findings
    #expect(findings.count == 1 && findings[0].contains("invalid template in "), "\(findings)")
  }

  @Test("The contents of body files stay as they are on request; their names are templates still")
  func keptFiles() throws {
    let folder = try TemporaryFolder([
      "mappings/one.json": #"""
      {"request": {"urlPath": "/one"}, "response": {
        "bodyFileName": "one.txt", "transformers": ["response-template"],
        "transformerParameters": {"disableBodyFileTemplating": true}}}
      """#,
      "mappings/two.json": #"""
      {"request": {"urlPath": "/two"}, "response": {
        "bodyFileName": "{{request.query.f}}", "transformers": ["response-template"],
        "transformerParameters": {"disableBodyFileTemplating": true}}}
      """#,
      "__files/one.txt": "one {{unknown}} {{",
    ])
    let set = StubSet()
    set.replaceAll(with: try RuleSet(contentsOf: [folder.path], formats: .all))
    #expect(set.text(for: .get("/one")) == "one {{unknown}} {{")
    #expect(set.text(for: .get("/two?f=one.txt")) == "one {{unknown}} {{")
  }
}
