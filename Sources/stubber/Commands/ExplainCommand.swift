import StubCore
import StubFiles
import StubPlatform

/// `stubber explain`: shows which stub would answer a request, and why the others would not.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Show which stub would answer a request, and why the others would not"
  static let syntax = CommandSyntax<Self>(
    operands: [.paths { $0.paths.append($1) }],
    request: [
      Operand("METHOD") { $0.method = HTTPMethod(named: $1) },
      Operand("URL", "an absolute URL, or only a path") { $0.url = $1 },
    ],
    OptionGroup([
      .values(
        "header", letter: "H", "'NAME: VALUE'", "Add a header field to the request; repeatable"
      ) {
        $0.headers.append(try $1.headerField())
      },
      .value("body", letter: "d", "TEXT", "Set the request body; @FILE reads it from a file") {
        $0.body = try body($1.text)
      },
      .largestFile { $0.context.fileSizeLimit = $1 },
      .stepLimit { $0.evaluation.steps.steps = $1 },
      .largestParsedBody { $0.evaluation.parsedBytes = $1 },
    ]))
  static let notes = "Nothing is sent. Exit code 1: no stub answers."
  static let examples = [
    "Stubs -- GET /books/7",
    "Stubs -- POST /books -H 'Content-Type: application/json' --body @book.json",
  ]

  var paths: [String] = []
  var method = HTTPMethod.get
  var url = ""
  var headers: [HTTPHeaders.Field] = []
  var body: Data?
  var context = RuleContext(formats: .all)
  var evaluation = EvaluationLimits()

  private static func body(_ text: String) throws(UsageError) -> Data {
    guard text.hasPrefix("@") else { return Data(text.utf8) }
    let path = String(text.dropFirst())
    do {
      return Data(try DurableFile.read(path, ofAnyKind: true))
    } catch {
      throw UsageError("cannot read the body file \"\(path)\"; to send text, leave out @")
    }
  }

  func run(_ console: Console) -> ExitCode {
    guard let rules = console.read(paths, context: context) else { return .cannotStart }
    var environment = TemplateEnvironment()
    environment.stepLimit = evaluation.steps
    let stubs = StubSet(templateEnvironment: environment)
    stubs.evaluationLimits = evaluation
    stubs.replaceAll(with: rules)
    let request = ReceivedRequest(method, url, headers: HTTPHeaders(headers), body: body)
    let explanation = stubs.explain(request)
    let event = ExplanationEvent(
      request: request, explanation: explanation, unhandledMode: stubs.unhandledMode,
      planned: explanation.claim.map { stubs.answer($0).made })
    console.emit(event)
    return event.isAnswered ? .success : .problems
  }
}

extension CommandOption {
  /// Returns the option that limits the steps in evaluating one request.
  static func stepLimit(_ take: @escaping @Sendable (inout Target, Int) -> Void) -> Self {
    .value(
      "step-limit", "COUNT",
      "Steps to check conditions or render a template for one request, plus 4 per byte of its body "
        + "(default: 10000000)"
    ) { take(&$0, try $1.number(in: 1...Int.max)) }
  }

  /// Returns the option that limits the size of bodies that are parsed as JSON or XML.
  static func largestParsedBody(_ take: @escaping @Sendable (inout Target, Int) -> Void) -> Self {
    .value(
      "max-parsed-body", "BYTES", "Size of a body that is parsed as JSON or XML (default: 33554432)"
    ) { take(&$0, try $1.number(in: 0...Int.max)) }
  }
}

extension Answer {
  /// The answer with its plan.
  ///
  /// Making the plan blocks the thread, for a long time if a template is slow.
  fileprivate var made: Answer {
    guard case .pending(let make) = self, let plan = Waiting.result({ await make() }) else {
      return self
    }
    return .ready(plan)
  }
}

/// The stub that answers a request, and the reasons why the others do not.
private struct ExplanationEvent: Event {
  let request: ReceivedRequest
  let explanation: Explanation
  let unhandledMode: HTTPUnhandledMode
  /// The answer to the request; `nil` if no stub answers it.
  let planned: Answer?

  var isAnswered: Bool { !explanation.isIgnored && explanation.winner != nil }

  func text(_ console: Console) -> String? {
    lines.map { line in
      if line.hasPrefix("  ✓") { return console.colored(line, .green) }
      if line.hasPrefix("  ✗") { return console.colored(line, .red) }
      return line
    }.joined(separator: "\n")
  }

  private var lines: [String] {
    if explanation.isIgnored {
      return ["\(request.summary) passes through, because an ignore rule matches it."]
    }
    guard let winner = explanation.winner else {
      let report = explanation.report.description.split(
        separator: "\n", omittingEmptySubsequences: false)
      var lines = report.map(String.init)
      if lines.last == "" { lines.removeLast() }
      if unhandledMode == .optin {
        lines += ["", "With optin, the request would pass through."]
      }
      return lines
    }
    var lines = ["\(request.summary) is answered by \(winner.stub)"]
    lines += winner.verdicts.map(\.line)
    lines.append("  response: \(answer?.text ?? "none")")
    if let warning = request.webSocketWarning { lines.append("  warning: \(warning)") }
    if !explanation.report.nearMisses.isEmpty { lines += ["", "Closest other stubs:"] }
    for miss in explanation.report.nearMisses {
      lines += [miss.stub] + miss.verdicts.map(\.line)
      if miss.verdicts.allSatisfy(\.result.isMatch) {
        lines.append("  It matches, but the stub above is asked first.")
      }
    }
    return lines
  }

  var jsonLines: [String] {
    let winner = isAnswered ? explanation.winner : nil
    return [
      Self.json(
        "explanation",
        [
          "method": .string(request.method.rawValue), "url": .string(request.target.absoluteString),
          "ignored": .bool(explanation.isIgnored), "stub": winner.map { .string($0.stub) } ?? .null,
          "origin": winner.map { .string($0.origin.description) },
          "status": winner == nil ? nil : answer?.status.map { .number($0) } ?? .null,
          "warning": winner == nil ? nil : request.webSocketWarning.map { .string($0) },
          "nearMisses": winner == nil ? nil : .array(explanation.report.nearMisses.map(\.json)),
          "report": winner == nil ? explanation.report.json : nil,
        ])
    ]
  }

  private var answer: AnswerSummary? {
    planned.map(AnswerSummary.init)
  }
}
