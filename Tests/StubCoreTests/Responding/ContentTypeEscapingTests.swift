import StubCore
import Testing

@Suite("Escaping in templates by content type")
struct ContentTypeEscapingTests {
  @Test(
    "HTML and XML types escape, all others do not",
    arguments: [
      ("text/html; charset=utf-8", TemplateEscaping.html), ("application/xml", .html),
      ("text/xml", .html), ("image/svg+xml", .html), ("application/xhtml+xml", .html),
      ("application/json", .none), ("text/plain", .none), (nil, .none),
    ] as [(String?, TemplateEscaping)])
  func suiting(type: String?, escaping: TemplateEscaping) {
    #expect(TemplateEscaping(suiting: type.map { HTTPContentType(rawValue: $0) }) == escaping)
  }
}
