import StubCore

/// What a response looks like in one word: its status, or how it fails.
struct AnswerSummary {
  let text: String
  /// `nil` when the request fails before a response.
  let status: Int?

  /// Of a responder that runs only when a request comes.
  init(_ answer: Answer) {
    switch answer {
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
  /// Whether a whole head goes out, be it with a fault after it.
  fileprivate var sendsHead: Bool { fault?.steps.contains(.head) ?? true }
}
