import TestSupport
import Testing

@testable import StubLanguages

@Suite("Templates and the public suites", .outside("suites"))
struct TemplateSuiteTests {
  @Test("The core cases of Mustache pass, but for those that Handlebars does not share")
  func mustache() throws {
    let cases = try TemplateSuites.mustache()
    #expect(cases.count >= 110)
    check(cases, excluding: Self.mustacheExclusions)
  }

  @Test("The cases of Handlebars pass, but for partials and modes that are not offered")
  func handlebars() throws {
    let cases = try TemplateSuites.handlebars()
    #expect(cases.count >= 168)
    check(cases, excluding: Self.handlebarsExclusions)
  }

  /// Every case passes or is excluded, every exclusion is a case, and none of them passes.
  private func check(_ cases: [TemplateSuites.Case], excluding exclusions: [String: [String]]) {
    let excluded = Set(exclusions.values.joined())
    for test in cases {
      if excluded.contains(test.name) {
        #expect(test.failure != nil, "\(test.name) passes: take it off the exclusions")
      } else if let failure = test.failure {
        Issue.record("\(test.name): \(failure)")
      }
    }
    let unknown = excluded.subtracting(cases.map(\.name))
    #expect(unknown.isEmpty, "exclusions that are no cases")
  }

  private static let mustacheExclusions = [
    "Handlebars looks a name up in the current context only, Mustache in all around it": [
      "sections: Parent contexts", "sections: Variable test", "sections: List Contexts",
      "sections: Deeply Nested Contexts",
    ]
  ]

  private static let handlebarsExclusions = [
    "partials are refused with an error": [
      "partials.js: partials > basic partials",
      "partials.js: partials > basic partials #2",
      "partials.js: partials > partials with no context",
      "partials.js: partials > partials with string context",
      "partials.js: partials > partials with undefined context",
      "partials.js: partials > partials with parameters",
      "partials.js: partials > Global Partials",
      "partials.js: partials > Partials with integer path",
      "partials.js: partials > Partials with escaped",
      "partials.js: partials > Partials with string",
      "partials.js: partials > should handle empty partial",
      "partials.js: partials > partial blocks > should propagate block parameters to default block",
      "partials.js: partials > partial blocks > should not use partial block if partial exists",
      "partials.js: partials > partial blocks > should be able to access the @data frame from a "
        + "partial-block",
      "partials.js: partials > partial blocks > should render block from partial with context "
        + "(twice)",
      "partials.js: partials > partial blocks > should render block from partial with context",
      "partials.js: partials > partial blocks > should render nested partial blocks",
      "partials.js: partials > partial blocks > should render nested partial blocks at different "
        + "nesting levels (twice)",
      "partials.js: partials > inline partials > should define inline partials in partial block "
        + "call",
      "partials.js: partials > inline partials > should render nested inline partials",
      "partials.js: partials > inline partials > should render nested inline partials with "
        + "partial-blocks on different nesting levels",
      "partials.js: partials > inline partials > should render nested inline partials (twice at "
        + "each level)",
      "partials.js: partials > standalone partials > nested indented partials",
      "partials.js: partials > standalone partials > prevent nested indented partials",
      "partials.js: partials > compat mode > partials can access parents",
      "partials.js: partials > compat mode > partials can access parents with custom context",
      "partials.js: partials > compat mode > partials inherit compat",
      "regressions.js: Regressions > should support multiple levels of inline partials",
      "regressions.js: Regressions > GH-1089: should support failover content in multiple levels "
        + "of inline partials",
      "whitespace-control.js: whitespace control > should strip whitespace around partials",
      "whitespace-control.js: whitespace control > should strip whitespace around partials #2",
    ],
    "there is no mode that looks names up in all contexts": [
      "blocks.js: blocks > compat mode > block with deep recursive lookup lookup",
      "security.js: security issues > GH-1631: disallow access to prototype functions > control "
        + "access to prototype methods via \"allowedProtoMethods\" > should cause the recursive "
        + "lookup by default (in \"compat\" mode)",
    ],
    "there is no strict mode: what is missing renders as nothing": [
      "strict.js: strict > strict mode > should error on missing property lookup in known helpers "
        + "mode",
      "strict.js: strict > strict and compat mode > should still throw when a property is missing "
        + "at all depths",
      "strict.js: strict > assume objects > should error on missing object",
      "strict.js: strict > assume objects > should error on missing context",
      "strict.js: strict > assume objects > should error on missing data lookup",
    ],
    "needs a JavaScript function or object in the context": [
      "builtins.js: builtin helpers > #each > data passed to helpers",
      "utils.js: utils > #SafeString > it should not escape SafeString properties",
    ],
    "`helperMissing` is a hook of the JavaScript library, here a name like any other": [
      "security.js: security issues > GH-1558: Prevent explicit call of helperMissing-helpers > "
        + "without the option \"allowExplicitCallOfHelperMissing\" > should throw an exception "
        + "when calling  \"{{#helperMissing}}{{/helperMissing}}\" "
    ],
  ]
}
