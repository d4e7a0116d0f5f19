import CCurl
import StubCore
import StubPlatform

/// A request that libcurl sends to a real server; used only on the thread of its loop.
final class CurlTransfer {
  let handle: UnsafeMutableRawPointer
  let request: ReceivedRequest
  private let onEnd: (Interaction?) -> Void
  /// The largest body, in bytes, that is stored until it is complete in order to be decoded.
  private static let mostDecoded = 1 << 20
  /// Called at most once, with the head of a response that is passed to the client as it arrives.
  var onHead: ((ResponseHead, BodyTail) -> Void)?
  /// Called on any thread when the client has made room for more of the body.
  ///
  /// The closure may only schedule a call of ``resume()``.
  var onRoom: @Sendable () -> Void = {}
  /// Called last, when nothing more will arrive.
  var onOver: () -> Void = {}
  /// Whether the interaction contains a body that the client gets as it arrives.
  var keepsBody = true
  let configuration: UpstreamConfiguration
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var sentBody: SentBody?
  let errorText: UnsafeMutableBufferPointer<CChar>
  private var reader = ResponseHeadReader()
  /// Called with a body that the client got as it arrived, before the client gets its last bytes.
  var onBodyEnd: (RelayedBody) -> Void = { _ in }
  /// The start of a body that the client gets as it arrives.
  var excerpt = RelayedBody(limit: 0)
  /// The part of the body that has arrived.
  var collector = BodyCollector()
  private var tail: BodyTail?
  /// The number of bytes still expected, if the response states the size of its body.
  private var missing = 0
  /// The last bytes of a body of known size, which the client gets only after the body is recorded.
  private var last = Data()
  private var stopwatch = ExchangeStopwatch()
  /// The reason why the transfer was refused; `nil` if it was not.
  var refusal: CurlProblem?
  /// Called when the transfer has connected or ended, after which it opens no more descriptors.
  var onConnection: (() -> Void)?

