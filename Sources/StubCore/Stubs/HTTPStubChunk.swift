#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A part of a body that is sent separately, some time after the previous part.
public struct HTTPStubChunk: Sendable, Hashable {
  /// The time after the chunk before, or after the head; it is 0 or more.
  public var after: any HTTPStubDelayConvertible {
    get { wait }
    set { wait = newValue.stubDelay }
  }
  /// The bytes, sent together.
  public var data: Data { didSet { isText = false } }
  /// Whether the bytes are those of a text in UTF-8, which a response may send in another charset.
  private(set) var isText = false
  private(set) var wait: HTTPStubDelay

  /// A chunk that is sent this long after the one before.
  public init(_ data: Data, after: any HTTPStubDelayConvertible = 0) {
    self.data = data
    wait = after.stubDelay
  }

  /// A chunk of text in UTF-8 that is sent this long after the one before.
  public init(_ text: String, after: any HTTPStubDelayConvertible = 0) {
    self.init(Data(text.utf8), after: after)
    isText = true
  }

  /// A server-sent event (WHATWG HTML §9.2); each line of `data` becomes a field of its own.
  public static func event(
    _ data: String, name: String? = nil, id: String? = nil, after: any HTTPStubDelayConvertible = 0
  ) -> HTTPStubChunk {
    var lines: [String] = []
    if let name { lines.append("event: \(name)") }
    if let id { lines.append("id: \(id)") }
    lines += data.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
      .map { "data: \($0)" }
    return HTTPStubChunk(lines.joined(separator: "\n") + "\n\n", after: after)
  }
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
  /// Makes the chunks the body, in chunked coding unless a length is given.
  ///
  /// Those of text are sent in the charset of the response, if it has all their characters.
  package mutating func send(_ chunks: [HTTPStubChunk]) {
    let charset = TextCharset(head.headers, contentType: contentType)
    let chunks = charset.charset == nil ? chunks : chunks.map { $0.encoded(in: charset) }
    body = .data(chunks.reduce(into: Data()) { $0 += $1.data })
    let isRandom = chunks.contains { $0.wait.fixed == nil }
    if isRandom {
      trouble.pacing = .script(chunks)
    } else {
      timing.body = chunks.pacing(\.fixedWait)
    }
    if !head.headers.contains(.contentLength) {
      head.headers[.transferEncoding] = "chunked"
    }
  }
}

extension HTTPStubChunk {
  /// Why its text cannot be sent in a charset; `nil` if it can.
  func problem(in charset: TextCharset) -> String? {
    text.flatMap { charset.problem(with: $0) }
  }

  /// The text that it was made of; `nil` for bytes.
  package var text: String? { isText ? String(decoding: data, as: UTF8.self) : nil }

  fileprivate func encoded(in charset: TextCharset) -> HTTPStubChunk {
    guard let text, let bytes = try? charset.bytes(of: text) else { return self }
    var chunk = self
    chunk.data = bytes
    return chunk
  }

  fileprivate var fixedWait: Duration { wait.fixed?.asDelay ?? .zero }
}

/// A pace of the body with a random time, which is drawn for each response.
package enum RandomPacing: Sendable, Hashable {
  /// Even, over this time.
  case over(HTTPStubDelay)
  /// In that many equal chunks, the last after this time.
  case dribble(chunks: Int, over: HTTPStubDelay)
  /// In chunks that each have a time.
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
  /// When each chunk is due, counted from the head.
  fileprivate func pacing(_ wait: (HTTPStubChunk) -> Duration) -> ResponseTiming.Pacing {
    var time = Duration.zero
    return .script(
      map { chunk in
        time += wait(chunk)
        return ResponseTiming.ScriptedChunk(at: time, count: chunk.data.count)
      })
  }
}
