import StubCore
import StubFiles
import StubPlatform

/// `stubber clock`: shows, holds or advances the clock of a running server.
struct ClockCommand: RemoteCommand {
  enum Action: String {
    case hold
    case release
    case advance
  }

  static let name = "clock"
  static let summary = "Hold or advance the clock of a running server"
  static let syntax = CommandSyntax<Self>(
    operands: [
      Operand(
        "ACTION",
        help: [
          ["hold", "Stop the clock; waiting responses keep waiting"],
          ["release", "Let the clock run again from its current time"],
          ["advance", "Move the clock forward; responses that become due are sent at once"],
        ], isOptional: true
      ) { command, word in
        guard let action = Action(rawValue: word) else {
          throw UsageError("unknown action \"\(word)\"; use hold, release or advance")
        }
        command.action = action
      },
      Operand("TIME", "how far to advance, such as 30s", isOptional: true) { command, word in
        guard Duration(ruleText: word) != nil else {
          throw UsageError("\"\(word)\" is not a time; use 250ms, 1.5s, 2m or 1h")
        }
        command.time = word
      },
    ], options())
  static let notes = """
    Delays, the pace of bodies, slow networks and {{now}} in templates follow this clock; timeouts for
    clients do not. Without ACTION, the clock is shown. All sessions share the clock, so it cannot be
    changed with --session.
    """
  static let examples = ["", "hold", "advance 30s"]

  var server = ServerChoice()
  var action: Action?
  var time: String?

  func runRemotely(_ connection: AdminConnection, _ console: Console) throws -> ExitCode {
    let answer: JSONValue
    switch (action, time) {
    case (nil, _): answer = try connection.send(.get, "/clock")
    case (.hold, nil): answer = try connection.send(.put, "/clock", Self.held(true))
    case (.release, nil): answer = try connection.send(.put, "/clock", Self.held(false))
    case (.advance, let time?):
      answer = try connection.send(
        .post, "/clock/advance", JSONValue.object(["by": .string(time)]).data())
    case (.advance, nil): throw UsageError("advance needs a time, such as 30s")
    case (.hold, _), (.release, _): throw UsageError("only advance takes a time")
    }
    console.emit(AdminEvent("clock", answer, Self.text(answer)))
    return .success
  }

  private static func held(_ isHeld: Bool) -> Data {
    JSONValue.object(["held": .bool(isHeld)]).data()
  }

  private static func text(_ clock: JSONValue) -> String {
    let state = clock["held"]?.bool == true ? "held" : "running"
    let lead = clock["aheadMilliseconds"]?.number?.integer ?? 0
    let text = "Clock: \(state), at \(clock["date"]?.string ?? "")"
    switch lead {
    case 0: return text
    case 1...: return "\(text) (\(lead) ms ahead)"
    default: return "\(text) (\(lead.magnitude) ms behind)"
    }
  }
}
