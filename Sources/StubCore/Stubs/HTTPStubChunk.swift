public import StubPlatform

/// A part of a body that is sent separately, some time after the previous part.
public struct HTTPStubChunk: Sendable, Hashable {
  /// The time after the previous chunk, or after the head for the first chunk; 0 or more.
  public var after: any HTTPStubDelayConvertible {
    get { wait }
    set { wait = newValue.stubDelay }
  }
  /// The bytes, which are sent together.
  ///
  /// With templates, these are the bytes before the tags are filled in.
  public var data: Data {
    get { content.bytes }
    set { content = .data(newValue) }
  }
  private(set) var content: ChunkContent
  private(set) var wait: HTTPStubDelay

  package init(_ content: ChunkContent, after: HTTPStubDelay) {
    self.content = content
    wait = after
  }

  /// Creates a chunk that is sent when the time `after` has passed since the previous chunk.
  public init(_ data: Data, after: any HTTPStubDelayConvertible = 0) {
    self.init(.data(data), after: after.stubDelay)
  }

  /// Creates a chunk of UTF-8 text that is sent when the time `after` has passed since the previous
  /// chunk.
  public init(_ text: String, after: any HTTPStubDelayConvertible = 0) {
    self.init(.text(text), after: after.stubDelay)
  }

  /// Returns a server-sent event (WHATWG HTML §9.2), in which each line of `data` is a separate
  /// field.
  ///
  /// `retry` is the time that clients wait before they reconnect, in whole milliseconds.
  public static func event(
    _ data: String, name: String? = nil, id: String? = nil, retry: Duration? = nil,
    after: any HTTPStubDelayConvertible = 0
  ) -> HTTPStubChunk {
    HTTPStubChunk(
      .event(ServerSentEvent(data: .text(data), name: name, id: id, retry: retry)),
      after: after.stubDelay)
  }

  /// Returns a comment of an event stream.
  ///
  /// Servers send comments to keep connections open, and clients ignore them.
  public static func comment(
    _ text: String = "", after: any HTTPStubDelayConvertible = 0
  ) -> HTTPStubChunk {
    HTTPStubChunk(.event(ServerSentEvent(comment: text)), after: after.stubDelay)
  }
}

/// The content of a chunk before its tags are filled in.
package enum ChunkContent: Sendable, Hashable {
  case data(Data)
  case text(String)
  case json(JSONValue)
  case event(ServerSentEvent)

  var bytes: Data {
    switch self {
    case .data(let data): data
    case .text(let text): Data(text.utf8)
    case .json(let value): Data(value.text().utf8)
    case .event(let event): Data(event.text.utf8)
    }
  }
}

/// An event of an event stream (WHATWG HTML §9.2), or a part of an event, such as an id alone.
package struct ServerSentEvent: Sendable, Hashable {
  package enum Payload: Sendable, Hashable {
    case text(String)
    case json(JSONValue)

    var text: String {
      switch self {
      case .text(let text): text
      case .json(let value): value.text()
      }
    }
  }

  package var comment: String?
  package var name: String?
  package var id: String?
  package var retry: Duration?
  package var data: Payload?

  package init(
    comment: String? = nil, data: Payload? = nil, name: String? = nil, id: String? = nil,
    retry: Duration? = nil
  ) {
    self.comment = comment
    self.data = data
    self.name = name
    self.id = id
    self.retry = retry
  }

  /// The text of the event: one field on each line, and an empty line at its end.
  var text: String {
    var text = ""
    if let comment { Self.write("", comment, to: &text) }
    if let name { Self.write("event", Self.onOneLine(name), to: &text) }
    if let id { Self.write("id", Self.onOneLine(id), to: &text) }
    if let retry { Self.write("retry", "\(retry.wholeMilliseconds)", to: &text) }
    if let data { Self.write("data", data.text, to: &text) }
    return text + "\n"
  }

  /// Writes a field, once for each line of its value.
  private static func write(_ field: String, _ value: String, to text: inout String) {
    for line in value.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
      text += "\(field): \(line)\n"
    }
  }

  private static func onOneLine(_ value: String) -> String {
    value.contains(where: isLineEnd)
      ? String(value.map { isLineEnd($0) ? " " : $0 }) : value
  }

  private static func isLineEnd(_ character: Character) -> Bool {
    ["\n", "\r\n", "\r"].contains(character)
  }
}

