import StubCore
import StubPlatform

extension ResponsePlan {
  /// The report of an unmatched request, as JSON if the client prefers it, otherwise as text.
  ///
  /// The response to HEAD has no report and no length, because its client gets no body.
  static func reporting(
    _ report: UnmatchedReport, _ text: StubSet.UnmatchedText?, to request: ReceivedRequest,
    status: HTTPStatusCode
  ) -> ResponsePlan {
    let isJSON = request.headers[.accept]?.lowercasedASCII().contains(bytesOf: "json") == true
    if request.method == .head {
      let type: HTTPContentType = isJSON ? .json : .text
      return ResponsePlan(
        head: ResponseHead(status: status, headers: [.contentType: type.rawValue]),
        body: .data(Data()))
    }
    guard isJSON else {
      let own = text.flatMap { $0(report) }
      return .text(utf8: own.map { Array($0.utf8) } ?? report.utf8(before: "\n"), status: status)
    }
    var plan = ResponsePlan.text(report.json.text(pretty: true) + "\n", status: status)
    plan.head?.headers[.contentType] = HTTPContentType.json.rawValue
    return plan
  }

  /// The response to a request that is to pass through, if the listener has no upstream server.
  static func missingUpstream(
    _ request: ReceivedRequest, _ reason: String = "is not stubbed (ignore rule or optin)"
  ) -> ResponsePlan {
    if request.method == .connect {
      let lines = UnmatchedReport.tunnelHint.map { "\($0)\n" }
      return .text(lines.joined(), status: .methodNotAllowed)
    }
    return .text(
      """
      \(request.summary) \(reason); add a stub, or use --upstream URL

      """, status: .notFound)
  }

  /// The listener's response to a request that it refuses because of an error.
  static func refusing(_ error: RequestError) -> ResponsePlan {
    var plan = ResponsePlan.text(
      "\(error.status) \(error.status.reasonPhrase)\n\(error)\n", status: error.status)
    if error.status == .proxyAuthenticationRequired {
      plan.head?.headers["Proxy-Authenticate"] = "Basic realm=\"stubber\", charset=\"UTF-8\""
    }
    return plan
  }

  /// The response that replaces one that cannot be sent.
  static func unsendable(_ reason: any Error) -> ResponsePlan {
    let isTransient = (reason as? BodyReadError)?.isTransient ?? false
    return .text(
      "the stub's response cannot be sent: \(reason)\n",
      status: isTransient ? .serviceUnavailable : .internalServerError)
  }
}
