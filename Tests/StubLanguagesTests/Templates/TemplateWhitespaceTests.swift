import Testing

@testable import StubLanguages

@Suite("White space in templates")
struct TemplateWhitespaceTests {
  @Test(
    "A tilde removes all white space on its side",
    arguments: [
      TemplateLine("a \n {{~b~}} \n c", ["b": 1], gives: "a1c"),
      TemplateLine("a {{~b}} c", ["b": 1], gives: "a1 c"),
      TemplateLine("a {{b~}} c", ["b": 1], gives: "a 1c"),
      TemplateLine("a {{~{b}~}} c", ["b": 1], gives: "a1c"),
      TemplateLine("a {{~& b ~}} c", ["b": 1], gives: "a1c"),
      TemplateLine("a {{~! comment ~}} c", gives: "ac"),
      TemplateLine("a {{~!-- comment --~}} c", gives: "ac"),
      TemplateLine("[ {{~#if a~}} 1 {{~else~}} 2 {{~/if~}} ]", ["a": true], gives: "[1]"),
      TemplateLine("[ {{~#if a~}} 1 {{~^~}} 2 {{~/if~}} ]", gives: "[2]"),
      TemplateLine("[ {{~#if a~}} 1 {{~else if b~}} 2 {{~/if~}} ]", ["b": 1], gives: "[2]"),
    ])
  func tilde(line: TemplateLine) throws { #expect(try line.render() == line.expected) }

  @Test(
    "A block tag or comment alone on its line takes the line with it",
    arguments: [
      TemplateLine("a\n{{#if b}}\nc\n{{/if}}\nd\n", ["b": 1], gives: "a\nc\nd\n"),
      TemplateLine("a\r\n  {{#if b}}  \r\nc\r\n\t{{/if}}\r\nd", ["b": 1], gives: "a\r\nc\r\nd"),
      TemplateLine("{{#if b}}\nc\n{{else}}\nd\n{{/if}}", gives: "d\n"),
      TemplateLine("{{#if b}}\nc\n{{else if e}}\nd\n{{/if}}\n", ["e": 1], gives: "d\n"),
      TemplateLine("  {{! c }}  \na", gives: "a"),
      TemplateLine("a\n  {{! c }}", gives: "a\n"),
      TemplateLine("a {{#if b}}\nc{{/if}}\n", ["b": 1], gives: "a \nc\n"),
      TemplateLine("{{#if b}}{{#if b}}\nc{{/if}}{{/if}}", ["b": 1], gives: "\nc"),
      TemplateLine("  {{b}}  \n", ["b": 1], gives: "  1  \n"),
      TemplateLine(
        "{{#each b}}\n  - {{this}}\n{{/each}}\n", ["b": [1, 2]], gives: "  - 1\n  - 2\n"),
    ])
  func standalone(line: TemplateLine) throws { #expect(try line.render() == line.expected) }
}
