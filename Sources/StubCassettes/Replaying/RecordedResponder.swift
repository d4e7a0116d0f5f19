public import StubCore
public import StubPlatform

/// A responder that answers with a recorded interaction.
struct RecordedResponder: HTTPStubResponder {
  /// A closure that changes a recorded response.
  typealias Change = @Sendable (RecordedResponse, ReceivedRequest) -> RecordedResponse

  let interaction: Interaction
  let playback: CassettePlayback
  let changes: [Change]

  var readsBody: Bool { !changes.isEmpty }

  var title: String {
    interaction.response.map { "\($0.status.rawValue) recorded" } ?? "a recorded failure"
  }

  func respond(to request: ReceivedRequest, in context: ResponderContext) throws -> Answer {
    let failure = interaction.failure?.stubFailure
    guard var response = interaction.response else {
      return .ready(.failing(failure ?? .network(.badServerResponse), timing: timing))
    }
    for change in changes { response = change(response, request) }
    var plan = plan(response, for: request, isCut: failure != nil)
    plan.failure = failure
    return .ready(plan)
  }

  private func plan(
    _ recorded: RecordedResponse, for request: ReceivedRequest, isCut: Bool = false
  ) -> ResponsePlan {
    let played = recorded.played(for: request.method, isCut: isCut)
    var head = ResponseHead(
      status: played.status, reason: played.reason,
      headers: references(for: request)?.applied(to: played.headers) ?? played.headers)
    if isCut { head.headers.announceMore(than: played.bodyCount) }
    var plan = ResponsePlan(head: head, body: played.plannedBody, timing: timing)
    plan.completeFraming(for: request)
    return plan
  }

  /// Returns the changes to URLs in header fields, such as `Location`, that lead a client back to
  /// the listener.
  ///
  /// The result is `nil` in-process, and for a client that requests the recorded site by its name.
  private func references(for request: ReceivedRequest) -> HeaderURLRewriter? {
    guard request.isFromListener else { return nil }
    let recorded = RequestURL(interaction.request.url)
    let base = interaction.basePath
    guard recorded.host != nil, base != nil || !request.target.isAt(recorded) else { return nil }
    let site = RequestURL(
      scheme: recorded.scheme, host: recorded.host, port: recorded.port, path: base ?? "/")
    return HeaderURLRewriter(from: site, to: request.target)
  }

  private var timing: ResponseTiming {
    guard case .recorded(let scale) = playback, let recorded = interaction.timing else {
      return .immediate
    }
    func scaled(_ time: Duration) -> Duration {
      let (seconds, most) = (time.seconds * scale, Duration.longestDelay.seconds)
      return (0..<most).contains(seconds) ? time * scale : .delay(min(seconds, most))
    }
    let chunks = recorded.chunks.map {
      ResponseTiming.ScriptedChunk(at: scaled($0.at), count: $0.count)
    }
    let pacing: ResponseTiming.Pacing =
      if !chunks.isEmpty {
        .script(chunks)
      } else if recorded.receive > .zero {
        .over(scaled(recorded.receive))
      } else {
        .atOnce
      }
    return ResponseTiming(beforeHead: scaled(recorded.wait), body: pacing)
  }
}

extension RequestURL {
  /// Returns whether the URL has the host and port of the recorded URL.
  ///
  /// The schemes may differ, because a listener may have another scheme than the recorded server.
  fileprivate func isAt(_ recorded: RequestURL) -> Bool {
    host == recorded.host && (port ?? recorded.schemePort) == recorded.effectivePort
  }

  private var schemePort: Int? {
    RequestURL(scheme: scheme, host: host, path: "/").effectivePort
  }
}

extension HTTPHeaders {
  /// Announces a body of more than `count` bytes, so that a client notices that the rest is
  /// missing.
  fileprivate mutating func announceMore(than count: Int) {
    if let length = self[.contentLength].flatMap({ Int($0) }), length > count { return }
    remove(.contentLength)
    self[.transferEncoding] = "chunked"
  }
}

extension RecordedFailure {
  /// The error in the form in which a client gets it.
  var stubFailure: StubFailure {
    domain == Self.urlErrorDomain
      ? .network(NetworkErrorCode(rawValue: code))
      : .error(DomainError(domain: domain, code: code, message: message))
  }
}

/// The body of an interaction written in code, with its media type.
public struct RecordedBody: Sendable, Hashable {
  /// The bytes of the body.
  package let data: Data
  /// The `Content-Type`; `nil` if the type of the body is not known.
  package let contentType: HTTPContentType?

  /// Creates a body; without a content type, the response has no `Content-Type`.
  package init(_ data: Data, contentType: HTTPContentType? = nil) {
    self.data = data
    self.contentType = contentType
  }

  /// An empty body without a `Content-Type`.
  public static let empty = RecordedBody(Data())

