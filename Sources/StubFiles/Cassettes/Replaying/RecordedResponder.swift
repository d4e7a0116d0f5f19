public import StubCore
public import StubPlatform

/// Answers with what was recorded.
struct RecordedResponder: HTTPStubResponder {
  /// What a test changes about what was recorded.
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

  /// For a client that has the recorded site at the listener's own address, or below another path: references
  /// that lead it back there; `nil` for one that asks for the site by its name.
  private func references(for request: ReceivedRequest) -> MovedReferences? {
    guard request.isFromListener else { return nil }
    let recorded = RequestURL(interaction.request.url)
    let base = interaction.basePath
    guard recorded.host != nil, base != nil || !request.target.isAt(recorded) else { return nil }
    let site = RequestURL(
      scheme: recorded.scheme, host: recorded.host, port: recorded.port, path: base ?? "/")
    return MovedReferences(from: site, to: request.target)
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
  /// Whether it names the host of the recorded URL, whose scheme a listener cannot have.
  fileprivate func isAt(_ recorded: RequestURL) -> Bool {
    host == recorded.host && (port ?? recorded.schemePort) == recorded.effectivePort
  }

  private var schemePort: Int? {
    RequestURL(scheme: scheme, host: host, path: "/").effectivePort
  }
}

extension HTTPHeaders {
  /// Announces a body that is longer than what comes of it, so that a client misses the rest.
  fileprivate mutating func announceMore(than count: Int) {
    if let length = self[.contentLength].flatMap({ Int($0) }), length > count { return }
    remove(.contentLength)
    self[.transferEncoding] = "chunked"
  }
}

extension RecordedFailure {
  /// The error that a client is given.
  var stubFailure: StubFailure {
    domain == Self.urlErrorDomain
      ? .network(NetworkErrorCode(rawValue: code))
      : .error(DomainError(domain: domain, code: code, message: message))
  }
}

/// The body of an interaction that is made in code, with the media type that goes with it.
public struct RecordedBody: Sendable, Hashable {
  /// The bytes.
  package let data: Data
  /// `nil` where nothing is known about the bytes.
  package let contentType: HTTPContentType?

  /// Bytes with the `Content-Type` that they are answered with; `nil` for none.
  package init(_ data: Data, contentType: HTTPContentType? = nil) {
    self.data = data
    self.contentType = contentType
  }

  /// No bytes, and no `Content-Type`.
  public static let empty = RecordedBody(Data())

  /// Bytes with the `Content-Type` that they are answered with; `nil` for none.
  public static func data(_ data: Data, contentType: HTTPContentType? = nil) -> RecordedBody {
    RecordedBody(data, contentType: contentType)
  }

  /// Text in UTF-8.
  public static func text(_ text: String) -> RecordedBody {
    RecordedBody(Data(text.utf8), contentType: .text)
  }

  /// The value as compact JSON, with the type `application/json`.
  public static func json(_ value: JSONValue) -> RecordedBody {
    RecordedBody(value.data(), contentType: .json)
  }

  /// The JSON that the encoder makes of a value.
  ///
  /// - Throws: What the encoder throws, such as `EncodingError` for infinite numbers.
  public static func json(
    encoding value: some Encodable, with encoder: JSONEncoder = JSONEncoder()
  ) throws -> RecordedBody {
    json(try JSONValue(encoding: value, with: encoder))
  }

  /// The bytes that the text stands for (RFC 4648 §4); line ends in it do not count.
  ///
  /// - Throws: An error when it is not base64.
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

/// A body that cannot be made.
package struct RecordedBodyError: DescribedError, Sendable, Hashable {
  /// The error and the remedy.
  package let description: String
}

extension RecordedResponse {
  /// The response as a client is to see it, whatever the recording tool did to its body.
  ///
  /// - Fields about one connection are left out (RFC 9110 §7.6.1), and those that no message may
  ///   hold.
  /// - `Content-Encoding` stays for a body that is still compressed, and goes when it was decoded.
  /// - `Content-Length` is that of the body. With HEAD, and with a 304, it stays as recorded, for
  ///   it is about a body that is not sent. A 1xx and a 204 have none.
  ///
  /// - Parameters:
  ///   - method: The method of the request that is answered.
  ///   - isCut: Whether an error follows, so that a `Content-Length` beyond the body is right.
  /// - Returns: a copy, without anything that was only true when it was recorded.
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

  /// As much of the body as tells whether it is compressed.
  private var codedStart: Data {
    guard let bodyFile else { return body }
    let count = min(bodyFile.byteCount, 4_096)
    return (try? BodyReader(plannedBody).read(0..<count)) ?? Data()
  }

  /// The fields that are meant for the client, with values that fit on one line.
  private var endToEndHeaders: HTTPHeaders {
    let named = headers.values(of: .connection).flatMap { $0.split(separator: ",") }
      .map { HTTPHeaderName(String($0).trimmingWhitespace()) }
    var dropped = Self.hopByHop.union(named.filter { !Self.endToEnd.contains($0) })
    // Here they are what the response is about.
    if status == .upgradeRequired || status == .switchingProtocols { dropped.remove(.upgrade) }
    if status == .switchingProtocols { dropped.remove(.connection) }
    if status == .proxyAuthenticationRequired { dropped.remove("Proxy-Authenticate") }
    return HTTPHeaders(
      headers.fields.lazy.filter { !dropped.contains($0.name) && $0.name.rawName.isToken }.map {
        $0.with(Self.unfolded($0.value))
      })
  }

  /// A value without line ends and without NUL (RFC 9110 §5.5).
  private static func unfolded(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) else { return value }
    let parts = value.unicodeScalars.split { $0 == "\r" || $0 == "\n" || $0 == "\0" }
    return parts.map { String($0).trimmingWhitespace() }.joined(separator: " ")
  }

  private static let hopByHop = HTTPHeaderName.hopByHop.union([
    "Proxy-Authenticate", .proxyAuthorization, "Proxy-Authentication-Info",
  ])

  /// What `Connection` may not name (RFC 9110 §7.6.1) and careless servers do.
  private static let endToEnd: Set<HTTPHeaderName> = [
    .cacheControl, .contentEncoding, .contentLength, .contentType, "Location", .setCookie,
  ]
}
