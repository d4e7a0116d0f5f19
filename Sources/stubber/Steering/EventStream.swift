import Dispatch
import StubCore
import StubPlatform
import StubServer

/// Reads the server-sent events of a server as they arrive (HTML Standard §9.2).
struct EventStream {
  struct Message: Hashable {
    var name = "message"
    var data = ""
  }

  private let body: BodyTail
  private var parser = Parser()
  private var messages: [Message] = []

  /// Connects to a stream; returns `nil` if the server has no events at the path.
  init?(_ connection: AdminConnection, _ path: String) {
    var request = connection.request(.get, path)
    request.headers[.accept] = HTTPContentType.eventStream.rawValue
    let asked = request
    guard let body = Waiting.result({ await connection.upstream.stream(asked) }) else { return nil }
    self.body = body
  }

  /// Returns the next event; `nil` if the server has ended the stream, or if `isOver` returns
  /// `true`.
  ///
  /// The call blocks the thread; `isOver` is checked twice a second.
  mutating func next(unless isOver: () -> Bool = { false }) -> Message? {
    while messages.isEmpty {
      switch body.take(upTo: .max) {
      case .bytes(let bytes): messages = parser.take(bytes)
      case .nothingYet:
        let hasCome = DispatchSemaphore(value: 0)
        body.wait { hasCome.signal() }
        while hasCome.wait(timeout: .now() + .milliseconds(500)) == .timedOut {
          if isOver() { return nil }
        }
      case .end, .failure: return nil
      }
    }
    return messages.removeFirst()
  }

  /// Parses a stream, which may arrive in pieces of any size.
  struct Parser {
    private var rest: [UInt8] = []
    private var message = Message()
    private var hasData = false

    mutating func take(_ bytes: Data) -> [Message] {
      rest += bytes
      var messages: [Message] = []
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[..<end].last == UInt8(ascii: "\r") ? rest[..<(end - 1)] : rest[..<end]
        if line.isEmpty {
          if hasData { messages.append(message) }
          (message, hasData) = (Message(), false)
        } else {
          read(String(decoding: line, as: UTF8.self))
        }
        rest.removeSubrange(...end)
      }
      return messages
    }

    private mutating func read(_ line: String) {
      let name = line.prefix { $0 != ":" }
      var value = line.dropFirst(name.count + 1)
      if value.first == " " { value = value.dropFirst() }
      switch name {
      case "event": message.name = String(value)
      case "data":
        message.data += hasData ? "\n\(value)" : String(value)
        hasData = true
      default: break
      }
    }
  }
}
