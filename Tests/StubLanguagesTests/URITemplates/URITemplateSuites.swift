import Foundation
import StubLanguages
import Testing

/// The public URI template test suite, read from beside the package.
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

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/fixtures/suites/uritemplate-test")

  static let files = [
    "spec-examples.json", "spec-examples-by-section.json", "extended-tests.json",
    "negative-tests.json",
  ]

  static let cases: [Case] = files.flatMap(read)

  static var isAvailable: Bool {
    if !cases.isEmpty { return true }
    print("skipped: the URI template test suite is not at \(folder.path)")
    return false
  }

  private static func read(_ file: String) -> [Case] {
    guard let data = try? Data(contentsOf: folder.appending(path: file)),
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
