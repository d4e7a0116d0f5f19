import Foundation
import Testing

@testable import StubLanguages

@Suite("Templates of WireMock")
struct TemplateDialectTests {
  private let context: JSONValue = [
    "request": ["path": "/t", "query": ["n": "5"]], "l": [["x": 1], ["x": 2]],
    "o": ["k": "v"], "d": 10.5, "none": nil,
  ]

  private func render(_ source: String, _ dialect: TemplateDialect) throws -> String {
    try Template(source, dialect).render(context, environment: TemplateEnvironment())
  }

  @Test(
    "A block sees the names around it, unless its own context has them",
    arguments: [
      ("{{#each l}}{{request.path}}{{x}};{{/each}}", "/t1;/t2;", "1;2;"),
      ("{{#each l}}{{#if request.query.n}}{{x}}{{/if}};{{/each}}", "1;2;", ";;"),
      ("{{#each l}}{{upper o.k}}{{/each}}", "VV", ""),
      ("{{#each l as |v k|}}{{request.path}}{{v.x}}{{k}};{{/each}}", "/t10;/t21;", "10;21;"),
      (
        "{{#with o}}{{#each ../l}}{{k}}{{request.path}}{{x}};{{/each}}{{/with}}", "v/t1;v/t2;",
        "1;2;"
      ),
      ("{{#each l}}{{this.request.path}}{{./request.path}}|{{/each}}", "||", "||"),
      ("{{#with (parseJSON '{\"o\": {\"a\": 1}}')}}{{o.a}}{{o.k}}{{/with}}", "1", "1"),
      ("{{#with (parseJSON '{\"o\": null}')}}{{o.k}}{{/with}}", "v", ""),
      ("{{#assign 'd'}}9{{/assign}}{{d}}{{#with o}}{{d}}{{/with}}", "10.59", "10.59"),
    ])
  func outerNames(source: String, wireMock: String, standard: String) throws {
    #expect(try render(source, .wireMock) == wireMock)
    #expect(try render(source, .standard) == standard)
  }

  @Test(
    "Names in blocks may be those of a root, unless they are of the context alone",
    arguments: [
      ("{{#each l}}{{request.path}}{{x.y}}{{/each}}", ["path"]),
      ("{{#each l}}{{#with m}}{{jsonPath request.body '$.a'}}{{/with}}{{/each}}", ["body"]),
      ("{{#each l}}{{request}}{{this.request.url}}{{./request.url}}{{/each}}", []),
      ("{{#each l as |request|}}{{request.url}}{{/each}}", []),
    ] as [(String, Set<String>)])
  func members(source: String, members: Set<String>) throws {
    let template = try Template(source, .wireMock)
    #expect(template.members(ofRoot: "request") == members)
    #expect(template.roots == ["l"])
    #expect(try Template(source).members(ofRoot: "request") == [])
  }

  @Test(
    "A result has the decimals that it has in Java",
    arguments: [
      ("{{math 10 '/' 3}} {{math 10 '/' 4}} {{math -10 '/' 4}}", "3 3 -3"),
      ("{{math 10.0 '/' 4}} {{math 10.5 '/' 4}} {{math '10.50' '/' 4}}", "2.5 2.6 2.63"),
      ("{{math 10 '/' 2.5}} {{math 3 '/' 1.5}} {{math '10' '/' '4'}}", "4 2 3"),
      ("{{math 10 'x' 3}} {{math 1.1 '*' 1.1}} {{math d 'x' 4}}", "30 1.21 42.0"),
      ("{{math 0.1 '+' 0.2}} {{math 1.5 '+' 1.5}} {{math '1.50' '-' '0.5'}}", "0.3 3.0 1.0"),
      ("{{math 10 '%' 4}} {{math 10.5 '%' 4}} {{math -7 '%' 4}}", "2 2.5 -3"),
      ("{{math 5000000000 '+' 1}} {{math '1e2' '+' 1}}", "5000000001 101"),
    ])
  func math(source: String, expected: String) throws {
    #expect(try render(source, .wireMock) == expected)
  }

  @Test(
    "Helpers of the same name give what those of WireMock give",
    arguments: [
      ("{{numberFormat 1234.5}} {{numberFormat 1234567}}", "1,234.5 1,234,567", "1235 1234567"),
      ("{{numberFormat 1.2345}} {{numberFormat 1.2355}}", "1.234 1.236", "1 1"),
      ("{{numberFormat -1234.5678}} {{numberFormat 0.0001}}", "-1,234.568 0", "-1235 0"),
      ("{{numberFormat 1234.5 decimals=2}}", "1234.50", "1234.50"),
      ("{{urlEncode 'a b'}}", "a+b", "a%20b"),
      (
        "{{urlEncode 'a~b*c-d_e.f+g&ä'}}", "a%7Eb*c-d_e.f%2Bg%26%C3%A4",
        "a~b%2Ac-d_e.f%2Bg%26%C3%A4"
      ),
      ("{{urlEncode 'a+b%20' decode=true}}|", "a b |", "a b |"),
      ("{{jsonPath this '$.none' default='d'}}", "d", ""),
      ("{{jsonPath this '$.missing' default='d'}}{{jsonPath this '$.none'}}", "d", "d"),
      ("{{l.length}} {{array 1 2}}", "2 [1,2]", "2 1,2"),
    ])
  func helpers(source: String, wireMock: String, standard: String) throws {
    #expect(try render(source, .wireMock) == wireMock)
    #expect(try render(source, .standard) == standard)
  }

  @Test("A sign that there is not, and a division by zero, are errors when compiled")
  func mistakes() {
    for source in ["{{math 1 'q' 2}}", "{{math 1 '/' 0}}"] {
      #expect(throws: TemplateError.self) { try Template(source, .wireMock) }
    }
  }
}
