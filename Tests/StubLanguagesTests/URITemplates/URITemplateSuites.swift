import Foundation
import StubLanguages
import TestSupport
import Testing

/// The public URI template test suite, read from the outside fixtures.
enum URITemplateSuites {
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let group: String
    let variables: [String: JSONValue]
    let template: String
    /// The expansions that are allowed; empty when the template has to be refused.
    let expansions: [String]

    var testDescription: String { "\(file), \(group): \(template)" }
  }

  static let files = [
    "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json",
    "negative-tests.json",
  ]

  static let cases: [Case] = files.flatMap(read)

  private static func read(_ file: String) -> [Case] {
    let url = OutsideFixtures.url("suites/uritemplate-test/\(file)")
    guard let data = try? Data(contentsOf: url),
      let groups = try? JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
    else { return [] }
    var cases: [Case] = []
    for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
      let variables = (group["variables"] as? [String: Any] ?? [:]).mapValues(value)
      let pairs = group["testcases"] as? [[Any]] ?? []
      for pair in pairs {
        let expansions = pair[1] as? [String] ?? (pair[1] as? String).map { [$0] }
        cases.append(
          Case(
            file: file, group: name, variables: variables, template: pair[0] as? String ?? "",
            expansions: expansions ?? []))
      }
    }
    return cases
  }

  private static func value(_ any: Any) -> JSONValue {
    switch any {
    case let text as String: .string(text)
    case let elements as [Any]: .array(elements.map(value))
    case let members as [String: Any]:
      .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, value($0.value)) }))
    case let number as NSNumber: .number(JSONNumber(number.doubleValue))
    default: .null
    }
  }
}
