import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// Each file of other projects is read, or refused with a reason.
@Suite("Files of other projects", .outside("wiremock")) struct DefinitionFixtureTests {
  /// Files of one folder that are refused for one reason.
  struct Refusal: Sendable {
    let prefix: String
    let count: Int
    let found: String

    init(_ prefix: String, _ found: String) { self.init(prefix, 1, found) }

    init(_ prefix: String, _ count: Int, _ found: String) {
      self.prefix = prefix
      self.count = count
      self.found = found
    }
  }

  struct Folder: Sendable, CustomTestStringConvertible {
    let path: String
    /// How many files are read without a fault.
    let readCount: Int
    let refusals: [Refusal]

    var testDescription: String { path }
  }

  @Test(
    "Every file of other tools is read, or refused for a reason that is known",
    arguments: Folder.all)
  func files(folder: Folder) throws {
    var readCount = 0
    var counts = [Int](repeating: 0, count: folder.refusals.count)
    let root = OutsideFixtures.path(folder.path)
    for file in try FileManager.default.subpathsOfDirectory(atPath: root).sorted() {
      guard file.hasSuffix(".json") || file.hasSuffix(".ejs"), !file.hasSuffix("schema.json")
      else { continue }
      let definition = Definition(file: "\(root)/\(file)")
      guard let error = definition.rules.diagnostics.sorted.first(where: { $0.severity == .error })
      else {
        readCount += 1
        #expect(definition.stubs.allSatisfy { $0.problems.isEmpty })
        continue
      }
      let place = folder.refusals.firstIndex {
        file.hasPrefix($0.prefix) && error.found.hasPrefix($0.found)
      }
      if let place { counts[place] += 1 } else { Issue.record("\(error)") }
    }
    #expect(readCount == folder.readCount)
    #expect(counts == folder.refusals.map(\.count))
  }
}

extension DefinitionFixtureTests.Folder {
  static let all: [DefinitionFixtureTests.Folder] = [
    .init(
      path: "cassettes/hoverfly", readCount: 12,
      refusals: [
        .init("docs/pages/tutorials", 2, "\":\" after the end of the document"),
        .init("examples/journal-templating", #""templated" is not supported"#),
        .init("examples/postserveaction", #""postServeAction" is not supported"#),
        .init("functional-tests/hoverctl/testdata", 2, "a list"),
      ]),
    .init(
      path: "cassettes/mountebank", readCount: 5,
      refusals: [
        .init("mbTest/cli", 10, "EJS tags are not supported"),
        .init("mbTest/cli/imposters/email.json", "the text \"smtp\""),
        .init("mbTest/cli", 2, "unknown format with the keys"),
        .init("mbTest/cli", 4, "a \":\" where no key can stand"),
      ]),
    .init(
      path: "wiremock/mappings", readCount: 134,
      refusals: [
        .init("lib/tests/stubs/grpc/", 23, #""protoFile" is not supported"#),
        .init("lib/tests/stubs/req/jwt/", 5, #""jwtAuth" is not supported"#),
        .init("lib/tests/stubs/resp/verify/", #""expect" is not supported"#),
        .init(
          "lib/tests/stubs/req/query/precedence/", 2, "use either \"doesNotMatch\" or \"equalTo\""),
        .init(
          "lib/tests/stubs/req/query/precedence/", "use either \"doesNotMatch\" or \"contains\""),
        .init("lib/tests/stubs/req/query/precedence/", 2, "use either \"matches\" or"),
        .init("lib/tests/stubs/req/query/precedence/", 2, "use either \"contains\" or \"equalTo\""),
        .init("lib/tests/stubs/req/url-precedence/", "use either \"urlPattern\" or \"url\""),
        .init(
          "lib/tests/stubs/req/url-precedence/", "use either \"urlPathPattern\" or \"urlPattern\""),
        // Helpers that only stubr has.
        .init("actix-", 2, "unknown name \"anyU16\" in a template"),
        .init("lib/tests/stubs/resp/template/any/", 10, "unknown name \"any"),
        .init("lib/tests/stubs/resp/template/any/", 2, "unknown helper `any"),
        .init("lib/tests/stubs/resp/template/numbers/", "unknown helper `isOdd`"),
        // Body files that are not in a folder named __files.
        .init("lib/benches/stubs/response/body/", "the text \"benches/stubs"),
        .init("lib/tests/stubs/resp/", 3, "the text \"tests/stubs"),
        // Bodies, not stubs.
        .init("lib/tests/stubs/resp/body/from-file-invalid.json", "the bare word \"jdoe\""),
        .init(
          "lib/tests/stubs/resp/template/smoke/file-unused.json",
          "unknown format with the keys"),
      ]),
  ]
}
