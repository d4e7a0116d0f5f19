@testable import StubLanguages

/// A line of a table: a template, what it is given, what comes out.
struct TemplateLine: Sendable, CustomStringConvertible {
  let template: String
  let context: JSONValue
  let expected: String

  init(_ template: String, _ context: JSONValue = [:], gives expected: String) {
    self.template = template
    self.context = context
    self.expected = expected
  }

  var description: String { template }

  func render(_ environment: TemplateEnvironment = TemplateEnvironment()) throws -> String {
    try Template(template).render(context, environment: environment)
  }
}

/// The description of the error that a template ends with.
func templateError(_ source: String, _ context: JSONValue = [:]) -> String? {
  do throws(TemplateError) {
    _ = try Template(source).render(context, environment: TemplateEnvironment())
    return nil
  } catch {
    return error.description
  }
}

extension TemplateEnvironment {
  init(escaping: TemplateEscaping) {
    self.init()
    self.escaping = escaping
  }
}
