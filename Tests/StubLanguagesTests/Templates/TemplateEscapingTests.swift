import Testing

@testable import StubLanguages

@Suite("Escaping in templates")
struct TemplateEscapingTests {
  @Test("For HTML the double mustache escapes what Handlebars escapes, the others do not")
  func html() throws {
    let line = TemplateLine("{{a}} {{{a}}} {{&a}}", ["a": "&<>\"'`=\r\n"], gives: "")
    #expect(
      try line.render(TemplateEnvironment(escaping: .html))
        == "&amp;&lt;&gt;&quot;&#x27;&#x60;&#x3D;\r\n &<>\"'`=\r\n &<>\"'`=\r\n")
  }

  @Test("Without escaping every mustache inserts the value as it is")
  func none() throws {
    let line = TemplateLine("{{a}} {{{a}}}", ["a": "<\"&"], gives: "<\"& <\"&")
    #expect(try line.render() == line.expected)
  }

  @Test("A body that went through a helper is not escaped twice")
  func once() throws {
    let line = TemplateLine("{{#upper}}{{a}}{{/upper}}", ["a": "<x"], gives: "")
    #expect(try line.render(TemplateEnvironment(escaping: .html)) == "&LT;X")
  }
}
