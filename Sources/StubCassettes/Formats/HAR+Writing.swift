import StubCore
import StubPlatform

extension WritableFormat {
  package static let har = WritableFormat(
    "HAR", name: "har", fileExtensions: ["har"],
    losses: [
      .missingStatuses, .overlaps, .chunks, .missingTimes, .standardMethodCase,
      .emptyRequestBodies, .emptyReasons, .responseURLs, .harErrors,
    ]
  ) { cassette in
    let recorder = cassette.recorder ?? WritableFormat.recorder
    // The last word is the version.
    let end = recorder.lastIndex(of: " ") ?? recorder.endIndex
    let creator = JSONValue.object([
      ("name", .string(String(recorder[..<end]))),
      ("version", .string(recorder[end...].trimmingWhitespace())),
    ])
    let log = JSONValue.object([
      ("version", "1.2"), ("_recordingName", cassette.name.map { .string($0) }),
      ("creator", creator), ("entries", .array(cassette.interactions.map(\.harEntry))),
    ])
    return JSONValue.object([("log", log)]).data(pretty: true) + Data("\n".utf8)
  }
}

extension Loss {
  /// Details of errors, because a HAR stores an error as one text.
  ///
  /// It stores no error for a request that was canceled during its response.
  fileprivate static let harErrors = Loss(
    "domains, exact codes and details of errors", of: \.self,
    change: { interaction in
      guard let failure = interaction.failure else { return }
      let stored = HARFailure.recorded(HARFailure.text(of: failure))
      let isLost =
        interaction.response != nil && stored.code == NetworkErrorCode.cancelled.rawValue
      interaction.failure = isLost ? nil : stored
    })
}

extension Interaction {
  fileprivate var harEntry: JSONValue {
    let wait = timing.map { harMilliseconds($0.wait) } ?? -1
    let receive = timing.map { harMilliseconds($0.receive) } ?? -1
    let time = timing.map { harMilliseconds($0.wait + $0.receive) } ?? -1
    return .object([
      ("startedDateTime", recordedAt.map { .string(RecordedInstant.text($0)) }), ("time", time),
      ("request", request.harRequest), ("response", harResponse), ("cache", [:]),
      ("timings", ["send": timing == nil ? -1 : 0, "wait": wait, "receive": receive]),
    ])
  }

  private var harResponse: JSONValue {
    (response ?? RecordedResponse(0)).harResponse(error: failure.map { HARFailure.text(of: $0) })
  }
}

extension RecordedRequest {
  fileprivate var harRequest: JSONValue {
    let query = RequestURL(url).queryItems.map { ($0.name, $0.value ?? "") }
    let cookies = headers.values(of: .cookie).flatMap { $0.split(separator: ";") }
      .map { harPair($0) }
    return .object([
      ("method", .string(method.rawValue)), ("url", .string(url)),
      ("httpVersion", .string(harVersion(httpVersion))), ("cookies", harList(cookies)),
      ("headers", headers.harHeaders), ("queryString", harList(query)),
      ("postData", body.map { harPostData($0) }), ("headersSize", -1),
      ("bodySize", .number(body?.count ?? 0)),
    ])
  }

  /// Returns the body of a request, in which bytes are marked as in responses, because HAR 1.2
  /// allows only text.
  private func harPostData(_ body: Data) -> JSONValue {
    let text = HARText(body, charset: nil)
    return .object([
      ("mimeType", .string(headers[.contentType] ?? "")), ("text", .string(text.text)),
      ("encoding", text.encoding),
    ])
  }
}

extension RecordedResponse {
  fileprivate func harResponse(error: String?) -> JSONValue {
    let type = headers[.contentType]
    let text = HARText(body, charset: HARCharset.name(in: type))
    let cookies = headers.values(of: .setCookie).map { harPair($0.prefix { $0 != ";" }) }
    let content = JSONValue.object([
      ("size", .number(body.count)), ("mimeType", .string(type ?? HARCharset.unknownType)),
      ("text", .string(text.text)), ("encoding", text.encoding),
    ])
    return .object([
      ("status", .number(status.rawValue)), ("statusText", .string(writtenReason)),
      ("httpVersion", .string(harVersion(httpVersion))), ("cookies", harList(cookies)),
      ("headers", headers.harHeaders), ("content", content),
      ("redirectURL", .string(status.isRedirect ? headers["Location"] ?? "" : "")),
      ("headersSize", -1), ("bodySize", .number(status.rawValue == 0 ? -1 : body.count)),
      ("_error", error.map { .string($0) }),
    ])
  }
}

/// A body as a HAR stores it: text, or Base64 if text would not preserve the bytes.
private struct HARText {
  let text: String
  let encoding: JSONValue?

  init(_ body: Data, charset: String?) {
    let encoding = charset.flatMap { RecordedEncoding(named: $0) }
    if charset == nil || body.allSatisfy({ $0 < 0x80 }), let text = String(checkingUTF8: body),
      !text.hasPrefix("\u{FEFF}"),
      !body.hasByte(0), encoding == nil || encoding?.bytes(of: text) == body
    {
      (self.text, self.encoding) = (text, nil)
    } else {
      (text, self.encoding) = (body.base64EncodedString(), "base64")
    }
  }
}

extension HTTPHeaders {
  fileprivate var harHeaders: JSONValue {
    harList(fields.map { ($0.name.rawName, $0.value) })
  }
}

private func harList(_ pairs: [(String, String)]) -> JSONValue {
  .array(pairs.map { ["name": .string($0.0), "value": .string($0.1)] })
}

private func harPair(_ text: Substring) -> (String, String) {
  let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  return (
    String(sides[0]).trimmingWhitespace(), sides.count > 1 ? String(sides[1]) : ""
  )
}

private func harVersion(_ version: String?) -> String { version.map { "HTTP/\($0)" } ?? "" }

/// Returns the duration in milliseconds, to the nanosecond and at least 0.
///
/// A negative number would mean that the duration is unknown.
private func harMilliseconds(_ duration: Duration) -> JSONValue {
  let (seconds, attoseconds) = max(.zero, duration).components
  let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  return .number(JSONNumber(Double(nanoseconds) / 1e6))
}
