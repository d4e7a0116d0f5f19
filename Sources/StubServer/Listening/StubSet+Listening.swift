import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StubSet {
  /// The answer of the stubs as a listener gives it.
  ///
  /// Requests that are left to the network go to the upstream, if there is one.
  func answerForListener(
    _ request: ReceivedRequest, upstream: Upstream? = nil
  ) -> ListenerAnswer {
    var request = request
    request.isFromListener = true
    let reception = receive(request)
    let answer: Answer =
      switch reception.fate {
      case .stubbed(_, _, let answer): answer
      case .passedThrough: upstream?.answer(to: request) ?? .ready(.nowhereToPass(request))
      case .recorded(let ticket):
        upstream?.answer(to: request, for: ticket) ?? .ready(.nowhereToPass(request))
      case .unmatched(let report, .error):
        .ready(.reporting(report, to: request, status: .notFound))
      case .unmatched(let report, .status(let status)):
        .ready(.reporting(report, to: request, status: status))
      }
    return ListenerAnswer(answer, finish: reception.finish)
  }
}

extension Upstream {
  /// The real answer, which a recorder may be waiting for.
  fileprivate func answer(to request: ReceivedRequest, for ticket: RecordingTicket? = nil) -> Answer
  {
    let sent = forwarded(request)
    return .pending {
      let exchange = await self.load(sent)
      ticket?.finish(exchange)
      return self.plan(for: exchange, sent, askedAs: request)
    }
  }
}

extension ResponsePlan {
  /// The report, as JSON for a client that prefers it.
  fileprivate static func reporting(
    _ report: UnmatchedReport, to request: ReceivedRequest, status: HTTPStatusCode
  ) -> ResponsePlan {
    guard request.headers[.accept]?.lowercased().contains("json") == true else {
      return .text("\(report)\n", status: status)
    }
    var plan = ResponsePlan.text(report.json.text(pretty: true) + "\n", status: status)
    plan.head?.headers[.contentType] = HTTPContentType.json.rawValue
    return plan
  }

  /// A listener is the end of the line: there is no network behind it to leave a request to.
  fileprivate static func nowhereToPass(_ request: ReceivedRequest) -> ResponsePlan {
    .text(
      """
      expected a stub for \(request.summary), found an ignore rule or the mode `optin`, which \
      leave it to the network; add a stub, or send the request to the real server

      """, status: .notFound)
  }
}
