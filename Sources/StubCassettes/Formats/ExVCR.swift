import StubCore
import StubDocuments
import StubPlatform

extension RecordingFormat {
  /// Cassettes of Elixir's ExVCR, in JSON.
  static let exVCR = RecordingFormat(
    "ExVCR",
    recognizes: { document in
      guard let first = document.sample, let response = first["response"] else {
        return false
      }
      return first["request"]?["url"] != nil && response["status_code"] != nil
    },
    read: .interaction { ExVCRReader(reader: $0).interaction },
    ignoring: ["options", "type", "status_code", "binary"])
}

private struct ExVCRReader {
  let reader: RecordingReader

  func interaction(_ element: Value) -> Interaction? {
    reader.vcrFamily.interaction(element, request: request, responseOrError: outcome)
  }

  private func request(_ value: Value) -> RecordedRequest? {
    let method = reader.optional(value, "method", reader.lowercaseMethod)
    let url = reader.required(value, "url") { self.url($0) }
    let headers = reader.optional(value, "headers", reader.headers)
    let body = reader.optional(value, "body", reader.bodies.body)
    let other = reader.optional(value, "request_body", reader.bodies.body)
    guard let url else { return nil }
    let isEmpty = body?.isEmpty ?? true
    return RecordedRequest(
      reading: method ?? .get, url, headers: headers, body: isEmpty ? other : body)
  }

  /// Reads a URL; a pattern, which handwritten cassettes may have in its place, is refused.
  private func url(_ value: Value) -> String? {
    guard let text = reader.url(value) else { return nil }
    guard !text.hasPrefix("~r") else {
      reader.values.report(
        value, found: "URL patterns are not supported",
        remedy: "use a rule file with \"urlRegex\" for this response")
      return nil
    }
    return text
  }

  private func outcome(_ value: Value, of request: RecordedRequest) -> Interaction? {
    if value["type"]?.scalar?.text == "error" {
      return Interaction(
        request, failure: reader.optional(value, "body") { .elixir($0) } ?? .elixir([]))
    }
    let isBinary = reader.optional(value, "binary") { reader.values.boolean($0) } ?? false
    return reader.vcrFamily.response(value, to: request) { body, _ in
      isBinary ? erlangBinary(body) : reader.bodies.body(body)
    }.map { Interaction(request, $0) }
  }

  /// Reads a binary of Erlang's external term format, encoded in Base64.
  ///
  /// Its bytes are: version 131, tag 109, a length of four bytes, and the data (Erlang, External
  /// Term Format).
  private func erlangBinary(_ value: Value) -> Data? {
    guard let term = reader.bodies.base64(value) else { return nil }
    let head = Array(term.prefix(6))
    let length = head.dropFirst(2).reduce(0) { $0 << 8 | Int($1) }
    guard head.count == 6, head[0] == 131, head[1] == 109, term.count == 6 + length else {
      reader.values.report(
        value, found: "not an Erlang binary (term_to_binary)",
        remedy: "remove \"binary\" if this is text")
      return nil
    }
    return term.dropFirst(6).withUnsafeBytes { Data($0) }
  }
}

extension RecordedFailure {
  /// Reads an error of Erlang's HTTP clients: a reason, a list with the reason, or a struct with
  /// the reason.
  fileprivate static func elixir(_ value: Value) -> RecordedFailure { elixir(value.leaves) }

  /// Returns the error for the last known one of the reasons, which is the innermost.
  fileprivate static func elixir(_ texts: [String]) -> RecordedFailure {
    let reasons = texts.map { (try? JSONValue(parsing: $0))?["reason"]?.string ?? $0 }
      .filter { !$0.isEmpty }
    // A printed struct contains its reason among other words.
    let words = reasons.flatMap { $0.split { !$0.isLetter && $0 != "_" }.map(String.init) }
    let code = words.reversed().lazy.compactMap { elixirCodes[$0] }.first ?? .unknown
    return RecordedFailure(code: code.rawValue, message: reasons.joined(separator: ", "))
  }

  private static let elixirCodes: [String: NetworkErrorCode] = [
    "nxdomain": .cannotFindHost,
    "econnrefused": .cannotConnectToHost, "ehostunreach": .cannotConnectToHost,
    "enetunreach": .cannotConnectToHost, "conn_failed": .cannotConnectToHost,
    "failed_connect": .cannotConnectToHost,
    "closed": .networkConnectionLost, "econnreset": .networkConnectionLost,
    "timeout": .timedOut, "connect_timeout": .timedOut, "checkout_timeout": .timedOut,
    "req_timedout": .timedOut, "etimedout": .timedOut,
    "tls_alert": .secureConnectionFailed, "bad_alpn_protocol": .secureConnectionFailed,
  ]
}

extension Value {
  /// The texts in a value at any depth, in order.
  fileprivate var leaves: [String] {
    if let elements { return elements.flatMap(\.leaves) }
    if let members { return members.flatMap(\.value.leaves) }
    return givenText.map { [$0] } ?? []
  }
}
