import Testing

@testable import StubLanguages

@Suite("Helpers at empty, reversed, negative and huge bounds")
struct TemplateBoundTests {
  private static let context: JSONValue = ["none": [], "one": [7], "text": ""]

  @Test(
    "Empty, reversed, negative and huge bounds give the values between them, or nothing",
    arguments: [
      ("range", "[{{join (range 1 0) ','}}]", "[]"),
      ("range", "[{{join (range 2 -1) ','}}]", "[]"),
      ("range", "[{{join (range 9223372036854775807 -9223372036854775808) ','}}]", "[]"),
      ("range", "{{#each (range 5 1)}}x{{else}}nothing{{/each}}", "nothing"),
      ("range", "{{join (range 0 0) ','}} {{join (range -1 1) ','}}", "0 -1,0,1"),
      (
        "range", "{{join (range 9223372036854775806 9223372036854775807) ','}}",
        "9223372036854775806,9223372036854775807"
      ),
      (
        "substring", "[{{substring 'abc' 2 1}}][{{substring 'abc' -5}}][{{substring 'abc' 9}}]",
        "[][abc][]"
      ),
      (
        "substring", "[{{substring '' 0 5}}][{{substring 'abc' 1 1}}][{{substring 'abc' 0 -1}}]",
        "[][][]"
      ),
      ("substring", "[{{substring 'abc' -9223372036854775808 9223372036854775807}}]", "[abc]"),
      (
        "split", "[{{size (split '' ',')}}][{{size (split '' '')}}][{{join (split ',' ',') '-'}}]",
        "[0][0][-]"
      ),
      ("join", "[{{join none ','}}][{{join one ','}}][{{join missing ','}}]", "[][7][]"),
      ("arrayJoin", "{{arrayJoin ',' none prefix='[' suffix=']'}}", "[]"),
      ("arrayJoin", "{{arrayJoin ',' missing prefix='[' suffix=']'}}", "[]"),
      ("pickRandom", "[{{pickRandom none}}][{{join (pickRandom none count=2) ','}}]", "[][]"),
      ("pickRandom", "[{{pickRandom one}}][{{join (pickRandom one count=0) ','}}]", "[7][]"),
      ("pickRandom", "[{{join (pickRandom one count=9223372036854775807) ','}}]", "[7]"),
      ("pickRandom", "[{{join (pickRandom one count=-1) ','}}]", "[]"),
      ("size", "{{size none}} {{size text}} {{size missing}}", "0 0 0"),
      (
        "lookup", "[{{lookup none 0}}][{{lookup none -1}}][{{lookup one -9223372036854775808}}]",
        "[][][]"
      ),
      ("array", "[{{size (array)}}]", "[0]"),
      (
        "members", "[{{none.first}}][{{none.last}}][{{none.[-1]}}][{{one.[-1]}}][{{one.[1]}}]",
        "[][][][7][]"
      ),
      ("randomInt", "{{randomInt lower=5 upper=5}} {{randomInt lower=-3 upper=-3}}", "5 -3"),
      ("randomDecimal", "{{round (randomDecimal lower=2 upper=2)}}", "2"),
      ("randomValue", "[{{randomValue length=0}}]", "[]"),
      ("round", "{{round 0.5}} {{round -0.4}} {{round 1.25 15}}", "1 0 1.25"),
      ("replace", "{{replace '' '' 'x'}}{{replace 'a' '' 'x'}}", "a"),
      ("mod", "{{mod -9223372036854775808 -1}}", "0"),
      ("default", "[{{default none 'x'}}][{{default text 'x'}}]", "[x][x]"),
      (
        "trim", "[{{trim ''}}][{{capitalize ''}}][{{upper ''}}][{{base64 ''}}][{{urlEncode ''}}]",
        "[][][][][]"
      ),
      (
        "jsonPath",
        "[{{jsonPath none '$[0]'}}][{{jsonPath none '$[5:1]'}}][{{jsonPath one '$[-9:9]'}}]",
        "[][][7]"
      ),
      (
        "regexExtract", "[{{regexExtract '' 'a' default='n'}}][{{regexExtract 'a' 'a' group='9'}}]",
        "[n][]"
      ),
      (
        "date",
        "{{date 0 format='unix'}} {{date 0 offset='0 days' format='unix'}} {{date 0 offset='-1 days' format='unix'}}",
        "0 0 -86400"
      ),
      ("contains", "{{contains none 1}} {{contains text ''}}", "false true"),
      ("math", "{{math 0 '*' -1}} {{divide 0 5}}", "0 0"),
    ])
  func nothing(helper: String, template: String, expected: String) throws {
    #expect(try TemplateLine(template, Self.context, gives: expected).render() == expected)
  }

