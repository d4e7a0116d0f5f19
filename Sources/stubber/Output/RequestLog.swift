import StubCore
import StubFiles
import StubServer

/// Prints an event for each request, with the response and the stub.
struct RequestLog: Sendable {
  let console: Console
  /// A function that returns the current upstream server; `nil` if there is none.
  var upstream: @Sendable () -> UpstreamConfiguration? = { nil }
  /// Whether only problems are printed.
  var isQuiet = false

  var hooks: StubHooks {
    var hooks = StubHooks()
    hooks.problem = { console.emit(.error($0)) }
    guard !isQuiet else { return hooks }
    hooks.decided = { request, outcome in
      let upstream = outcome.isLeftToNetwork ? upstream() : nil
      console.emit(RequestEvent(request: request, outcome: outcome, upstream: upstream))
    }
    hooks.webhookEnded = { request, _, webhook in
      console.emit(WebhookEvent(request: request, webhook: webhook))
    }
    hooks.incomplete = { request, sent in
      let summary = QuerySecrets(request.target).hidden(in: request.summary)
      let kind = sent.ending == .cancelled ? "cancelled" : "incomplete"
      console.emit(.notice(kind, "--- \(summary)  \(sent)"))
    }
    return hooks
  }
}

extension Outcome {
  fileprivate var isLeftToNetwork: Bool {
    switch self {
    case .passedThrough, .recorded: true
    case .stubbed, .unmatched: false
    }
  }
}

/// A request and its outcome, without the secrets in the request's query.
struct RequestEvent: Event {
  let request: ReceivedRequest
  let outcome: Outcome
  let upstream: UpstreamConfiguration?

  var jsonLines: [String] { [jsonLine] }

  /// Returns the text without the secrets in the request's query.
  private func hidden(_ text: String) -> String {
    request.target.query == nil ? text : QuerySecrets(request.target).hidden(in: text)
  }

  private var url: String { hidden(request.target.absoluteString) }

  private var summary: String { "\(request.method) \(url)" }

  func text(_ console: Console) -> String? { line(console).map(String.init(describing:)) }

  func line(_ console: Console) -> (any TextOutputStreamable)? {
    switch outcome {
    case .stubbed(_, _, .ready(let plan)) where !plan.isPlain && plan.forwarding != nil:
      return forwarded(to: server?.shownURL ?? plan.forwarding?.url ?? "", console)
    case .stubbed(let installed, _, let answer):
      return AnsweredLine(request, installed.stub, answer, usesColor: console.usesColor)
    case .passedThrough, .recorded:
      if let upstream { return forwarded(to: upstream.shownURL, console) }
      return "\(console.colored("404", .yellow)) \(summary)  "
        + "not stubbed (ignore rule or optin)"
    case .unmatched(let report, let response):
      let status = console.colored("\(status(of: response))", .red)
      return "\(status) \(summary)  \(console.colored("no match", .red)); "
        + hidden(Self.reason(report))
    }
  }

  /// The server to which the request is forwarded; `nil` if this program answers it.
  private var server: UpstreamConfiguration? {
    switch outcome {
    case .stubbed(_, _, .ready(let plan)):
      plan.forwarding.flatMap { try? UpstreamConfiguration(url: $0.url) }
    case .passedThrough, .recorded: upstream
    case .stubbed, .unmatched: nil
    }
  }

  /// The status with which the listener refuses to forward the request; `nil` if it does not
  /// refuse.
  private var refusal: Int? { server?.refusal(of: request)?.status?.rawValue }

  private func forwarded(to server: String, _ console: Console) -> String {
    guard let refusal else {
      return "\(console.colored("---", .yellow)) \(summary)  forwarded to \(server)"
    }
    return "\(console.colored("\(refusal)", .yellow)) \(summary)  not forwarded to \(server)"
  }

