import StubCore
import StubPlatform

extension RecordingFormat {
  /// HTTP Archive 1.1 and 1.2 (W3C Web Performance Working Group draft, 2012).
  ///
  /// Files of browsers, proxies and test tools are read, including the additional names of tools,
  /// which begin with `_`.
  static let har = RecordingFormat(
    "HAR", list: "log", "entries",
    recognizes: { $0["log"]?["entries"] != nil },
    read: .interaction { $0.harInteraction($1) },
    ignoring: harKeys,
    readRest: { _, document, cassette in
      let log = document[given: "log"]
      let creator = log?["creator"]
      let words = [creator?["name"], creator?["version"]].compactMap { $0?.givenText }
        .filter { !$0.isEmpty }
      cassette.recorder = words.isEmpty ? nil : words.joined(separator: " ")
      cassette.name = log?["_recordingName"]?.givenText
    })

  /// An entry of a HAR, or a list of entries, without the surrounding archive.
  static let harEntry = RecordingFormat(
    "HAR entry",
    recognizes: { document in
      let entry = document.sample ?? document
      guard entry["request"]?["url"] != nil, let response = entry["response"] else { return false }
      return response["content"] != nil || entry["startedDateTime"] != nil
    },
    read: .whole { reader, document in
      let entries = document.elements.map { Array($0) } ?? [document]
      return entries.compactMap { reader.harInteraction($0) }
    }, ignoring: harKeys)

  /// The keys that repeat other members, or do not affect responses.
  ///
  /// Names that begin with `_` are additions of tools (HAR 1.2, "Custom fields").
  private static let harKeys: Set<String> = [
    MessageReading.privateKeys, "bodySize", "comment", "compression", "cookies", "encoding",
    "headersSize", "httpVersion", "mimeType", "params", "queryString", "redirectURL", "size",
    "status", "text",
  ]
}

extension Reader {
  /// Reads an entry: a request with its response.
  fileprivate func harInteraction(_ value: Value) -> Interaction? {
    guard isHARTraffic(value),
      let request = needed(value, "request", read: { message($0, .request, harRequest) })
    else { return nil }
    let isPolly = value["_order"] != nil || isOfPolly
    let outcome = needed(value, "response") { harOutcome($0, of: request, isPolly: isPolly) }
    guard var interaction = outcome else { return nil }
    if let messages = value["_webSocketMessages"], messages.elements?.isEmpty == false {
      warn(messages, found: "WebSocket messages are not played, only the handshake")
    }
    interaction.recordedAt = recorded(value, "startedDateTime") { harDate($0) }
    interaction.timing = harTiming(value)
    interaction.origin = value.recordedOrigin
    return interaction
  }

  /// Whether the request went to a server; an entry that the browser answered itself is left out
  /// with a warning.
  private func isHARTraffic(_ value: Value) -> Bool {
    let url = value["request"]?["url"]?.givenText ?? ""
    let scheme = url.prefix { $0 != ":" }.lowercasedASCII()
    let isLocal =
      ["about", "blob", "data", "file"].contains(scheme) || scheme.hasSuffix("-extension")
    guard isLocal else { return true }
    warn(
      value, found: "this entry is left out: its URL is not HTTP (\(scheme):)", leavesOut: true)
    return false
  }

  /// Reads the start of the entry; in some exports the text is empty.
  private func harDate(_ value: Value) -> Date? {
    value.scalar?.isEmpty == true ? nil : recordedDate(value)
  }
}