  /// Creates a body; without a content type, the response has no `Content-Type`.
  public static func data(_ data: Data, contentType: HTTPContentType? = nil) -> RecordedBody {
    RecordedBody(data, contentType: contentType)
  }

  /// Creates a body from text, encoded in UTF-8.
  public static func text(_ text: String) -> RecordedBody {
    RecordedBody(Data(text.utf8), contentType: .text)
  }

  /// Creates a body from a value as compact JSON, with the type `application/json`.
  public static func json(_ value: JSONValue) -> RecordedBody {
    RecordedBody(value.data(), contentType: .json)
  }

  /// Creates a body from the JSON encoding of a value.
  ///
  /// - Throws: The encoder's error, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws -> RecordedBody {
    json(try JSONValue(encoding: value, with: encoder))
  }

  /// Creates a body from a text in Base64 (RFC 4648 §4), in which white space is ignored.
  ///
  /// - Throws: an error if the text is not Base64.
  public static func base64(
    _ text: String, contentType: HTTPContentType? = nil
  ) throws -> RecordedBody {
    let joined = text.filter { !$0.isWhitespace }
    guard let data = Data(base64Encoded: joined) else {
      throw RecordedBodyError(
        description: "\(text.quoted) is not base64; use text(_:) for text, or check the padding")
    }
    return RecordedBody(data, contentType: contentType)
  }
}

/// The error for a body that cannot be created.
package struct RecordedBodyError: DescribedError, Sendable, Hashable {
  /// The error and the remedy.
  package let description: String
}

extension RecordedResponse {
  /// Returns the response for a client, without changes that a recording tool made to its body.
  ///
  /// - Fields about one connection are left out (RFC 9110 §7.6.1), and fields that are invalid in a
  ///   message.
  /// - `Content-Encoding` is kept for a body that is still compressed; it is removed if the body
  ///   was decoded.
  /// - `Content-Length` is the length of the body. For HEAD and for a 304 it is kept as recorded,
  ///   because it describes a body that is not sent. A 1xx and a 204 have none.
  ///
  /// - Parameters:
  ///   - method: The method of the request that is answered.
  ///   - isCut: Whether an error follows, so that a longer `Content-Length` is correct.
  /// - Returns: the response to play.
  package func played(for method: HTTPMethod, isCut: Bool = false) -> RecordedResponse {
    var response = self
    response.headers = endToEndHeaders
    let isWithoutBody = method == .head || status == .notModified
    if isWithoutBody || status.forbidsContent {
      response.body = Data()
      response.bodyFile = nil
      if status.forbidsContent, status != .notModified { response.headers.remove(.contentLength) }
      return response
    }
    let codings = ContentCoding.list(in: headers[.contentEncoding] ?? "")
    response.headers[.contentEncoding] = ContentCoding.remaining(of: codings, in: codedStart)
    if let length = headers[.contentLength], !(isCut && Int(length) ?? 0 > bodyCount) {
      response.headers[.contentLength] = String(bodyCount)
    }
    return response
  }

  /// The start of the body, which is long enough to detect compression.
  private var codedStart: Data {
    guard let bodyFile else { return body }
    let count = min(bodyFile.byteCount, 4_096)
    return (try? BodyReader(plannedBody).read(0..<count)) ?? Data()
  }

  /// The fields for the client, with their values on one line.
  private var endToEndHeaders: HTTPHeaders {
    let named = headers.values(of: .connection).flatMap { $0.split(separator: ",") }
      .map { HTTPHeaderName(String($0).trimmingWhitespace()) }
    var dropped = Self.hopByHop.union(named.filter { !Self.endToEnd.contains($0) })
    // Responses with these statuses need the fields.
    if status == .upgradeRequired || status == .switchingProtocols { dropped.remove(.upgrade) }
    if status == .switchingProtocols { dropped.remove(.connection) }
    if status == .proxyAuthenticationRequired { dropped.remove("Proxy-Authenticate") }
    return HTTPHeaders(
      headers.fields.lazy.filter { !dropped.contains($0.name) && $0.name.rawName.isToken }.map {
        $0.with(Self.unfolded($0.value))
      })
  }

  /// Returns a value without line ends and without NUL (RFC 9110 §5.5).
  private static func unfolded(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return value }
    let parts = value.unicodeScalars.split { $0 == "\r" || $0 == "\n" || $0 == "\0" }
    return parts.map { String($0).trimmingWhitespace() }.joined(separator: " ")
  }

  private static let hopByHop = HTTPHeaderName.hopByHop.union([
    "Proxy-Authenticate", .proxyAuthorization, "Proxy-Authentication-Info",
  ])

  /// The header fields that some servers name in `Connection`, although RFC 9110 §7.6.1 forbids it.
  private static let endToEnd: Set<HTTPHeaderName> = [
    .cacheControl, .contentEncoding, .contentLength, .contentType, "Location", .setCookie,
  ]
}
