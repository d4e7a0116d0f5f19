import StubCore
import StubLanguages
import StubPlatform

/// A response of the admin API.
struct AdminResponse: Sendable {
  enum Body: Sendable {
    case data(Data)
    /// A body that is created while it is sent, at the speed of the client.
    case stream(@Sendable (AdminStream) async -> Void)
  }

  var status: HTTPStatusCode
  var headers: HTTPHeaders
  var body: Body

  init(_ status: HTTPStatusCode, type: String?, _ body: Body) {
    self.status = status
    self.body = body
    headers = [:]
    headers[.contentType] = type
  }

  static func json(_ value: JSONValue, status: HTTPStatusCode = .ok) -> AdminResponse {
    AdminResponse(
      status, type: "application/json", .data(value.data(pretty: true) + Data("\n".utf8)))
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> AdminResponse {
    AdminResponse(.ok, type: type, .data(Data(text.utf8)))
  }

  static func empty(_ status: HTTPStatusCode = .ok) -> AdminResponse {
    AdminResponse(status, type: nil, .data(Data()))
  }

  /// Returns a JSON object with one long list, which is encoded while it is sent.
  static func list<Elements: Sequence & Sendable>(
    _ name: String, _ elements: Elements, then others: [(String, JSONValue)],
    _ form: @escaping @Sendable (Elements.Element) -> JSONValue
  ) -> AdminResponse {
    AdminResponse(
      .ok, type: "application/json",
      .stream { stream in
        var text = Data("{\n\(JSONValue.string(name).text()): [".utf8)
        var isFirst = true
        for element in elements {
          text += Data((isFirst ? "\n" : ",\n").utf8) + form(element).data(pretty: true)
          isFirst = false
          guard text.count >= AdminStream.piece else { continue }
          guard await stream.write(text) else { return }
          text = Data()
        }
        text += Data("\n]".utf8)
        for (name, value) in others {
          text += Data(",\n\(JSONValue.string(name).text()): ".utf8) + value.data(pretty: true)
        }
        _ = await stream.write(text + Data("\n}\n".utf8))
      })
  }

  /// Returns the plan for the response; a body that is a stream is sent through `stream`.
  func plan(_ stream: AdminStream) -> ResponsePlan {
    switch body {
    case .data(let data):
      var head = ResponseHead(status: status, headers: headers)
      if status != .noContent { head.headers[.contentLength] = String(data.count) }
      return ResponsePlan(head: head, body: .data(data))
    case .stream(let write):
      var plan = ResponsePlan(head: ResponseHead(status: status, headers: headers))
      plan.tail = stream.tail
      Task {
        await AdminWork.run { await write(stream) }
        stream.tail.finish()
      }
      return plan
    }
  }
}

/// The connection between a streamed response and its client.
final class AdminStream: Sendable {
  /// The approximate number of bytes in one write.
  static let piece = 32 * 1_024

  let tail = BodyTail()
  private let isOver = AtomicBool(false)
  private let onEnd = Lock<Observer<Void>?>(nil)

  /// Writes bytes, as soon as the client has received most of the previous ones.
  ///
  /// - Returns: whether the client is still connected.
  func write(_ bytes: Data) async -> Bool {
    await withCheckedContinuation { continuation in
      if tail.hasRoom({ continuation.resume() }) { continuation.resume() }
    }
    if isOver.load() { return false }
    bytes.withUnsafeBytes { tail.append($0) }
    return true
  }

  /// Calls the observer when the stream ends.
  func whenOver(_ observer: Observer<Void>) {
    onEnd.withLock { $0 = observer }
    if isOver.load() { observer.tell(()) }
  }

  /// Ends the stream because the client has left or the server stops.
  func end() {
    isOver.store(true)
    tail.openWindow()
    onEnd.withLock { $0 }?.tell(())
  }
}
