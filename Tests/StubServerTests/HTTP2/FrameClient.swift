import Foundation
import StubCore
import TestSupport

@testable import StubServer

/// A client that speaks HTTP/2 frame by frame and does nothing by itself but acknowledge SETTINGS.
final class FrameClient: Sendable {
  let wire: WireClient
  private let nextStream = Lock<UInt32>(1)

  /// Connects and sends the preface, with these settings, and no table for fields to be found in;
  /// then, in the same breath, some frames.
  init(port: Int, settings: [(id: UInt16, value: UInt32)] = [], _ frames: Frame...) async throws {
    wire = try WireClient(port: port)
    let payload = (settings + [(1, 0)]).flatMap { Frame.bytes($0.id) + Frame.bytes($0.value) }
    try await wire.send(
      HTTP2Preface.bytes + Frame(.settings, payload: payload).bytes + frames.flatMap(\.bytes))
  }

  func send(_ frames: Frame...) async throws {
    try await wire.send(frames.flatMap(\.bytes))
  }

  /// Sends a request without a body, or the head of one with a body.
  @discardableResult
  func request(
    _ method: String = "GET", _ path: String = "/", fields: [(String, String)] = [],
    hasBody: Bool = false
  ) async throws -> UInt32 {
    let stream = takeStream()
    try await send(.request(stream, method, path, fields: fields, hasBody: hasBody))
    return stream
  }

  /// The number for a stream of the client's own.
  func takeStream() -> UInt32 {
    nextStream.withLock { next in
      defer { next += 2 }
      return next
    }
  }

  /// The next frame that is not about settings.
  func next() async throws -> Frame {
    while true {
      let header = try await wire.bytes(9)
      let count = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
      let frame = Frame(
        Frame.Kind(rawValue: header[3]), flags: header[4],
        stream: Frame.number(header[5...]) & 0x7FFF_FFFF, payload: try await wire.bytes(count))
      switch frame.kind {
      case .settings where frame.flags & Frame.ack == 0:
        try await send(Frame(.settings, flags: Frame.ack))
      case .settings: continue
      case .windowUpdate where frame.stream == 0: continue
      default: return frame
      }
    }
  }

  /// The next frame of that kind; others are dropped.
  func next(_ kind: Frame.Kind) async throws -> Frame {
    while true {
      let frame = try await next()
      if frame.kind == kind { return frame }
    }
  }

  /// The next whole response on any stream: its status, its body and the frames of that.
  ///
  /// A reset without an error tells to stop sending a request that has been answered.
  func response() async throws -> FrameResponse {
    var open: [UInt32: FrameResponse] = [:]
    while true {
      let frame = try await next()
      switch frame.kind {
      case .headers:
        open[frame.stream] = FrameResponse(stream: frame.stream, status: frame.status)
      case .data:
        open[frame.stream]?.body += frame.payload
        open[frame.stream]?.dataFrames.append(frame.payload.count)
      case .reset where frame.code == .noError: continue
      case .reset, .goAway:
        throw WireError("\(frame.kind) with code \(frame.code) instead of a response")
      default: continue
      }
      if frame.flags & Frame.endStream != 0, let response = open[frame.stream] { return response }
    }
  }

  /// Reads until the server ends the connection.
  func rest() async throws -> [UInt8] { try await wire.rest() }
}

/// Answers every request alike.
func answering(_ plan: ResponsePlan) -> RequestHandler { { _ in ListenerResponse(.ready(plan)) } }

struct FrameResponse: Sendable, Equatable {
  var stream: UInt32
  var status: Int
  var body: [UInt8] = []
  var dataFrames: [Int] = []

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A frame as it goes over the wire (RFC 9113 §4.1).
struct Frame: Sendable, Equatable {
  struct Kind: RawRepresentable, Sendable, Equatable {
    let rawValue: UInt8

    static let data = Kind(rawValue: 0)
    static let headers = Kind(rawValue: 1)
    static let reset = Kind(rawValue: 3)
    static let settings = Kind(rawValue: 4)
    static let ping = Kind(rawValue: 6)
    static let goAway = Kind(rawValue: 7)
    static let windowUpdate = Kind(rawValue: 8)
    static let continuation = Kind(rawValue: 9)
  }

  static let endStream: UInt8 = 1
  static let ack: UInt8 = 1
  static let endHeaders: UInt8 = 4

  var kind: Kind
  var flags: UInt8
  var stream: UInt32
  var payload: [UInt8]

  init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
    (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
  }

