import CCurl
import StubCore
import StubPlatform

/// A request that libcurl sends to a real server; used only on the thread of its loop.
final class CurlTransfer {
  /// The number of the transfer in this process.
  let id: Int
  /// The number of the server.
  let server: Int
  let handle: CurlHandle
  let request: ReceivedRequest
  private let onEnd: (ReceivedResponse?) -> Void
  /// The largest body, in bytes, that is stored until it is complete in order to be decoded.
  private static let mostDecoded = 1 << 20
  /// The largest body, in bytes, that is stored until the event that it arrives with has ended.
  private static let mostHeld = 1 << 16
  /// Called at most once, with the head of a response that is passed to the client as it arrives.
  var onHead: ((ResponseHead, BodyTail) -> Void)?
  /// Called on any thread when the client has made room for more of the body.
  ///
  /// The closure may only schedule a call of ``resume()``.
  var onRoom: @Sendable () -> Void = {}
  /// Called last, when nothing more will arrive, with a handle that can be used again.
  var onOver: (CurlHandle?) -> Void = { _ in }
  /// Whether the response is recorded, with a body that the client gets as it arrives.
  var isRecorded = true
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var sentBody: SentBody?
  private var reader = ResponseHeadReader()
  /// The head for the client; `nil` until it has arrived.
  private var head: ResponseHead?
  /// Called with a body that the client got as it arrived, before the client gets its last bytes.
  var onBodyEnd: (RelayedBody) -> Void = { _ in }
  /// The start of a body that the client gets as it arrives.
  var excerpt = RelayedBody(limit: 0)
  /// The part of the body that has arrived.
  var collector = BodyCollector()
  private var tail: BodyTail?
  /// The largest body, in bytes, that is stored before the client gets it as it arrives.
  private var mostStored = CurlTransfer.mostDecoded
  /// The number of bytes still expected, if the response states the size of its body.
  private var missing = 0
  /// The last bytes of a body of known size, which the client gets only after the body is recorded.
  private var last = Data()
  private var stopwatch = ExchangeStopwatch()
  /// The reason why the transfer was refused; `nil` if it was not.
  var refusal: CurlProblem?
  /// Called when the transfer has connected or ended, after which it opens no more descriptors.
  var onConnection: (() -> Void)?

  /// Creates a transfer that uses `handle` for a request to `server`.
  ///
  /// `onEnd` is called once, with `nil` if the transfer was canceled. The fields in `added` are
  /// sent to the server, but are not part of the interaction.
  init(
    _ id: Int, _ request: ReceivedRequest, adding added: [HTTPHeaders.Field] = [],
    to server: Upstream, by handle: CurlHandle, onEnd: @escaping (ReceivedResponse?) -> Void
  ) {
    (self.id, self.server, self.handle) = (id, server.number, handle)
    self.request = request
    self.onEnd = onEnd
    handle.transfer = self
    handle.reset()
    for field in added { append(Array("\(field.name.rawName): ".utf8) + field.valueBytes) }
    setRequest()
  }

  deinit { curl_slist_free_all(fields) }

  var configuration: UpstreamConfiguration { handle.configuration }

  private func setRequest() {
    setTarget()
    sentBody = SentBody(request.body ?? Data(), by: handle.easy)
    if request.method == .head {
      handle.set(CURLOPT_NOBODY, 1)
    } else if request.method != .get || request.body != nil {
      handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
    // libcurl sends the length of the body that it sends;
    // the client's value may be for another body.
    for field in request.headers.fields
    where field.name != .host && field.name != .contentLength {
      let isOffer = field.name == .acceptEncoding && configuration.decodesBodies
      let value =
        isOffer ? Array(ContentCoding.decodable(in: field.value).utf8) : field.valueBytes
      // libcurl leaves out a field without a value, unless a semicolon follows its name.
      append(Array("\(field.name.rawName)\(value.isEmpty ? ";" : ": ")".utf8) + value)
    }
    // An empty value keeps libcurl from adding the field.
    for name: HTTPHeaderName in [.accept, .acceptEncoding, .contentType, .expect, .userAgent]
    where !request.headers.contains(name) {
      append(Array("\(name.rawName):".utf8))
    }
    if saysEmptyBody { append(Array("Content-Length: 0".utf8)) }
    curl_easy_setopt_list(handle.easy, CURLOPT_HTTPHEADER, fields)
  }

  private func setTarget() {
    if request.method == .options, request.target.path == "/*" {
      handle.set(CURLOPT_REQUEST_TARGET, "*")
    } else if handle.hasURL {
      let target = request.target.pathAndQuery
      // libcurl encodes other characters of URLs.
      if target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
        return handle.set(CURLOPT_REQUEST_TARGET, target)
      }
    }
    handle.setURL(of: request.target)
  }

  /// Whether the request must have `Content-Length: 0`.
  ///
  /// The field is needed if the method normally has a body (RFC 9110 §8.6), or if the client has
  /// sent a length.
  private var saysEmptyBody: Bool {
    guard request.body?.isEmpty ?? true else { return false }
    return [.post, .put, .patch].contains(request.method)
      || request.headers.contains(.contentLength)
  }

  private func append(_ line: [UInt8]) {
    let line = line.map { CChar(bitPattern: $0) } + [0]
    if let longer = curl_slist_append(fields, line) { fields = longer }
  }

