import Testing

@testable import StubLanguages

@Suite("Templates as Mustache and Handlebars have them")
struct TemplateRuleTests {
  @Test(
    "Mustache: comments, values, sections and inverted sections",
    arguments: [
      TemplateLine("a{{! not\nshown }}b", gives: "ab"),
      TemplateLine("a\n{{! alone }}\nb\n", gives: "a\nb\n"),
      TemplateLine("a {{! within }} b", gives: "a  b"),
      TemplateLine("{{a}}|{{{a}}}|{{&a}}", ["a": "<&\""], gives: "&lt;&amp;&quot;|<&\"|<&\""),
      TemplateLine("{{ a }}{{{ a }}}{{& a }}", ["a": 7], gives: "777"),
      TemplateLine("{{a}}{{{a}}}{{&a}}.", ["a": nil], gives: "."),
      TemplateLine("{{a.b.c}} {{a.x.c}}", ["a": ["b": ["c": "in"]]], gives: "in "),
      TemplateLine("{{#a}}{{b.c}}{{/a}}", ["a": ["b": [:]], "b": ["c": "out"]], gives: ""),
      TemplateLine("{{#a}}y{{/a}}{{^a}}n{{/a}}", ["a": true], gives: "y"),
      TemplateLine("{{#a}}y{{/a}}{{^a}}n{{/a}}", ["a": false], gives: "n"),
      TemplateLine("{{#a}}y{{/a}}{{^a}}n{{/a}}", ["a": nil], gives: "n"),
      TemplateLine("{{#a}}y{{/a}}{{^a}}n{{/a}}", ["a": []], gives: "n"),
      TemplateLine("{{#a}}({{.}}){{/a}}", ["a": ["x", 2, 1.5]], gives: "(x)(2)(1.5)"),
      TemplateLine("{{#a}}{{#.}}{{.}}{{/.}};{{/a}}", ["a": [[1, 2], [3]]], gives: "12;3;"),
      TemplateLine(" {{#a}}\n  x\n {{/a}}\n", ["a": true], gives: "  x\n"),
      TemplateLine(" {{^a}}\n  x\n {{/a}}\n", ["a": false], gives: "  x\n"),
      TemplateLine("a{{# a.b }}y{{/ a.b }}{{^a.c}}n{{/a.c}}", ["a": ["b": 1]], gives: "ayn"),
      TemplateLine("{{#a}}{{#b}}y{{/b}}{{^b}}n{{/b}}{{/a}}", ["a": ["b": 1]], gives: "y"),
    ])
  func mustache(line: TemplateLine) throws {
    #expect(try line.render(TemplateEnvironment(escaping: .html)) == line.expected)
  }

  @Test("A name is looked up in the current context only, as Handlebars does")
  func currentContext() throws {
    let line = TemplateLine(
      "{{#a}}[{{b}}{{../b}}{{@root.b}}]{{/a}}", ["a": ["c": 1], "b": "x"], gives: "[xx]")
    #expect(try line.render() == line.expected)
  }

  @Test(
    "Handlebars: helpers, blocks with data, parameters, literals, white space",
    arguments: [
      TemplateLine(
        "{{lookup a 'k'}}{{lookup l 1}}{{lookup a 'x'}}", ["a": ["k": 1], "l": [1, 2]], gives: "12"),
      TemplateLine(
        "{{#each a}}{{lookup ../n @index}}{{/each}}", ["a": [0, 0], "n": ["x", "y"]], gives: "xy"),
      TemplateLine(
        "{{#each m}}{{@key}}{{@index}}{{this}} {{/each}}", ["m": ["a": 1, "b": 2]],
        gives: "a01 b12 "),
      TemplateLine(
        "{{#each a as |v k|}}{{#with v as |w|}}{{k}}{{w.n}}{{/with}}{{/each}}", ["a": [["n": 7]]],
        gives: "07"),
      TemplateLine(
        "{{#with a}}{{#with b}}{{../../r}}{{c}}{{/with}}{{/with}}", ["r": 1, "a": ["b": ["c": 2]]],
        gives: "12"),
      TemplateLine("{{#if (lookup a 'k')}}y{{else if b}}z{{/if}}", ["a": [:], "b": 1], gives: "z"),
      TemplateLine("{{{{raw}}}}{{a}}{{{{/raw}}}}{{a}}", ["a": 1], gives: "{{a}}1"),
      TemplateLine(
        "{{#each a}}{{#unless @first}}-{{/unless}}{{this}}{{/each}}", ["a": [1, 2, 3]],
        gives: "1-2-3"),
      TemplateLine(
        "[ {{~#each a~}} ( {{~this~}} ) {{~/each~}} ]", ["a": [1, 2]], gives: "[(1)(2)]"),
      TemplateLine("\\{{a}}{{[a b]}}{{'q'}}{{this.[a b]}}", ["a b": 1, "q": 2], gives: "{{a}}121"),
      TemplateLine("{{a.0.b}}{{a.[1].b}}{{a.length}}", ["a": [["b": 1], ["b": 2]]], gives: "122"),
      TemplateLine(
        "{{#if 0}}y{{else}}n{{/if}}{{#if 'x'}}y{{/if}}{{#if null}}y{{else}}n{{/if}}", gives: "nyn"),
    ])
  func handlebars(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "What is not offered is refused: partials, decorators, calls of unknown helpers",
    arguments: [
      "{{> a}}", "{{> (lookup . 'a')}}", "{{#> a}}x{{/a}}",
      "{{#> @partial-block}}{{/@partial-block}}",
      "{{#*inline 'a'}}x{{/inline}}", "{{* a}}", "{{unknown 1}}", "{{#unknown 1}}x{{/unknown}}",
    ])
  func refused(source: String) { #expect(templateError(source) != nil) }

  @Test(
    "A tag that is not closed, or closed by another, is refused",
    arguments: [
      "{{a", "{{{a}}", "{{#a}}", "{{#a}}{{/b}}", "{{/a}}", "{{^a}}", "{{else}}", "{{#if}}x{{/if}}",
      "{{}}", "{{a b=}}", "{{(a}}", "{{'a}}", "{{!-- a }}", "{{{{raw}}}}x",
    ])
  func unclosed(source: String) { #expect(templateError(source) != nil) }

  @Test("What is missing renders as nothing, in helpers' arguments too")
  func missing() throws {
    let line = TemplateLine("[{{a}}{{a.b}}{{upper a}}{{#each a}}x{{/each}}]", gives: "[]")
    #expect(try line.render() == line.expected)
  }
}