extension Reader {
  /// Reads the request of an entry.
  fileprivate func harRequest(_ value: Value) -> RecordedRequest? {
    guard let url = needed(value, "url", read: { recordedURL($0) }) else { return nil }
    var headers = harHeaders(value)
    if !headers.contains(.cookie), let cookies = recorded(value, "cookies", { harCookies($0) }),
      !cookies.isEmpty
    {
      headers.append(.cookie, cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    let body = recorded(value, "postData") { postData in
      message(postData) { harPostData($0, size: byteCount(of: value, "bodySize"), &headers) }
    }
    return RecordedRequest(
      reading: recorded(value, "method") { recordedMethod($0) } ?? .get, url,
      httpVersion: harVersion(value), headers: headers, body: body)
  }

  /// Reads a body as text, or rebuilds it from the fields of a form.
  private func harPostData(
    _ value: Value, size: Int?, _ headers: inout HTTPHeaders
  ) -> Data? {
    let type = recorded(value, "mimeType") { recordedText($0) }
    let body =
      harPostedText(value, type: headers[.contentType] ?? type, size: size)
      ?? recorded(value, "_file", bodyBeside)
      ?? harPostedForm(value, type: headers[.contentType] ?? type)
    guard let body, !body.isEmpty else { return nil }
    if !headers.contains(.contentType), let type { headers.append(.contentType, type) }
    return body
  }

  private func harPostedText(_ value: Value, type: String?, size: Int?) -> Data? {
    guard value.hasValue("text"), value["text"]?.scalar?.isEmpty == false else { return nil }
    return recorded(value, "text") { text in
      recordedBytes(
        text, declaredAs: value.harEncoding,
        charset: HARCharset.ofMitmproxy(text, self, type: type, size: size))
    }
  }

  private func harPostedForm(_ value: Value, type: String?) -> Data? {
    let fields = recorded(value, "params") { params in
      list(params) { field -> RecordedForm.Field? in
        guard let name = needed(field, "name", read: { text($0) }) else { return nil }
        return RecordedForm.Field(
          name: name, value: recorded(field, "value") { text($0) } ?? "",
          fileName: recorded(field, "fileName") { text($0) },
          contentType: recorded(field, "contentType") { text($0) })
      }
    }
    guard let fields, !fields.isEmpty else { return nil }
    return RecordedForm.body(of: fields, type: HTTPContentType(rawValue: type ?? ""))
  }
}

extension Reader {
  /// Reads the response of an entry, the error instead of a response, or both.
  fileprivate func harOutcome(
    _ value: Value, of request: RecordedRequest, isPolly: Bool
  ) -> Interaction? {
    let reason = ["_error", "_failureText"].compactMap { value[$0]?.scalar }
      .first { $0.kind == .string && !$0.text.isEmpty }?.text
    let status = value["status"]?.givenText ?? ""
    // Browsers and proxies write 0, Playwright -1, for a request without a response.
    if ["", "0", "-1"].contains(status) {
      return Interaction(
        request, failure: HARFailure.recorded(reason ?? value["statusText"]?.givenText ?? ""))
    }
    if let code = Int(status), !(100...999).contains(code) {
      if let reason { return Interaction(request, failure: HARFailure.recorded(reason)) }
      warn(
        value, found: "this entry is left out: the status \(code) is no answer and no error",
        leavesOut: true)
      return nil
    }
    let read = message(value, .response) { harResponse($0, of: request, isPolly: isPolly) }
    guard let response = read else { return nil }
    guard let reason, !HARFailure.isByClient(reason) else { return Interaction(request, response) }
    return Interaction(request, response, failure: HARFailure.recorded(reason))
  }

  private func harResponse(
    _ value: Value, of request: RecordedRequest, isPolly: Bool
  ) -> RecordedResponse? {
    guard let status = needed(value, "status", read: { recordedStatusCode($0) }) else { return nil }
    var headers = harHeaders(value)
    if !headers.contains(.setCookie) {
      for cookie in recorded(value, "cookies", { harCookies($0) }) ?? [] {
        headers.append(.setCookie, cookie.field)
      }
    }
    if status.isRedirect, !headers.contains("Location"),
      let target = recorded(value, "redirectURL", { recordedText($0) })
    {
      headers.append("Location", target)
    }
    let hasContent = request.method != .head && !status.forbidsContent
    let body = recorded(value, "content") { content in
      message(content) {
        harContent($0, isExpected: hasContent, isPolly: isPolly, headers: &headers)
      }
    }
    return RecordedResponse(
      status, reason: recorded(value, "statusText") { recordedText($0) },
      httpVersion: harVersion(value),
      headers: headers, body: body ?? Data())
  }

  /// Reads a body: text, or bytes in Base64; warns if a body existed but was not recorded.
  private func harContent(
    _ value: Value, isExpected: Bool, isPolly: Bool, headers: inout HTTPHeaders
  ) -> Data? {
    let type = recorded(value, "mimeType") { recordedText($0) }
    let isWritten = value["text"]?.scalar?.isEmpty == false && value.hasValue("text")
    guard isWritten || value.hasValue("_file") else {
      if isExpected { warnOfMissingHARText(value) }
      return nil
    }
    if isExpected, !headers.contains(.contentType), let type, type != HARCharset.unknownType {
      headers.append(.contentType, type)
    }
    guard isWritten else { return recorded(value, "_file", bodyBeside) }
    return harText(value, isPolly: isPolly, type: headers[.contentType] ?? type, headers)
  }
}
