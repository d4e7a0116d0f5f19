import StubLanguages
import StubPlatform

extension FuzzTarget {
  /// A template is rendered alike twice, and looks at no other members of its context than it says.
  static let templates = FuzzTarget("templates") { input in
    guard let template = try? Template(input.text) else { return }
    let output = render(template, context)
    expect(render(template, context) == output, "differs: \(output)")
    guard !template.roots.contains("this"), let object = context.object else { return }
    let needed = object.members.filter { template.roots.contains($0.name) }
    let part = JSONValue.object(JSONObject(needed.map { ($0.name, $0.value) }))
    expect(render(template, part) == output, "looks at more than \(template.roots): \(output)")
  }

  private static func render(_ template: Template, _ context: JSONValue) -> String {
    var environment = TemplateEnvironment(
      random: SeededRandom(seed: 1),
      now: { Date(timeIntervalSince1970: 1_790_000_000) })
    environment.outputLimit = 10_000
    environment.stepLimit = StepLimit(steps: 100_000)
    do throws(TemplateError) {
      return try template.render(context, environment: environment)
    } catch {
      return error.description
    }
  }

  private static let context: JSONValue = [
    "a": "text", "b": 12.5, "c": [1, "two", ["d": "é"]], "e": ["f": true, "g h": nil],
    "request": [
      "path": "/a/b", "method": "GET", "query": ["q": "1"], "headers": ["Accept": "text/html"],
      "body": "{\"a\":[1,2]}",
    ],
    "xml": "<a><b c='d'>1</b></a>", "date": "2026-11-25T10:00:00Z", "zero": 0, "": "empty",
  ]
}
