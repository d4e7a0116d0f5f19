import StubLanguages
import TestSupport
import Testing

@Suite("Public URI template test suite", .outside("suites/uritemplate-test"))
struct URITemplateSuiteTests {
  @Test("every template expands to the text it should, or is refused")
  func expansion() {
    var expanded = 0
    var refused = 0
    for test in URITemplateSuites.cases {
      let result = Result { () throws(URITemplateError) in
        try URITemplate(test.template).expand(test.variables)
      }
      switch result {
      case .success(let text):
        #expect(test.expansions.contains(text), "\(test.testDescription) gives \(text)")
        expanded += 1
      case .failure(let error):
        #expect(test.expansions.isEmpty, "\(test.testDescription): \(error)")
        refused += 1
      }
    }
    #expect(expanded == 234)
    #expect(refused == 36)
  }

  @Test("matching an expansion gives the variables back, or others that expand to the same")
  func roundTrip() throws {
    var counts: [URITemplateAmbiguity?: Int] = [:]
    for test in URITemplateSuites.cases where !test.expansions.isEmpty {
      let template = try URITemplate(test.template)
      for expansion in test.expansions {
        // An expansion that only continues a query needs one to continue.
        let isContinuation = test.template.hasPrefix("{&")
        let target = TestURL(isContinuation ? "/?" + expansion.dropFirst() : expansion)
        let found = try #require(
          template.values(in: target), "\(test.testDescription) does not match \(expansion)")
        let wanted = test.variables.filter { template.variableNames.contains($0.key) }
          .mapValues(URITemplateAmbiguity.asText)
        let reason = URITemplateAmbiguity.known(test.template, test.group)
        if found == wanted.filter({ !URITemplateAmbiguity.isUndefined($0.value) }) {
          counts[nil, default: 0] += 1
          #expect(reason == nil, "\(test.testDescription) is listed, but not ambiguous")
        } else {
          let note = "\(test.testDescription), \(expansion): found \(found), not \(wanted)"
          #expect(reason != nil, "\(note)")
          counts[reason, default: 0] += 1
          let again = try template.expand(found)
          let isSame =
            reason == .absoluteOrPath ? again == target.pathAndQuery : again == expansion
          #expect(isSame, "\(note), which expands to \(again)")
        }
      }
    }
    #expect(counts[nil] == 231)
    #expect(counts.values.reduce(0, +) == 389)
    #expect(Set(counts.keys.compactMap(\.self)) == Set(URITemplateAmbiguity.allCases))
  }
}
