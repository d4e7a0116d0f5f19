import Foundation
import Testing

@testable import StubCassettes
@testable public import StubCore
@testable import StubDocuments
@testable import StubLanguages
@testable import StubRules
@testable import StubTools
@testable import stubber

// example: a match key
extension Key where Target == MatchDraft {
  static var tenant: Self {
    Self("tenant", "The value of X-Tenant.", .string, example: "acme") { reader, value, match in
      guard let tenant = reader.string(value) else { return }
      match.add(PartMatcher(.header("X-Tenant"), .equals(tenant)), from: value)
    }
  }
}
// end of example

// example: a response key
extension Key where Target == ResponseDraft {
  static var language: Self {
    Self("language", "The Content-Language.", .string, example: "de") { reader, value, response in
      guard let text = reader.string(value), reader.isFieldValue(value, text) else { return }
      response.specification.head.headers["Content-Language"] = text
    }
  }
}
// end of example

// example: a key of another tool
extension Key where Target == WireMockRequestDraft {
  static var region: Self {
    Self("region", .string) { reader, value, draft in
      guard let region = reader.text(value) else { return }
      draft.match.add(PartMatcher(.header("X-Region"), .equals(region)), from: value)
    }
  }
}
// end of example

// example: a fault
extension HTTPStubFault {
  /// Sends half of the body, then resets the connection.
  public static let tornBody = HTTPStubFault(
    "tornBody", steps: [.head, .body(.percent(50)), .end(.reset)],
    clientError: .networkConnectionLost)
}

extension FaultKind<HTTPStubFault> {
  static var tornBody: Self {
    Self("tornBody", "Sends half of the body, then resets the connection.") { _ in .tornBody }
  }
}
// end of example

// example: a cassette format
extension RecordingFormat {
  /// A list of pages: `{ "pages": [{ "url": "https://a.example/", "html": "<p>hi</p>" }] }`.
  static let pages = RecordingFormat(
    "pages", list: "pages", recognizes: { $0["pages"]?.elements?.first?["html"] != nil },
    read: .interaction { PagesReader(reader: $0).interaction })
}

private struct PagesReader {
  let reader: RecordingReader

  func interaction(_ page: Value) -> Interaction? {
    guard let url = reader.required(page, "url", read: reader.url),
      let html = reader.required(page, "html", read: { reader.values.text($0) })
    else { return nil }
    return Interaction(.get, url, respond: .text(html))
  }
}
// end of example

// example: a command
/// `stubber count`: counts stubs.
struct CountCommand: Command {
  static let name = "count"
  static let summary = "Count the stubs in stub files"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths { $0.paths.append($1) }], OptionGroup([]))
  static let notes = ""
  static let examples = ["Stubs"]

  var paths: [String] = []

  func run(_ console: Console) -> ExitCode {
    let rules = RuleSet(reading: paths, context: RuleContext(formats: .all))
    console.emit(.notice("count", "\(rules.stubs.count)"))
    return rules.diagnostics.hasErrors ? .problems : .success
  }
}
// end of example

// example: template helper
extension TemplateHelper {
  /// The text from its end to its start.
  static let reverse = TemplateHelper("reverse", usage: "{{reverse text}}", arguments: 1...1) {
    .string(String($0.text(0).reversed()))
  }
}
// end of example

@Suite("Recipes of CONTRIBUTING.md") struct ContributingExamples {
  private let reader = Reader()
  private let scope = RuleScope(file: "a.yaml", variables: EnvironmentVariables([:]))

  private func value(_ text: String) throws -> Value {
    var diagnostics = DiagnosticList()
    let source = try SourceText(name: "a.yaml", text: text)
    let documents = DocumentReader.documents(in: source, format: .yaml, reportingTo: &diagnostics)
    return try #require(documents.first)
  }

  @Test("A match key adds a matcher, or reports a wrong value")
  func matchKey() throws {
    let mapping = try value("{ tenant: acme }")
    var match = MatchDraft(reader, mapping, in: scope)
    _ = reader.mapping(mapping) { $0.read(Keys([.tenant]), into: &match) }
    let request = ReceivedRequest(.get, "/", headers: ["X-Tenant": "acme"])
    #expect(match.matchers.map { $0.evaluate(request, for: .stubRequest).isMatch } == [true])
    _ = reader.mapping(try value("{ tenant: 7 }")) { $0.read(Keys([.tenant]), into: &match) }
    #expect(
      reader.findings.list.sorted.map(\.message)
        == [#""tenant" must be text, not 7; use quotes: "7""#])
  }

  @Test("A response key sets a header field")
  func responseKey() throws {
    let mapping = try value("{ language: de }")
    var response = ResponseDraft(reader, mapping, in: scope)
    _ = reader.mapping(mapping) { $0.read(Keys([.language]), into: &response) }
    #expect(response.specification.head.headers["Content-Language"] == "de")
  }

  @Test("A key of another tool reads into the draft of its mapping")
  func toolKey() throws {
    let mapping = try value("{ region: north }")
    let draft = WireMockRequestDraft(MatchDraft(reader, mapping, in: scope))
    let read = try #require(reader.read(mapping, Keys([.region]), into: draft))
    let request = ReceivedRequest(.get, "/", headers: ["X-Region": "north"])
    #expect(read.match.matchers.map { $0.evaluate(request, for: .stubRequest).isMatch } == [true])
  }

  @Test("A fault is made by its entry in the catalogue")
  func fault() {
    let kind = FaultKind<HTTPStubFault>.tornBody
    #expect(kind.make(FaultArguments()) == .tornBody)
    #expect(kind.name == HTTPStubFault.tornBody.name)
  }

  @Test("A format is recognized, and reads its recordings")
  func format() throws {
    let document = try value(#"{ "pages": [{ "url": "https://a.example/", "html": "<p>" }] }"#)
    #expect(RecordingFormat.pages.recognizes(document))
    let cassette = RecordingFormat.pages.cassette(document, reader: reader)
    #expect(InsertedCassette(cassette, configuration: CassetteConfiguration()).stubs.count == 1)
    #expect(reader.findings.list.isEmpty)
  }

  @Test("A template helper of one's own is called")
  func templateHelper() throws {
    let helpers = TemplateHelperTable(TemplateHelper.all + [.reverse])
    let template = try Template("{{reverse name}}", helpers: helpers)
    #expect(try template.render(["name": "Ada"], environment: TemplateEnvironment()) == "adA")
  }

  @Test("A command reads its operands and prints")
  func command() throws {
    var command = CountCommand()
    try CountCommand.syntax.operands[0].take(
      &command, packageRoot.appending(path: "Stubs/github.yaml").path)
    #expect(command.run(.standard) == .success)
  }
}
