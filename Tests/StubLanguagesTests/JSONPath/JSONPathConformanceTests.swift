import Foundation
import StubLanguages
import TestSupport
import Testing

@Suite("JSONPath, conformance")
struct JSONPathConformanceTests {
  @Test(
    "Every case of the compliance test suite passes, invalid selectors included",
    .outside("suites/jsonpath-cts"))
  func complianceTestSuite() throws {
    let file = OutsideFixtures.url("suites/jsonpath-cts/cts.json")
    let suite = try JSONValue(parsing: Data(contentsOf: file))
    let cases = try #require(suite["tests"]?.array)
    var failures: [String] = []
    var counts = (valid: 0, invalid: 0)
    for test in cases {
      let name = test["name"]?.string ?? "?"
      let selector = try #require(test["selector"]?.string)
      let isInvalid = test["invalid_selector"] == true
      if isInvalid { counts.invalid += 1 } else { counts.valid += 1 }
      let path: JSONPath
      do {
        path = try JSONPath(selector)
      } catch {
        if !isInvalid { failures.append("\(name): \(error)") }
        continue
      }
      if isInvalid {
        failures.append("\(name): \(selector) was taken")
        continue
      }
      let nodes = path.nodes(in: test["document"] ?? .null)
      let values = JSONValue.array(nodes.map(\.value))
      let paths = JSONValue.array(nodes.map { .string($0.path) })
      let allowedValues = test["results"]?.array ?? test["result"].map { [$0] } ?? []
      let allowedPaths = test["results_paths"]?.array ?? test["result_paths"].map { [$0] } ?? []
      if !allowedValues.contains(values) || !allowedPaths.contains(paths) {
        failures.append("\(name): \(selector) selected \(values) at \(paths)")
      }
      if .array(path.select(from: test["document"] ?? .null)) != values {
        failures.append("\(name): select and nodes disagree")
      }
    }
    #expect(failures.isEmpty, "\(failures.joined(separator: "\n"))")
    #expect(counts == (valid: 456, invalid: 247))
  }
}