  /// Takes a line of the head, or a trailer.
  ///
  /// - Returns: `false` if the response must not be forwarded.
  func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
    reader.take(line)
    if head == nil, let received = reader.head { headReceived(received) }
    guard let refusal = reader.refusal else { return true }
    self.refusal = CurlProblem(.badServerResponse, refusal)
    return false
  }

  private func headReceived(_ received: ResponseHead) {
    var head = received
    head.headers = ForwardedFields.ofResponse(received)
    self.head = head
    stopwatch.noteHead()
    guard request.method != .head, !head.status.forbidsContent else { return }
    if isEventStream { return startStreaming() }
    if isDecoded(head), ContentCoding.isDecodable(head.headers) { return }
    switch head.headers[.contentLength] {
    case nil: startStreaming()
    // An empty body is not sent from here: the client would have the end of the response at once.
    case "0"?: break
    case _?:
      // A body that arrives together with its head is sent together with it.
      mostStored = Self.mostHeld
      handle.multi.note(begun: self)
    }
  }

  /// Returns whether the body after this head is decoded.
  ///
  /// A partial body is not, because its range counts encoded bytes (RFC 9110 §14.2).
  private func isDecoded(_ head: ResponseHead) -> Bool {
    configuration.decodesBodies && head.status != .partialContent
      && !head.headers.contains("Content-Range")
  }

  /// Passes the received bytes of the body to the client, and later bytes as they arrive.
  ///
  /// Nothing happens after the end of the transfer.
  func startStreaming() {
    guard let head, let onHead = onHead.take() else { return }
    let tail = BodyTail()
    self.tail = tail
    // Two events may be any time apart.
    if isEventStream { handle.set(CURLOPT_LOW_SPEED_TIME, 0) }
    let length = head.headers[.contentLength].flatMap { Int($0) } ?? 0
    missing = max(length, 0) - collector.data.count
    onHead(head, tail)
    collector.data.withUnsafeBytes { bytes in
      tail.append(bytes)
      excerpt.append(bytes)
    }
  }

  /// Whether the client has room for more bytes.
  ///
  /// If not, `onRoom` is called when it has.
  var hasRoom: Bool { tail?.hasRoom(onRoom) ?? true }

  /// Continues reading after the client has made room.
  func resume() { curl_easy_pause(handle.easy, CURLPAUSE_CONT) }

  /// Notes that the client has left.
  ///
  /// A body that is being recorded is still received, as fast as the server sends it.
  ///
  /// - Returns: whether the transfer must be canceled.
  func clientLeft() -> Bool {
    guard let tail, isRecorded, !isEventStream else { return true }
    tail.abandon()
    return false
  }

  func take(_ bytes: UnsafeRawBufferPointer) {
    // Only the status of a webhook's response is used.
    if configuration.webhooks != nil { return }
    if onHead != nil, collector.data.count + bytes.count > mostStored { startStreaming() }
    if let tail {
      if isRecorded, bytes.count == missing { last = Data(bytes) } else { tail.append(bytes) }
      excerpt.append(bytes)
      missing = max(missing, 0) - bytes.count
    }
    if tail == nil || isRecorded {
      collector.append(bytes)
      stopwatch.noteBytes(bytes.count)
    }
  }

  var isEventStream: Bool { head?.isEventStream ?? false }

  /// Ends the transfer before libcurl starts it.
  func refuse(_ problem: CurlProblem) {
    refusal = problem
    end(CURLE_COULDNT_CONNECT)
  }

  /// Reports the result of a transfer that libcurl has ended.
  func end(_ result: CURLcode) {
    // An incomplete body is sent as if it had arrived in several events.
    if result != CURLE_OK, mostStored == Self.mostHeld { startStreaming() }
    let received = received(result)
    report(collector.isBroken ? nil : received)
    finishTail(received.problem.map { .network($0.code) })
    over(result == CURLE_OK ? handle : nil)
  }

  /// Cancels the transfer; an event stream then counts as complete, but no other response.
  func cancel() {
    if isEventStream, tail != nil { return end(CURLE_OK) }
    report(nil)
    finishTail(.network(.cancelled))
    over(nil)
  }

  private func report(_ received: ReceivedResponse?) {
    onHead = nil
    onEnd(received)
  }

  private func over(_ handle: CurlHandle?) {
    self.handle.transfer = nil
    onConnection.take()?()
    onOver(handle)
  }

  private func finishTail(_ failure: StubFailure?) {
    guard let tail else { return }
    excerpt.failure = failure
    onBodyEnd(excerpt)
    last.withUnsafeBytes { tail.append($0) }
    tail.finish(failure)
  }

  private func received(_ result: CURLcode) -> ReceivedResponse {
    let (body, file) = collector.finish()
    var received = ReceivedResponse()
    if result != CURLE_OK || head == nil {
      received.problem =
        refusal
        ?? (result == CURLE_OK
          ? CurlProblem(.badServerResponse, "no response head")
          : CurlProblem(result, message: handle.problem, isBeforeBody: head == nil))
    }
    guard let head else { return received }
    var response = RecordedResponse(head, httpVersion: reader.httpVersion, body: body)
    response.bodyFile = file
    if isDecoded(head), tail == nil, file == nil, received.problem == nil {
      response.body = response.headers.decode(body)
      received.isDecoded = true
    }
    received.response = response
    return received
  }

  /// Returns the interaction of the request with the response, as it is recorded.
  func interaction(_ received: ReceivedResponse) -> Interaction {
    var timing = stopwatch.timing
    if received.isDecoded, let body = received.response?.body { timing.spread(over: body.count) }
    var interaction = Interaction(
      RecordedRequest(request), received.response,
      failure: received.problem.map {
        RecordedFailure(code: $0.code.rawValue, message: $0.message)
      },
      recordedAt: stopwatch.startedAt, timing: timing)
    interaction.leftOut = reader.leftOut
    return interaction
  }
}