  /// Creates a transfer; `nil` if there is no memory.
  ///
  /// `onEnd` is called once, with `nil` if the transfer was canceled. The fields in `added` are
  /// sent to the server, but are not part of the interaction.
  init?(
    _ request: ReceivedRequest, adding added: [HTTPHeaders.Field] = [],
    _ configuration: UpstreamConfiguration, onEnd: @escaping (Interaction?) -> Void
  ) {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    self.request = request
    self.configuration = configuration
    self.onEnd = onEnd
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0)
    setConnection()
    for field in added { append(Array("\(field.name.rawName): ".utf8) + field.valueBytes) }
    setRequest()
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(fields)
    errorText.deallocate()
  }

  private func setRequest() {
    set(CURLOPT_URL, request.target.urlWithUserInfo)
    set(CURLOPT_PATH_AS_IS, 1)
    if request.method == .options, request.target.path == "/*" { set(CURLOPT_REQUEST_TARGET, "*") }
    sentBody = SentBody(request.body ?? Data(), by: handle)
    if request.method == .head {
      set(CURLOPT_NOBODY, 1)
    } else if request.method != .get || request.body != nil {
      set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
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
    curl_easy_setopt_list(handle, CURLOPT_HTTPHEADER, fields)
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

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl_easy_setopt_reader(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let transfer = CurlTransfer.at(context), let bytes else { return 0 }
      transfer.reader.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
      transfer.headReceived()
      guard let refusal = transfer.reader.refusal else { return size * count }
      transfer.refusal = CurlProblem(.badServerResponse, refusal)
      return 0
    }
    curl_easy_setopt_pointer(handle, CURLOPT_HEADERDATA, context)
    curl_easy_setopt_reader(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let transfer = CurlTransfer.at(context), let bytes else { return 0 }
      // libcurl then keeps the bytes and reads no more until `resume()`.
      guard transfer.hasRoom else { return Int(CURL_WRITEFUNC_PAUSE) }
      transfer.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    curl_easy_setopt_pointer(handle, CURLOPT_WRITEDATA, context)
  }

  static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  func set(_ option: CURLoption, _ value: Int) {
    curl_easy_setopt_long(handle, option, value)
  }

  func set(_ option: CURLoption, _ value: some StringProtocol) {
    curl_easy_setopt_text(handle, option, String(value))
  }

  private func headReceived() {
    guard let head = forwardedHead else { return }
    stopwatch.noteHead()
    guard request.method != .head, !head.status.forbidsContent else { return }
    let isWanted = isDecoded(head) && ContentCoding.isDecodable(head.headers)
    // An empty body is not sent from here: the client would have the end of the response at once.
    if (!isWanted && head.headers[.contentLength] != "0") || isEventStream { startStreaming(head) }
  }

  /// Returns whether the body after this head is decoded.
  ///
  /// A partial body is not, because its range counts encoded bytes (RFC 9110 §14.2).
  private func isDecoded(_ head: ResponseHead) -> Bool {
    configuration.decodesBodies && head.status != .partialContent
      && !head.headers.contains("Content-Range")
  }

  /// Passes the received bytes of the body to the client, and later bytes as they arrive.
  private func startStreaming(_ head: ResponseHead) {
    guard let onHead = onHead.take() else { return }
    let tail = BodyTail()
    self.tail = tail
    // Two events may be any time apart.
    if isEventStream { set(CURLOPT_LOW_SPEED_TIME, 0) }
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
  private var hasRoom: Bool { tail?.hasRoom(onRoom) ?? true }

  /// Continues reading after the client has made room.
  func resume() { curl_easy_pause(handle, CURLPAUSE_CONT) }

  /// Notes that the client has left.
  ///
  /// A body that is being recorded is still received, as fast as the server sends it.
  ///
  /// - Returns: whether the transfer must be canceled.
  func clientLeft() -> Bool {
    guard let tail, keepsBody, !isEventStream else { return true }
    tail.abandon()
    return false
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    // Only the status of a webhook's response is used.
    if configuration.webhooks != nil { return }
    if onHead != nil, collector.data.count + bytes.count > Self.mostDecoded,
      let head = forwardedHead
    {
      startStreaming(head)
    }
    if let tail {
      if keepsBody, bytes.count == missing { last = Data(bytes) } else { tail.append(bytes) }
      excerpt.append(bytes)
      missing = max(missing, 0) - bytes.count
    }
    if tail == nil || keepsBody {
      collector.append(bytes)
      stopwatch.noteBytes(bytes.count)
    }
  }

  var isEventStream: Bool { reader.head?.isEventStream ?? false }

  private var forwardedHead: ResponseHead? {
    guard var head = reader.head else { return nil }
    head.headers = ForwardedFields.ofResponse(head)
    return head
  }

  /// Ends the transfer before libcurl starts it.
  func refuse(_ problem: CurlProblem) {
    refusal = problem
    end(CURLE_COULDNT_CONNECT)
  }

  /// Reports the result of a transfer that libcurl has ended.
  func end(_ result: CURLcode) {
    let interaction = interaction(result)
    onEnd(collector.isBroken ? nil : interaction)
    finishTail(interaction.failure.map { .network(NetworkErrorCode(rawValue: $0.code)) })
    over()
  }

  /// Cancels the transfer; an event stream then counts as complete, but no other response.
  func cancel() {
    if isEventStream, tail != nil { return end(CURLE_OK) }
    onEnd(nil)
    finishTail(.network(.cancelled))
    over()
  }

  private func over() {
    onConnection.take()?()
    onOver()
  }

  private func finishTail(_ failure: StubFailure?) {
    guard let tail else { return }
    excerpt.failure = failure
    onBodyEnd(excerpt)
    last.withUnsafeBytes { tail.append($0) }
    tail.finish(failure)
  }

  private func interaction(_ result: CURLcode) -> Interaction {
    let (body, file) = collector.finish()
    let head = forwardedHead
    var failure: RecordedFailure?
    if result != CURLE_OK || head == nil {
      let problem =
        refusal
        ?? (result == CURLE_OK
          ? CurlProblem(.badServerResponse, "no response head")
          : CurlProblem(
            result, message: errorText.baseAddress.map { String(cString: $0) } ?? "",
            isBeforeBody: head == nil))
      failure = RecordedFailure(code: problem.code.rawValue, message: problem.message)
    }
    var response = head.map { RecordedResponse($0, httpVersion: reader.httpVersion, body: body) }
    response?.bodyFile = file
    var timing = stopwatch.timing
    if let head, isDecoded(head), tail == nil, file == nil, failure == nil {
      let decoded = response?.headers.decode(body) ?? body
      response?.body = decoded
      timing.spread(over: decoded.count)
    }
    var interaction = Interaction(
      RecordedRequest(request), response,
      failure: failure, recordedAt: stopwatch.startedAt, timing: timing)
    interaction.leftOut = reader.leftOut
    return interaction
  }
}
