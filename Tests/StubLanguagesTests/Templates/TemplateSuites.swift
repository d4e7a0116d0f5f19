import Foundation
import TestSupport

@testable import StubLanguages

/// The public suites for templates, read from the outside fixtures.
enum TemplateSuites {
  struct Case: Sendable {
    let name: String
    let template: String
    let context: JSONValue
    let escaping: TemplateEscaping
    /// What must come out; nothing when the template must be refused.
    let expected: String?

    /// What went wrong; nothing when the case passes.
    var failure: String? {
      let outcome = Result { () throws(TemplateError) in
        try Template(template).render(context, environment: TemplateEnvironment(escaping: escaping))
      }
      switch (outcome, expected) {
      case (.success(let text), let expected?):
        return text == expected
          ? nil : "expected \(expected.debugDescription), found \(text.debugDescription)"
      case (.success(let text), nil): return "expected an error, found \(text.debugDescription)"
      case (.failure(let error), let expected?):
        return "expected \(expected.debugDescription), found an error: \(error)"
      case (.failure, nil): return nil
      }
    }
  }

  /// The cases of the Mustache specification that Handlebars claims to share.
  static func mustache() throws -> [Case] {
    try ["comments", "interpolation", "inverted", "sections"].flatMap { file in
      let suite = try read("mustache/specs/\(file).json")
      return (suite["tests"]?.array ?? []).map { test in
        Case(
          name: "\(file): \(test["name"]?.string ?? "?")",
          template: test["template"]?.string ?? "", context: test["data"] ?? .null,
          escaping: .html, expected: test["expected"]?.string)
      }
    }
  }

  /// The cases captured from the specification of Handlebars; cases of one name get numbers.
  static func handlebars() throws -> [Case] {
    var count: [String: Int] = [:]
    return try (read("handlebars/cases.json").array ?? []).map { test in
      let name = "\(test["file"]?.string ?? "?"): \(test["test"]?.string ?? "?")"
      count[name, default: 0] += 1
      let number = count[name, default: 1]
      let escapes = test["compileOptions"]?["noEscape"]?.bool != true
      return Case(
        name: number == 1 ? name : "\(name) #\(number)",
        template: test["template"]?.string ?? "", context: test["input"] ?? .null,
        escaping: escapes ? .html : .none, expected: test["expected"]?.string)
    }
  }

  private static func read(_ path: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: OutsideFixtures.url("suites/\(path)")))
  }
}