  var bytes: [UInt8] {
    Array(Self.bytes(UInt32(payload.count)).dropFirst()) + [kind.rawValue, flags]
      + Self.bytes(stream) + payload
  }

  /// The error code of RST_STREAM and GOAWAY.
  var code: HTTP2ErrorCode {
    HTTP2ErrorCode(rawValue: Self.number(payload[(kind == .goAway ? 4 : 0)...]))
  }

  /// The last stream that a GOAWAY names.
  var lastStream: UInt32 { Self.number(payload[...]) }

  /// The status at the start of a block of fields, which nghttp2 writes in one of three ways.
  var status: Int {
    // What there is to say about the size of the table comes first.
    let payload = Array(payload.drop { $0 & 0xE0 == 0x20 })
    guard payload.count > 2 else { return 0 }
    let indexed = [200, 204, 206, 304, 400, 404, 500]
    if (0x88...0x8E).contains(payload[0]) { return indexed[Int(payload[0]) - 0x88] }
    let length = Int(payload[1] & 0x7F)
    guard payload.count >= 2 + length else { return 0 }
    let value = payload[2..<2 + length]
    return Int(Self.text(value, isHuffman: payload[1] & 0x80 != 0)) ?? 0
  }

  /// The fields of a block without its indexed names, as `name: value`; `nil` for other blocks
  /// (RFC 7541 §6.2).
  var literalFields: [String]? {
    var rest = payload.drop { $0 & 0xE0 == 0x20 }
    var fields: [String] = []
    while let kind = rest.popFirst() {
      guard [0, 0x10, 0x40].contains(kind), let name = Self.string(&rest),
        let value = Self.string(&rest)
      else { return nil }
      fields.append("\(name): \(value)")
    }
    return fields
  }

  /// Takes a string of less than 127 bytes (RFC 7541 §5.2).
  private static func string(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let first = rest.popFirst() else { return nil }
    let count = Int(first & 0x7F)
    guard count < 127, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return text(rest.prefix(count), isHuffman: first & 0x80 != 0)
  }

  /// The characters with codes of 5, 6 and 7 bits, and the first code of each (RFC 7541 appendix B).
  private static let huffmanCodes: [(length: Int, first: Int, characters: [Character])] = [
    (5, 0, Array("012aceiost")), (6, 0x14, Array(" %-./3456789=A_bdfghlmnpru")),
    (7, 0x5C, Array(":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz")),
  ]

  private static func text(_ bytes: ArraySlice<UInt8>, isHuffman: Bool) -> String {
    guard isHuffman else { return String(decoding: bytes, as: UTF8.self) }
    var (code, length, text) = (0, 0, "")
    for bit in bytes.flatMap({ byte in (0..<8).map { Int(byte >> (7 - $0)) & 1 } }) {
      (code, length) = (code << 1 | bit, length + 1)
      for row in huffmanCodes
      where row.length == length && row.characters.indices.contains(code - row.first) {
        text.append(row.characters[code - row.first])
        (code, length) = (0, 0)
      }
    }
    return text
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}

extension Frame {
  static func request(
    _ stream: UInt32, _ method: String = "GET", _ path: String = "/",
    fields: [(String, String)] = [], hasBody: Bool = false
  ) -> Frame {
    let pseudo = [
      (":method", method), (":scheme", "http"), (":authority", "a.example"), (":path", path),
    ]
    return Frame(
      .headers, flags: endHeaders | (hasBody ? 0 : endStream), stream: stream,
      payload: block(pseudo + fields))
  }

  static func data(_ stream: UInt32, _ text: String, isLast: Bool = true) -> Frame {
    Frame(.data, flags: isLast ? endStream : 0, stream: stream, payload: Array(text.utf8))
  }

  static func reset(_ stream: UInt32, _ code: HTTP2ErrorCode = .cancel) -> Frame {
    Frame(.reset, stream: stream, payload: bytes(code.rawValue))
  }

  static func windowUpdate(_ stream: UInt32, _ count: Int) -> Frame {
    Frame(.windowUpdate, stream: stream, payload: bytes(UInt32(count)))
  }

  static let ping = Frame(.ping, payload: [UInt8](repeating: 0, count: 8))

  /// Fields as literals that no table keeps (RFC 7541 §6.2.2).
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { name, value in [0] + literal(name) + literal(value) }
  }

  private static func literal(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
    var (length, rest) = ([UInt8(127)], bytes.count - 127)
    while rest >= 128 {
      length.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    return length + [UInt8(rest)] + bytes
  }
}
