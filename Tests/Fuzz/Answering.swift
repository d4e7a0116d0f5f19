import StubCore

/// Lets stubs answer requests, as a host does, on a clock that jumps to what comes next.
enum Answering {
  /// Actions of a player after which an answer is cut off.
  private static let mostActions = 500

  static func play(_ request: ReceivedRequest, by set: StubSet) {
    switch set.receive(request).outcome {
    case .stubbed(_, _, .ready(let plan)):
      for transportKind in [Player.TransportKind.http1, .http2, .inProcess] {
        play(plan, to: request.method, on: transportKind)
      }
    case .unmatched(let report, _): _ = report.description
    case .stubbed, .passedThrough, .recorded: break
    }
  }

  private static func play(
    _ plan: ResponsePlan, to method: HTTPMethod, on transportKind: Player.TransportKind
  ) {
    var player = Player(plan, to: method, on: transportKind, start: .zero)
    var now = Duration.zero
    for _ in 0..<mostActions {
      switch player.next(room: 1_000, at: now) {
      case .wait(.time, let until?):
        expect(until >= now, "waits until \(until) at \(now)")
        now = until
      case .wait(.gate, _): player.gateOpened(at: now)
      case .end, .wait: return
      case .whole, .head, .body, .raw: break
      }
    }
  }
}
