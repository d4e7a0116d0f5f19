import Foundation
import HTTPStubber
import StubServer
import Testing

@Suite("Texts of errors") struct ErrorTextTests {
  @Test("An error has one text, printed or localized")
  func oneText() {
    let found: [(any Error)?] = [
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{") },
      #expect(throws: MissingResource.self) { try fixturePath("none.json") },
      #expect(throws: UpstreamError.self) { try UpstreamConfiguration(url: "none") },
      #expect(throws: VerificationFailure.self) { try StubSet().journal.verify(count: 1) },
    ]
    let errors = found.compactMap(\.self)
    #expect(errors.count == 4)
    for error in errors { #expect(error.localizedDescription == "\(error)") }
  }

  /// Package errors that are not `DescribedError`, by the names of their types.
  private static let undescribed: Set<String> = [
    "CharsetError", "EvaluationLimitExceeded", "EventLoopError", "Failure", "FileProblem",
    "JSONProblem", "Mismatch", "MultipartSyntaxError", "ClaimRefusal", "Problem", "RequestError",
    "TemplateHelperError",
    "UnreadableContent", "XMLEventError",
  ]

  @Test("Each public error, and each package error that is not listed, is a DescribedError")
  func allErrors() throws {
    let sources = packageRoot.appending(path: "Sources")
    let names = try #require(FileManager.default.subpaths(atPath: sources.path))
    var count = 0
    for name in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for match in text.matches(
        of: /(public|package) (?:struct|enum|class) (\w+): ([^\n{]*\b(?:Described)?Error\b)/)
      {
        let isDescribed = match.3.contains("DescribedError") || match.2 == "UnmatchedReport"
        count += isDescribed ? 1 : 0
        let isListed = match.1 == "package" && Self.undescribed.contains(String(match.2))
        #expect(isDescribed != isListed, "\(match.2) in \(name)")
      }
    }
    #expect(count > 20)
  }
}
