import StubCore
import StubFiles
import StubLanguages
import StubPlatform

/// The route that shows all details of one request.
extension AdminRoute {
  static let requestAccounts: [AdminRoute] = [
    AdminRoute(
      .get, "/requests/{requestId}/account",
      "Show a request with its answer and why it was answered so",
      answers: [(200, .json(.object(["request": .object, "comparisons": .list(.object)])))]
    ) { request, admin throws(AdminRefusal) in
      .json(admin.account(of: try admin.entry(named: request["requestId"])))
    }
  ]
}

extension Admin {
  /// The largest number of body bytes that are shown as text.
  private static let shownBytes = 64 * 1_024
  /// The largest number of body bytes that are shown in hexadecimal digits.
  private static let shownDigits = 1_024

  fileprivate func account(of entry: JournalEntry) -> JSONValue {
    let request = entry.request
    let now = stubs.explain(request, nearMissLimit: 1)
    var account = row(entry).object ?? JSONObject()
    account["request"] = .object(
      Self.message(
        request.headers, request.body ?? Data(),
        count: entry.wholeRequestCount ?? request.body?.count ?? 0,
        first: [
          ("method", .string(request.method.rawValue)),
          ("url", .string(request.target.absoluteString)),
          ("version", .string("HTTP/\(request.httpVersion)")),
        ]))
    if let plan = entry.response {
      account["response"] = .object(
        Self.response(
          plan, entry.status != nil, entry.sentBody,
          count: entry.isHandedOver ? plan.body.count : entry.sent?.bodyCount ?? 0))
    }
    account["comparisons"] = .array(entry.comparisons.map(\.json))
    var answer = JSONObject([("answered", .bool(now.claim != nil && !now.isIgnored))])
    if let stub = now.claim?.installed.stub {
      answer["stub"] = .string(name(of: stub))
      answer["stubTitle"] = .string(stub.title)
    }
    account["now"] = .object(answer)
    account["rule"] = .string(now.report.suggestedRule.joined(separator: "\n") + "\n")
    account["curl"] = .string(curlCommand(now.report))
    return .object(account)
  }

  /// Returns the response that a plan describes.
  static func response(_ plan: ResponsePlan) -> JSONObject {
    let body: Data? = if case .data(let bytes) = plan.body { bytes } else { nil }
    return response(plan, true, body, count: plan.body.count)
  }

  /// Returns the part of a response that was sent: its head, `count` bytes of its body, and its
  /// fault.
  private static func response(
    _ plan: ResponsePlan, _ hasHead: Bool, _ body: Data?, count: Int
  ) -> JSONObject {
    var response = JSONObject()
    if hasHead, let head = plan.head {
      let status = head.status
      response = message(
        head.headers, body, count: count,
        first: [
          ("status", .number(JSONNumber(status.rawValue))),
          ("reason", .string(head.reason ?? status.reasonPhrase)),
        ])
      if case .file(let path, _, _) = plan.body { response["file"] = .string(path) }
    }
    response["fault"] = plan.fault.map { .string($0.name) }
    response["failure"] = plan.failure.map { .string("\($0)") }
    if plan.timing.body != .atOnce { response["pace"] = .string("\(plan.timing.body)") }
    return response
  }

  /// Returns the header fields in their order, and the start of the body.
  private static func message(
    _ headers: HTTPHeaders, _ body: Data?, count: Int, first: [(String, JSONValue)]
  ) -> JSONObject {
    var message = JSONObject(first)
    message["headers"] = .array(
      headers.fields.map { [.string($0.name.rawName), .string($0.value)] })
    message["bytes"] = .number(JSONNumber(count))
    guard let body, !body.isEmpty else { return message }
    let isCut = count > min(body.count, shownBytes)
    if let text = text(body.prefix(shownBytes), isCut: isCut, in: TextCharset(headers)) {
      message["body"] = .string(text)
      message["isText"] = true
      message["isCut"] = .bool(isCut)
    } else {
      message["body"] = .string(hexadecimal(body.prefix(shownDigits)))
      message["isText"] = false
      message["isCut"] = .bool(count > min(body.count, shownDigits))
    }
    return message
  }

  /// Returns the bytes as text; `nil` if they are not text.
  ///
  /// If the body is cut, an incomplete character at its end is left out.
  private static func text(_ bytes: Data, isCut: Bool, in charset: TextCharset) -> String? {
    if let text = charset.charset?.text(of: bytes) { return text }
    if bytes.contains(0) { return nil }
    return (0...(isCut ? 3 : 0)).lazy.compactMap { count in
      String(data: bytes.dropLast(count), encoding: .utf8)
    }.first
  }

  /// Returns bytes in hexadecimal digits, 16 bytes on a line.
  private static func hexadecimal(_ bytes: Data) -> String {
    var text = ""
    for (place, byte) in bytes.enumerated() {
      let digits = String(byte, radix: 16)
      text += (digits.count == 1 ? "0" : "") + digits + (place % 16 == 15 ? "\n" : " ")
    }
    return text
  }
}
