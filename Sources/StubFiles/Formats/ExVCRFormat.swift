import StubCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cassettes of Elixir's ExVCR, in JSON.
struct ExVCRFormat: RecordingFormat {
  static let title = "ExVCR"
  static let listPath: [String] = []

  static func recognizes(_ document: DocumentNode) -> Bool {
    guard let first = document.elements?.first, let response = first["response"] else {
      return false
    }
    return first["request"]?["url"] != nil && response["status_code"] != nil
  }

  mutating func read(_ element: inout ValueReader, into cassette: inout Cassette) {
    guard let request = element.needed("request", read: { $0.elixirRequest() }) else { return }
    let outcome = element.needed("response") { $0.elixirOutcome(of: request) }
    guard let outcome else { return }
    cassette.tracks.append(Cassette.Track(request, outcome, origin: element.trackOrigin))
  }
}

extension ValueReader {
  fileprivate mutating func elixirRequest() -> RecordedRequest? {
    let method = recorded("method") { $0.recordedMethod() }
    let url = needed("url") { $0.elixirURL() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let body = recorded("body") { $0.recordedBytes() }
    let other = recorded("request_body") { $0.recordedBytes() }
    guard let url else { return nil }
    let isEmpty = body?.isEmpty ?? true
    return RecordedRequest(
      reading: method ?? .get, url, headers: headers, body: isEmpty ? other : body)
  }

  /// A URL; cassettes written by hand may have a pattern instead, which is refused.
  private mutating func elixirURL() -> String? {
    guard let text = recordedURL() else { return nil }
    guard !text.hasPrefix("~r") else {
      return mismatch(
        expected: "a URL, not a pattern",
        remedy: "try a rule file with \"urlRegex:\" for this response")
    }
    return text
  }

  fileprivate mutating func elixirOutcome(of request: RecordedRequest) -> RecordedOutcome? {
    if node["type"]?.scalar?.text == "error" {
      return .failure(.elixir(node["body"]?.givenText ?? ""))
    }
    let status = needed("status_code") { $0.elixirStatus() }
    let headers = recorded("headers") { $0.recordedHeaders() }
    let isBinary = recorded("binary") { $0.boolean() } ?? false
    let body = recorded("body") { isBinary ? $0.erlangBinary() : $0.recordedBytes() }
    guard let status else { return nil }
    return .response(
      RecordedResponse(reading: status, headers: headers, body: body, of: request))
  }

  /// A code, or Erlang's triple of version, code and reason.
  private mutating func elixirStatus() -> RecordedStatus? {
    guard let parts = node.elements else {
      return recordedStatus().map { RecordedStatus(code: $0) }
    }
    guard parts.count == 3, let code = parts[1].scalar.flatMap({ Int($0.text) }),
      (100...999).contains(code)
    else {
      return mismatch(
        expected: "a status code from 100 to 999", remedy: "try [\"HTTP/1.1\", 200, \"OK\"]")
    }
    return RecordedStatus(
      code: HTTPStatusCode(rawValue: code), reason: parts[2].givenText,
      version: parts[0].scalar.flatMap { RecordedStatus.version($0.text) })
  }

  /// The bytes of a binary in Erlang's external term format, in base64.
  ///
  /// Version 131, tag 109, four bytes of length and the bytes (Erlang, External Term Format).
  private mutating func erlangBinary() -> Data? {
    guard let term = recordedBase64() else { return nil }
    let head = Array(term.prefix(6))
    let length = head.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
    guard head.count == 6, head[0] == 131, head[1] == 109, term.count == 6 + length else {
      report(
        found: "binary data that is no Erlang binary", expected: "what term_to_binary gives",
        remedy: "try recording it again")
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
