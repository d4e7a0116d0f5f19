import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RecordingFormat {
  /// The cassettes of Elixir's ExVCR, in JSON.
  static let exVCR = RecordingFormat(
    "ExVCR",
    recognizes: { document in
      guard let first = document.elements?.first, let response = first["response"] else {
        return false
      }
      return first["request"]?["url"] != nil && response["status_code"] != nil
    },
    read: .interaction { reader, element in
      reader.interaction(
        element, request: reader.elixirRequest, responseOrError: reader.elixirOutcome)
    }, ignoring: ["options", "type", "status_code", "binary"])
}

extension Reader {
  fileprivate func elixirRequest(_ value: Value) -> RecordedRequest? {
    let method = recorded(value, "method", recordedLowercaseMethod)
    let url = needed(value, "url") { elixirURL($0) }
    let headers = recorded(value, "headers", recordedHeaders)
    let body = recorded(value, "body") { recordedBytes($0) }
    let other = recorded(value, "request_body") { recordedBytes($0) }
    guard let url else { return nil }
    let isEmpty = body?.isEmpty ?? true
    return RecordedRequest(
      reading: method ?? .get, url, headers: headers, body: isEmpty ? other : body)
  }

  /// A URL; cassettes written by hand may have a pattern instead, which is refused.
  private func elixirURL(_ value: Value) -> String? {
    guard let text = recordedURL(value) else { return nil }
    guard !text.hasPrefix("~r") else {
      report(
        value, found: "URL patterns are not supported",
        remedy: "use a rule file with \"urlRegex\" for this response")
      return nil
    }
    return text
  }

  fileprivate func elixirOutcome(_ value: Value, of request: RecordedRequest) -> Interaction? {
    if value["type"]?.scalar?.text == "error" {
      return Interaction(request, failure: .elixir(recorded(value, "body", recordedText) ?? ""))
    }
    let status = needed(value, "status_code") { elixirStatus($0) }
    let headers = recorded(value, "headers", recordedHeaders)
    let isBinary = recorded(value, "binary") { boolean($0) } ?? false
    let body = recorded(value, "body") { isBinary ? erlangBinary($0) : recordedBytes($0) }
    guard let status else { return nil }
    return Interaction(
      request, RecordedResponse(reading: status, headers: headers, body: body, of: request))
  }

  /// A code, or Erlang's triple of version, code and reason.
  private func elixirStatus(_ value: Value) -> RecordedStatus? {
    guard let parts = value.elements else {
      return recordedStatus(value).map { RecordedStatus(code: $0) }
    }
    guard parts.count == 3, let code = parts[1].scalar.flatMap({ Int($0.text) }),
      (100...999).contains(code)
    else {
      return mismatch(
        value, expected: "a status code from 100 to 999", remedy: "use [\"HTTP/1.1\", 200, \"OK\"]")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: parts[2].givenText,
      version: parts[0].scalar.flatMap { RecordedStatus.version($0.text) })
  }

  /// The bytes of a binary in Erlang's external term format, in base64.
  ///
  /// Version 131, tag 109, four bytes of length and the bytes (Erlang, External Term Format).
  private func erlangBinary(_ value: Value) -> Data? {
    guard let term = recordedBase64(value) else { return nil }
    let head = Array(term.prefix(6))
    let length = head.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
    guard head.count == 6, head[0] == 131, head[1] == 109, term.count == 6 + length else {
      report(
        value, found: "not an Erlang binary (term_to_binary)",
        remedy: "remove \"binary\" if this is text")
      return nil
    }
    return term.dropFirst(6).withUnsafeBytes { Data($0) }
  }
}

extension RecordedFailure {
  /// An error by the reason that Erlang's HTTP clients give, bare or inside a struct in JSON.
  fileprivate static func elixir(_ text: String) -> RecordedFailure {
    let reason = (try? JSONValue(parsing: text))?["reason"]?.string ?? text
    let code: NetworkErrorCode =
      switch reason {
      case "nxdomain": .cannotFindHost
      case "econnrefused", "ehostunreach", "enetunreach": .cannotConnectToHost
      case "closed", "econnreset": .networkConnectionLost
      case "timeout", "connect_timeout", "checkout_timeout", "req_timedout", "etimedout": .timedOut
      default: .unknown
      }
    return RecordedFailure(code: code.rawValue, message: reason)
  }
}
