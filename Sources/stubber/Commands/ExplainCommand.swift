import StubCore
import StubFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `stubber explain`: which stub would answer a request, and why the others would not.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Say which stub would answer a request, and why the others would not"
  static let discussion = """
    Nothing is sent: the request is only matched. A PATH is a rule file or a folder of rule files;
    URL is absolute, or a path alone. The exit code is 1 when no stub answers.

      stubber explain ./Stubs -- GET /users/42 --header 'Accept: application/json'
    """
  static let header = CommandOption(
    name: "header", letter: "H", value: "'NAME: VALUE'", isRepeatable: true,
    summary: "A header field of the request")
  static let body = CommandOption(
    name: "body", letter: "d", value: "TEXT",
    summary: "The request's body; @FILE for a file's bytes")
  static let syntax = CommandSyntax(
    operands: CommandSyntax.Operands(placeholder: "PATH…", atLeast: 1),
    request: CommandSyntax.Operands(placeholder: "METHOD URL", atLeast: 2, atMost: 2),
    options: [header, body, .json])

  let paths: [String]
  let request: ReceivedRequest
  let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    paths = arguments.operands
    isJSON = arguments.has(.json)
    let headers = try arguments.headers(of: Self.header)
    request = ReceivedRequest(
      HTTPMethod(named: arguments.request[0]), arguments.request[1], headers: headers,
      body: try arguments.value(of: Self.body).map(Self.bytes))
  }

  func run(_ console: Console) -> ExitCode {
    let rules = RuleSet(reading: paths, announcingTo: console, quietly: isJSON)
    guard rules.report(to: console, asJSON: isJSON) else { return .cannotStart }
    let stubs = StubSet()
    stubs.replaceAll(with: rules)
    let explanation = stubs.explain(request)
    let text = ExplanationText(
      request: request, explanation: explanation, unhandledMode: stubs.unhandledMode,
      fate: explanation.winner == nil ? nil : stubs.fate(of: request))
    if isJSON {
      console.print(text.event)
    } else {
      for line in text.lines(console) { console.print(line) }
    }
    return text.isAnswered ? .success : .findings
  }

  private static func bytes(_ text: String) throws(UsageError) -> Data {
    guard text.hasPrefix("@") else { return Data(text.utf8) }
    let path = String(text.dropFirst())
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      throw UsageError(
        "expected a readable file after --body @, found \"\(path)\"; check the path, or write"
          + " --body=TEXT without @ to give the body itself")
    }
  }
}
