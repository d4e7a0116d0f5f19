import StubLanguages
import TestSupport
import Testing

@Suite struct URITemplatePropertyTests {
  private static let texts = [
    "a", "b.c", "é", "x,y", "1/2", "50%", "a=b", "%2F", "-", "a b", "s;t",
  ]

  /// Operators in the order in which a template may have them.
  private static let shapes: [[String]] = [
    [""], ["", ""], ["", "/", "."], ["/", ";"], ["", ";", ""], [".", "/", "", "/"], ["", "+"],
    ["/", "+", "?"], ["", "?"], [";", "?"], ["", ".", "?"], ["/", "/", "?"],
  ]

  @Test("every expansion matches, and its captured values expand to the same")
  func roundTrip() throws {
    var generator = SplitMix(seed: 42)
    var matched = 0
    for _ in 0..<3000 {
      var text = "/r"
      var isQuery = false
      var variables: [String: JSONValue] = [:]
      for kind in generator.pick(Self.shapes) {
        isQuery = isQuery || kind == "?"
        if !isQuery { text += generator.pick(["", "a", "/b/", "-", ".x", "/"]) }
        if kind == "+" { text += "/b/" }
        let isExploded = Bool.random(using: &generator)
        // Which of two exploded objects a parameter belongs to cannot be told.
        let count = kind == ";" && isExploded ? 1 : Int.random(in: 1...2, using: &generator)
        let names = (0..<count).map { "v\(text.utf8.count)_\($0)" }
        text += "{\(kind)\(names.map { $0 + (isExploded ? "*" : "") }.joined(separator: ","))}"
        for name in names {
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: variables[name] = nil
          case 1: variables[name] = .array([.string(generator.pick(Self.texts)), "z"])
          default: variables[name] = .string(generator.pick(Self.texts))
          }
        }
      }
      let template = try URITemplate(text)
      let url = try template.expand(variables)
      guard let found = template.values(in: TestURL(url)) else {
        // A plain variable that is a whole segment may not be undefined.
        let isEmptySegment =
          url.contains("//") || url.hasSuffix("/") || url.contains("/?") || url.contains("/.")
        #expect(isEmptySegment, "\(text) does not match \(url)")
        continue
      }
      matched += 1
      let again = try template.expand(found)
      #expect(again == url, "\(text) gave \(url), found \(found), which gives \(again)")
    }
    #expect(matched > 2500)
  }

  @Test("no text makes parsing or matching fail in a way that is not an error")
  func noise() {
    var generator = SplitMix(seed: 7)
    let pieces = [
      "{", "}", "?", "#", "/", "//", ":", "@", "&", "=", "%", "%4", "%2F", "{a}", "{+b*}", "{?c}",
      "{&d:2}", "{;e*}", "http", "://", "[", "]", "*", ",", "é", "\0", "\r\n", "{.f,g}", "{#h}",
    ]
    for _ in 0..<5000 {
      func noise() -> String {
        (0..<Int.random(in: 0...8, using: &generator)).map { _ in generator.pick(pieces) }.joined()
      }
      let text = noise()
      let url = noise()
      guard let template = try? URITemplate(text) else { continue }
      if let found = template.values(in: TestURL(url)) {
        #expect(Set(found.keys).isSubset(of: template.variableNames))
        let shape = template.pathShape
        let segments = TestURL(url).segments
        #expect(segments.count >= shape.segments.count, "\(text) and \(url)")
        #expect(!shape.isComplete || segments.count == shape.segments.count, "\(text) and \(url)")
        #expect(
          zip(segments, shape.segments).allSatisfy { $1 == nil || $0 == $1 }, "\(text) and \(url)")
      }
    }
  }
}
