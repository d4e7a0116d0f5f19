import Testing

@testable import StubLanguages

@Suite("Numbers in templates")
struct TemplateNumberTests {
  private static let numbers = [
    "\(Int.max)", "\(Int.min)", "4611686018427387904", "9007199254740993", "1e308", "-1e308",
    "1e999", "0", "-1", "0.5",
  ]
  /// Each as text too, in the forms of the helpers that read more than a number.
  private static let values: [JSONValue] =
    numbers.flatMap { text -> [JSONValue] in
      [.number(JSONNumber(text: text)), .string(text)]
    }
    + ["nan", "inf", "100000000000 weeks", "-100000000000 weeks", "100000000000 years"].map {
      .string($0)
    }

  @Test(
    "No number makes a helper crash", arguments: [TemplateDialect.standard, .wireMock],
    TemplateHelper.all.map { $0.names[0] })
  func helpers(dialect: TemplateDialect, name: String) throws {
    let helper = try #require(dialect.helpers[name])
    let counts = helper.arguments.clamped(to: 0...3)
    for first in Self.values {
      for second in Self.values {
        for count in counts {
          call(helper, name, Array([first, second, first].prefix(count)), [:])
        }
        for option in helper.options {
          let arguments = Array([first, "+", second].prefix(counts.lowerBound))
          call(helper, name, arguments, [option: first])
          let others = helper.options.filter { $0 != option }
          for other in others { call(helper, name, arguments, [option: first, other: second]) }
        }
      }
    }
  }

  private func call(
    _ helper: TemplateHelper, _ name: String, _ arguments: [JSONValue],
    _ options: [String: JSONValue]
  ) {
    var call = TemplateCall(
      name: name, arguments: arguments, options: options, environment: TemplateEnvironment())
    _ = try? helper.call(&call)
  }

  @Test(
    "A time is not moved out of the years that there are",
    arguments: ["100000000000 weeks", "-100000000000 weeks", "100000000000 days"])
  func offsets(offset: String) throws {
    let template = try Template("{{date a offset=b}}")
    let error = #expect(throws: TemplateError.self) {
      try template.render(
        ["a": "2024-01-01", "b": .string(offset)], environment: TemplateEnvironment())
    }
    #expect(error?.expected == "a time in the years 1 to 9999")
  }
}
