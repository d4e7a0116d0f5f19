import ExampleSupport
import Foundation
import HTTPStubber
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

/// A line of a rule file that says what a request gets: `# GET /path -H 'Name: value' → 200`.
private struct Claim {
  let request: ReceivedRequest
  /// The status, then the start of the body; or the name of a fault, `error`, `passes`, `unmatched`.
  let outcome: String

  init?(_ line: String) {
    let parts = line.components(separatedBy: " → ")
    guard line.hasPrefix("# "), parts.count == 2 else { return nil }
    let words = ShellLine(String(parts[0].dropFirst(2))).words
    guard words.count >= 2, words[0].allSatisfy(\.isUppercase) else { return nil }
    var headers = HTTPHeaders()
    var body: Data?
    for (option, value) in zip(words.dropFirst(2), words.dropFirst(3)) {
      if option == "-H", let colon = value.firstIndex(of: ":") {
        headers.append(
          HTTPHeaderName(String(value[..<colon])),
          value[value.index(after: colon)...].trimmingCharacters(in: .whitespaces))
      } else if option == "-d" {
        body = Data(value.utf8)
      }
    }
    request = ReceivedRequest(
      HTTPMethod(rawValue: words[0]), words[1], headers: headers, body: body)
    outcome = parts[1]
  }
}

@Suite("Rule files in the documentation") struct RuleBlockTests {
  @Test("Each block is read without findings", arguments: Document.blocks(of: "yaml"))
  func isRead(block: Document.Block) throws {
    let reader = try read(block)
    #expect(reader.diagnostics.isEmpty, "\(reader.diagnostics)")
    let draft = reader.draft
    #expect(!(draft.stubs.isEmpty && draft.ignoreRules.isEmpty && draft.cassettes.isEmpty))
  }

  @Test(
    "Each request in a block's comments gets the stated response",
    arguments: Document.blocks(of: "yaml"))
  func isDecidedOn(block: Document.Block) async throws {
    let reader = try read(block)
    let stubs = StubSet()
    let recorded = reader.draft.cassettes.flatMap { cassette in
      InsertedCassette(cassette, configuration: CassetteConfiguration()).stubs
    }
    stubs.replaceAll(
      stubs: recorded + reader.draft.stubs, ignoreRules: reader.draft.ignoreRules,
      unhandledMode: reader.draft.unhandledMode?.value ?? .optout,
      network: reader.draft.network?.value)
    let claims = block.text.split(separator: "\n").compactMap { Claim(String($0)) }
    #expect(!claims.isEmpty, "a block of rules needs a line such as # GET /path → 200")
    for claim in claims {
      let outcome = await outcome(of: claim.request, from: stubs)
      #expect(outcome.hasPrefix(claim.outcome), "\(claim.request.summary): \(outcome)")
    }
  }

  private static let keys: Set<String> = {
    let lists = [
      Keys.file.names, Keys.stub.names, Keys.match.names, Keys.response.names,
      Keys.host.names, Keys.path.names, Keys.delay.names, Keys.chunk.names,
      Keys.event.names, Keys.network.names, Keys.cassette.names, Keys.webhook.names,
      ["type", "probability", "first"],
    ]
    return Set(lists.joined())
      .union(FaultKind<HTTPStubFault>.all.flatMap(\.parameters).map(\.key.name))
      .union(FaultKind<ConnectionFault>.all.flatMap(\.keys.names))
      .union(FaultKind<TLSFault>.all.flatMap(\.keys.names))
  }()

  @Test("Every key of rule files is in their reference")
  func referenceIsComplete() throws {
    let page = try #require(Document.all.first { $0.name == "RuleFiles.md" }).text
    for key in Self.keys.sorted() {
      #expect(page.contains("| `\(key)` |"), "RuleFiles.md has no row for \(key)")
    }
  }

  @Test("Every row of the reference is a key of rule files")
  func referenceIsTrue() throws {
    let page = try #require(Document.all.first { $0.name == "RuleFiles.md" }).text
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let key = line.dropFirst(3).prefix { $0 != "`" }
      #expect(Self.keys.contains(String(key)), "there is no key \(key)")
    }
  }

  /// Reads a block as if it were a file in `Stubs/`, so that it can name files there.
  private func read(_ block: Document.Block) throws -> RuleFileReader {
    var reader = RuleFileReader(
      variables: EnvironmentVariables(["API": "https://api.example.com"]), formats: .all)
    let name = packageRoot.appending(path: "Stubs/block.yaml").path
    reader.read(try SourceText(name: name, text: block.text))
    return reader
  }

  private func outcome(of request: ReceivedRequest, from stubs: StubSet) async -> String {
    do {
      let plan = try await stubs.plan(request)
      if plan.failure != nil { return "error" }
      if let fault = plan.fault { return fault.name }
      return "\(plan.status ?? 0) \(plan.text)"
    } catch is UnmatchedReport {
      return "unmatched"
    } catch {
      return "passes"
    }
  }
}