  @Test(
    "A bound that is not given moves out of the way of the one that is",
    arguments: [
      ("{{randomInt upper=-5}}", -2_147_483_648.0, -5.0),
      ("{{randomInt lower=3000000000}}", 3e9, 3e9),
      ("{{randomInt upper=-3000000000}}", -3e9, -3e9),
      ("{{randomInt lower=-9223372036854775808}}", -9.3e18, 2_147_483_647.0),
      ("{{randomDecimal upper=-2}}", -3.0, -2.0),
      ("{{randomDecimal lower=8}}", 8.0, 9.0),
    ])
  func missingBound(template: String, lower: Double, upper: Double) throws {
    for _ in 0..<50 {
      let text = try TemplateLine(template, gives: "").render()
      let number = try #require(Double(text))
      #expect((lower...upper).contains(number), "\(text)")
    }
  }

  @Test(
    "Bounds that mean nothing are refused with what to do",
    arguments: [
      ("{{randomInt lower=6 upper=1}}", "exchange them"),
      ("{{randomDecimal lower=2 upper=1}}", "exchange them"),
      ("{{randomDecimal lower='-1.7e308' upper='1.7e308'}}", "use smaller numbers"),
      ("{{range 1 100001}}", "choose one in that range"),
      ("{{range 1e30 2}}", "give a whole number"), ("{{range 'a' 2}}", "give a whole number"),
      ("{{substring 'abc' 1e30}}", "give a whole number"),
      ("{{randomValue length=-1}}", "choose one in that range"),
      ("{{randomValue length=9223372036854775807}}", "choose one in that range"),
      ("{{round 1.5 -1}}", "choose one in that range"),
      ("{{numberFormat 1 decimals=99}}", "choose one in that range"),
      ("{{divide 1 0}}", "test the divisor with {{#if}}"),
      ("{{mod 1 0}}", "test the divisor with {{#if}}"),
      ("{{math 1 '/' 0}}", "test the divisor with {{#if}}"),
      ("{{multiply '1e308' '1e308'}}", "use smaller numbers"),
      ("{{date 0 offset='9223372036854775807 days'}}", "use a smaller offset"),
      ("{{date 0 offset='-99999 years'}}", "use a smaller offset"),
    ])
  func refused(template: String, remedy: String) {
    #expect(templateError(template)?.contains(remedy) == true, "\(templateError(template) ?? "")")
  }

  @Test("A reversed range is empty in templates of WireMock, and a range includes its end")
  func wireMock() throws {
    for (text, expected) in [
      ("{{range 1 0}}", "[]"), ("{{#each (range 3 1)}}x{{/each}}", ""),
      ("{{arrayJoin ',' (range 1 3)}}", "1,2,3"),
    ] {
      let rendered = try Template(text, .wireMock).render([:], environment: TemplateEnvironment())
      #expect(rendered == expected)
    }
  }

  @Test(
    "A block with three braces is refused with the two braces to write",
    arguments: [
      ("{{{#each a}}}x{{{/each}}}", "`{{{#each`", "write {{#each …}}"),
      ("a\n {{{#if a}}}", "`{{{#if`", "write {{#if …}}"),
      ("{{#if a}}{{{/if}}}", "`{{{/if`", "write {{/if}}"),
      ("{{#if a}}{{{else}}}{{/if}}", "`{{{else`", "write {{else}}"),
      ("{{#if a}}{{{^}}}{{/if}}", "`{{{^`", "write {{^ …}}"),
      ("{{&#each a}}", "`{{&#each`", "write {{#each …}}"),
      (#"{"a":{{{#each a}}{{/each}}}"#, "`{{{#each`", "put a space behind it"),
    ])
  func threeBraces(template: String, found: String, remedy: String) {
    let error = templateError(template) ?? ""
    #expect(error.contains(found) && error.contains(remedy), "\(error)")
    #expect(templateError("{{{elsewhere}}}") == nil)
  }
}
