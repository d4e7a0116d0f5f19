import Testing

@testable import StubLanguages

@Suite("Templates")
struct TemplateTests {
  @Test("A source without tags is plain and comes out as it is")
  func plain() throws {
    let template = try Template("{ \"a\": \\{ 1 } }\r\n")
    #expect(template.isPlain)
    #expect(template.roots.isEmpty)
    #expect(
      try template.render(nil, environment: TemplateEnvironment()) == "{ \"a\": \\{ 1 } }\r\n")
    #expect(try !Template("{{a}}").isPlain)
    #expect(try !Template("\\{{a}}").isPlain)
  }

  @Test(
    "A path finds its value",
    arguments: [
      TemplateLine("{{a}}", ["a": "x"], gives: "x"),
      TemplateLine("{{ a.b.c }}", ["a": ["b": ["c": 1]]], gives: "1"),
      TemplateLine("{{a/b}}", ["a": ["b": 2]], gives: "2"),
      TemplateLine("{{./a}} {{this.a}} {{this/a}}", ["a": 3], gives: "3 3 3"),
      TemplateLine("{{.}}{{this}}", "t", gives: "tt"),
      TemplateLine("{{@root.a}}", ["a": 4], gives: "4"),
      TemplateLine("{{[a b].[c.d]}}", ["a b": ["c.d": 5]], gives: "5"),
      TemplateLine("{{[a\\]b]}}", ["a]b": 5], gives: "5"),
      TemplateLine(
        "{{list.0}} {{list.[1]}} {{list.2.a}}", ["list": [1, 2, ["a": 3]]], gives: "1 2 3"),
      TemplateLine(
        "{{list.first}} {{list.last}} {{list.[-2]}}", ["list": [1, 2, 3]], gives: "1 3 2"),
      TemplateLine(
        "{{list.length}} {{text.length}}", ["list": [1, 2], "text": "äöü"], gives: "2 3"),
      TemplateLine("{{one.0}}{{one.first}}{{one.[-1]}}", ["one": "x"], gives: "xxx"),
      TemplateLine("{{list.7}}{{list.[-7]}}{{list.x}}", ["list": [1]], gives: ""),
      TemplateLine("{{list.[-9223372036854775808]}}", ["list": [1]], gives: ""),
      TemplateLine(
        "{{\"a b\"}} {{'c'}} {{12}} {{true}}", ["a b": 1, "c": 2, "12": 3, "true": 4],
        gives: "1 2 3 4"),
      TemplateLine("{{missing}}{{a.b.c}}{{../a}}{{@nothing}}{{@index}}", ["a": 1], gives: ""),
      TemplateLine(
        "{{größe}} {{a-b}} {{$c}} {{d:e}}", ["größe": 1, "a-b": 2, "$c": 3, "d:e": 4],
        gives: "1 2 3 4"),
      TemplateLine("{{size}} {{this.size}}", ["size": "L"], gives: "L L"),
    ])
  func paths(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "A value prints as a reader expects",
    arguments: [
      TemplateLine("{{a}}", ["a": nil], gives: ""),
      TemplateLine("{{a}} {{b}}", ["a": true, "b": false], gives: "true false"),
      TemplateLine(
        "{{a}} {{b}} {{c}}", ["a": 0, "b": -1.5, "c": .number(JSONNumber(text: "1.50"))],
        gives: "0 -1.5 1.50"),
      TemplateLine("{{a}}", ["a": [1, "b", nil, [2, 3]]], gives: "1,b,,2,3"),
      TemplateLine("{{a}}", ["a": ["b": [1, "c\""]]], gives: "{\"b\":[1,\"c\\\"\"]}"),
      TemplateLine("{{a}}", ["a": "{{b}}", "b": "no"], gives: "{{b}}"),
    ])
  func values(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "A block sets the context of its body",
    arguments: [
      TemplateLine("{{#if a}}y{{else}}n{{/if}}", ["a": "x"], gives: "y"),
      TemplateLine("{{#if a}}y{{^}}n{{/if}}", ["a": 0], gives: "n"),
      TemplateLine("{{#if a includeZero=true}}y{{/if}}", ["a": 0], gives: "y"),
      TemplateLine("{{#if a includeZero=false}}y{{/if}}", ["a": 0], gives: ""),
      TemplateLine(
        "{{#if a}}1{{else if b}}2{{else if c}}3{{else}}4{{/if}}", ["c": true], gives: "3"),
      TemplateLine("{{#if a}}1{{else if b}}2{{else}}4{{/if}}", gives: "4"),
      TemplateLine("{{#if a}}1{{else each b}}{{this}}{{/if}}", ["b": [2, 3]], gives: "23"),
      TemplateLine("{{#if [] }}y{{else}}n{{/if}}", ["": []], gives: "n"),
      TemplateLine("{{#unless a}}n{{else}}y{{/unless}}", ["a": true], gives: "y"),
      TemplateLine("{{#unless a}}n{{/unless}}", ["a": ""], gives: "n"),
      TemplateLine("{{^a}}n{{else}}{{b}}{{/a}}", ["a": ["b": 1]], gives: "1"),
      TemplateLine("{{^if a}}n{{else}}y{{/if}}", ["a": 1], gives: "y"),
      TemplateLine("{{^if a}}1{{else if b}}2{{else}}3{{/if}}", ["a": 1, "b": 1], gives: "2"),
      TemplateLine("{{#each a}}{{this}};{{/each}}", ["a": [1, 2]], gives: "1;2;"),
      TemplateLine(
        "{{#each a}}{{@key}}={{this}}{{#unless @last}},{{/unless}}{{/each}}",
        ["a": ["x": 1, "y": 2]], gives: "x=1,y=2"),
      TemplateLine(
        "{{#each a}}{{@index}}{{#if @first}}F{{/if}}{{#if @last}}L{{/if}} {{/each}}",
        ["a": ["x", "y", "z"]], gives: "0F 1 2L "),
      TemplateLine(
        "{{#each a}}{{/each}}{{#each a}}x{{else}}none{{/each}}", ["a": []], gives: "none"),
      TemplateLine("{{#each a}}x{{else}}none{{/each}}", ["a": 5], gives: "none"),
      TemplateLine(
        "{{#each a as |v i|}}{{i}}{{v}}{{../b}} {{/each}}", ["a": ["x", "y"], "b": "!"],
        gives: "0x! 1y! "),
      TemplateLine(
        "{{#each a}}{{#each this}}{{@../index}}{{@index}}{{this}} {{/each}}{{/each}}",
        ["a": [["x"], ["y", "z"]]], gives: "00x 10y 11z "),
      TemplateLine(
        "{{#each a as |v|}}{{#each v as |w|}}{{v.length}}{{w}} {{/each}}{{/each}}",
        ["a": [["x"], ["y", "z"]]], gives: "1x 2y 2z "),
      TemplateLine(
        "{{#with a}}{{b}}{{../c}}{{@root.c}}{{/with}}", ["a": ["b": 1], "c": 2], gives: "122"),
      TemplateLine("{{#with a as |x|}}{{x.b}}{{/with}}", ["a": ["b": 1]], gives: "1"),
      TemplateLine("{{#with a}}y{{else}}n{{/with}}", gives: "n"),
      TemplateLine("{{#with a}}{{this}}{{else}}n{{/with}}", ["a": 0], gives: "0"),
      TemplateLine("{{#a}}{{b}}{{/a}}", ["a": [["b": 1], ["b": 2]]], gives: "12"),
      TemplateLine("{{#a}}{{b}}{{/a}}", ["a": true, "b": 1], gives: "1"),
      TemplateLine("{{#a.b}}{{c}}{{/a.b}}", ["a": ["b": ["c": 1]]], gives: "1"),
      TemplateLine("{{#a}}x{{else}}none{{/a}}", ["a": []], gives: "none"),
      TemplateLine("{{# a }}x{{/ a }}", ["a": 1], gives: "x"),
      TemplateLine(
        "{{#if (eq a 'x')}}y{{/if}}{{#eq a 'x'}}y{{else}}n{{/eq}}", ["a": "x"], gives: "yy"),
      TemplateLine("{{#eq a 'x'}}y{{else}}n{{/eq}}", ["a": "z"], gives: "n"),
      TemplateLine("{{#range 1 3}}{{this}}{{/range}}", gives: "123"),
      TemplateLine("{{#upper}}a{{b}}{{/upper}}", ["b": "c"], gives: "AC"),
      TemplateLine("{{#each (split a ',')}}[{{this}}]{{/each}}", ["a": "x,y"], gives: "[x][y]"),
    ])
  func blocks(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "Comments, escaped braces and raw blocks are not looked into",
    arguments: [
      TemplateLine("a{{! }}b{{!-- }} {{c}} --}}d{{!}}e{{!----}}f", gives: "abdef"),
      TemplateLine("\\{{a}} {{a}}", ["a": 1], gives: "{{a}} 1"),
      TemplateLine("\\\\{{a}}", ["a": 1], gives: "\\1"),
      TemplateLine("C:\\dir\\ {{a}}", ["a": 1], gives: "C:\\dir\\ 1"),
      TemplateLine("{{{{raw}}}} {{a}} {{{{/raw}}}}!", ["a": 1], gives: " {{a}} !"),
      TemplateLine("{{{{raw}}}}{{{{x}}}}{{{{/x}}}}{{{{/raw}}}}", gives: "{{{{x}}}}{{{{/x}}}}"),
      TemplateLine("{{{{upper}}}}{{a}}{{{{/upper}}}}", gives: "{{A}}"),
      TemplateLine("{{{{raw}}}}{{{{/raw}}}}", gives: ""),
      TemplateLine("{{upper '}}'}}{{upper \"'\"}}{{upper 'it\\'s'}}", gives: "}}'IT'S"),
      TemplateLine("a } b }} c { d", gives: "a } b }} c { d"),
    ])
  func text(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test("Helpers nest in parentheses, also in options")
  func subexpressions() throws {
    let line = TemplateLine(
      "{{upper (join (split (lower a) '-') sep)}} {{val b or=(upper 'x')}}",
      ["a": "A-b-C", "sep": "+"], gives: "A+B+C X")
    #expect(try line.render() == line.expected)
  }

  @Test("Of a repeated name the innermost is meant, and a variable gives way to the context")
  func shadowing() throws {
    let line = TemplateLine(
      "{{#assign 'v'}}{{a}}!{{/assign}}{{v}}{{#with a as |v|}}{{v}}{{/with}}{{#assign 'a'}}z{{/assign}}{{a}}",
      ["a": "x"], gives: "x!xx")
    #expect(try line.render() == line.expected)
  }
}