extension Duration {
  /// The time in milliseconds, rounded down and limited to the range of delays.
  fileprivate var wholeMilliseconds: Int64 { Int64(clampedToDelayRange / .milliseconds(1)) }
}

extension HTTPStubChunk {
  public static func == (left: Self, right: Self) -> Bool {
    left.data == right.data && left.wait == right.wait
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(data)
    hasher.combine(wait)
  }
}

extension ResponseSpecification {
  /// Sets the body to the chunks, which are sent in chunked coding unless the head has a length.
  ///
  /// Texts are sent in the charset of the response if it has all their characters. With templates,
  /// the chunks are also kept, so that their tags can be filled in for each request.
  package mutating func send(_ chunks: [HTTPStubChunk]) {
    let encoded = setBody(to: chunks)
    if usesTemplates {
      self.chunks = chunks
    } else if chunks.contains(where: { $0.wait.fixed == nil }) {
      impairment.pacing = .script(encoded)
    } else {
      timing.body = encoded.pacing(\.fixedWait)
    }
    if !head.headers.contains(.contentLength) {
      head.headers[.transferEncoding] = "chunked"
    }
  }

  /// Sets the body of one response to chunks whose tags have been filled in.
  mutating func send(_ chunks: [HTTPStubChunk], drawingFrom random: SeededRandom) {
    timing.body = setBody(to: chunks).pacing { $0.wait.draw(from: random) }
  }

  /// Sets the body to the chunks, and returns them, both in the charset of the response.
  private mutating func setBody(to chunks: [HTTPStubChunk]) -> [HTTPStubChunk] {
    let charset = TextCharset(head.headers, contentType: contentType)
    let encoded = charset.charset == nil ? chunks : chunks.map { $0.encoded(in: charset) }
    body = .data(encoded.reduce(into: Data()) { $0 += $1.data })
    return encoded
  }
}

extension HTTPStubChunk {
  /// Returns the reason why the text cannot be sent in a charset; `nil` if it can.
  func problem(in charset: TextCharset) -> String? {
    text.flatMap { charset.problem(with: $0) }
  }

  /// The text of the chunk; `nil` if it was created from bytes.
  package var text: String? {
    if case .data = content { nil } else { String(decoding: data, as: UTF8.self) }
  }

  fileprivate func encoded(in charset: TextCharset) -> HTTPStubChunk {
    guard let text, let bytes = try? charset.bytes(of: text) else { return self }
    var chunk = self
    chunk.data = bytes
    return chunk
  }

  fileprivate var fixedWait: Duration { wait.fixed?.clampedToDelayRange ?? .zero }
}

/// A pace of the body with random times, which are chosen for each response.
package enum RandomPacing: Sendable, Hashable {
  /// Evenly over this time.
  case over(HTTPStubDelay)
  /// In `chunks` equal chunks; the last chunk is sent when this time has passed.
  case dribble(chunks: Int, over: HTTPStubDelay)
  /// In chunks, each after a separate delay.
  case script([HTTPStubChunk])

  func draw(from random: SeededRandom) -> ResponseTiming.Pacing {
    switch self {
    case .over(let time): .over(time.draw(from: random))
    case .dribble(let chunks, let time): .dribble(chunks: chunks, over: time.draw(from: random))
    case .script(let chunks): chunks.pacing { $0.wait.draw(from: random) }
    }
  }
}

extension [HTTPStubChunk] {
  /// Returns the pace that sends each chunk after its wait, which `wait` returns.
  fileprivate func pacing(_ wait: (HTTPStubChunk) -> Duration) -> ResponseTiming.Pacing {
    var time = Duration.zero
    return .script(
      map { chunk in
        time += wait(chunk)
        return ResponseTiming.ScriptedChunk(at: time, count: chunk.data.count)
      })
  }
}