  private var jsonLine: String {
    let (method, url) = (request.method.rawValue, url)
    switch outcome {
    case .stubbed(let installed, _, let answer):
      return Self.json(
        "request",
        [
          "method": .string(method), "url": .string(url), "outcome": "stubbed",
          "status": (refusal ?? AnswerSummary(answer).status).map { .number($0) } ?? .null,
          "stub": installed.stub.name.map { .string($0) } ?? .null,
          "origin": .string(installed.stub.origin.description),
          "warning": request.webSocketWarning.map { .string($0) },
        ])
    case .passedThrough, .recorded:
      let isRecorded = if case .recorded = outcome { true } else { false }
      return Self.json(
        "request",
        [
          "method": .string(method), "url": .string(url),
          "outcome": isRecorded ? "recorded" : "passedThrough",
          "status": refusal.map { .number($0) },
        ])
    case .unmatched(let report, let response):
      return Self.json(
        "request",
        [
          "method": .string(method), "url": .string(url), "outcome": "unmatched",
          "status": .number(status(of: response)),
          "reason": .string(hidden(Self.reason(report))),
        ])
    }
  }

  /// Returns the name of the closest stub, and its first condition that does not match.
  private static func reason(_ report: UnmatchedReport) -> String {
    guard let miss = report.nearMisses.first else { return "no stubs are loaded" }
    return "closest: \(miss.stub)" + (miss.firstFailure.map { ", where \($0.sentence)" } ?? "")
  }

  /// Returns the status with which a listener answers an unmatched request.
  private func status(of response: HTTPUnmatchedResponse) -> Int {
    switch response {
    case .error: request.method == .connect ? 405 : 404
    case .status(let code): code.rawValue
    }
  }
}

/// The outcome of a webhook, without the secrets in the webhook's query.
struct WebhookEvent: Event {
  /// The request after whose response the webhook is sent.
  let request: ReceivedRequest
  let webhook: SentWebhook

  /// The URL without control characters, which could start a line or control the terminal.
  ///
  /// A template can copy them from a request.
  private var url: String {
    let url = webhook.url.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? PercentEncoding.encode(String(scalar)) : String(scalar)
    }.joined()
    return QuerySecrets(RequestURL(url)).hidden(in: url)
  }

  func text(_ console: Console) -> String? {
    let sent = "\(webhook.method) \(url)"
    switch webhook.outcome {
    case .pending: return nil
    case .answered(let status):
      let color: Color = status.rawValue < 400 ? .green : .yellow
      return "\(console.colored("→ \(status.rawValue)", color)) \(sent)"
    case .failed(let reason):
      return "\(console.colored("→ failed", .red)) \(sent)  \(reason)"
    }
  }

  var jsonLines: [String] {
    let (status, error): (JSONValue?, JSONValue?) =
      switch webhook.outcome {
      case .pending: (nil, nil)
      case .answered(let status): (.number(status.rawValue), nil)
      case .failed(let reason): (nil, .string(reason))
      }
    return [
      Self.json(
        "webhook",
        [
          "method": .string(webhook.method), "url": .string(url), "status": status, "error": error,
          "request": .string(QuerySecrets(request.target).hidden(in: request.summary)),
        ])
    ]
  }
}

/// A short text for a response: its status, or its fault.
struct AnswerSummary {
  let text: String
  /// The status; `nil` if the client receives none.
  let status: Int?

  init(_ answer: Answer) {
    switch answer {
    case .ready(let plan) where plan.isPlain:
      status = plan.status?.rawValue
      text = status.map(String.init) ?? ""
    case .ready(let plan) where plan.forwarding != nil:
      // The plan's response is only for hosts that cannot forward requests.
      (text, status) = ("forwarded to \(plan.forwarding?.url ?? "")", nil)
    case .ready(let plan):
      status = plan.sendsHead ? plan.head?.status.rawValue : nil
      let failure = plan.fault?.name ?? plan.failure.map { "\($0)" }
      let number = status.map(String.init)
      text =
        failure.map { failure in number.map { "\($0), \(failure)" } ?? failure } ?? number ?? ""
    case .pending:
      (text, status) = ("decided later", nil)
    }
  }

  var color: Color {
    switch status {
    case nil: .red
    case .some(..<400): .green
    case .some(..<500): .yellow
    default: .red
    }
  }
}

extension ResponsePlan {
  /// Whether the head of the response is sent, even if a fault follows.
  fileprivate var sendsHead: Bool { fault?.steps.contains(.head) ?? true }
}
