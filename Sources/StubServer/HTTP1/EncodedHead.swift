import StubCore
import StubPlatform

/// The bytes of a response's head, with the framing of its body.
struct EncodedHead: Sendable, Hashable {
  /// The way in which the client finds the end of the body (RFC 9112 §6).
  enum BodyFraming: Sendable, Hashable {
    /// No body follows, even if the plan has one.
    case none
    /// The bytes follow without any framing.
    case plain
    case chunked
  }

  /// The properties of the request and the connection that a head depends on.
  struct Context: Sendable, Hashable {
    var method = HTTPMethod.get
    var isHTTP10 = false
    /// Whether client and server both allow the connection to stay open.
    var keepsAlive = true
    /// The size of the body in bytes; `nil` while its end has not arrived.
    var bodyCount: Int? = 0
    /// The value of `Date`.
    var date = ""
  }

  var bytes: [UInt8]
  var framing: BodyFraming
  var keepsAlive: Bool
  /// The bytes that end a chunked body: the last chunk and the trailers.
  private(set) var chunksEnd: [UInt8] = []
  /// The range of the added `Date` value in `bytes`; `nil` if the plan has its own `Date`.
  private(set) var date: Range<Int>?

  /// Encodes the planned fields in their order, and after them the fields that are missing.
  ///
  /// - Throws: `HeadFault` if a part of the head contains a line break or is otherwise invalid.
  init(_ head: ResponseHead, _ context: Context) throws(HeadFault) {
    try HeadFault.check(head)
    let shape = FramingChoice(head, context)
    framing = shape.framing
    keepsAlive = shape.keepsAlive
    var text: [UInt8] = []
    text.reserveCapacity(256)
    text += "HTTP/1.1 \(head.status.rawValue) \(head.reasonPhrase)\r\n".utf8
    for field in head.headers.fields where !shape.drops(field.name) {
      text.append(field.name.rawName, value: field.valueBytes)
    }
    if !shape.hasDate {
      text.append("Date", value: context.date)
      date = text.count - 2 - context.date.utf8.count..<text.count - 2
    }
    if shape.addsChunking { text.append("Transfer-Encoding", value: "chunked") }
    if let length = shape.addedLength { text.append("Content-Length", value: String(length)) }
    if let connection = shape.addedConnection { text.append("Connection", value: connection) }
    text += head.rawLines
    text += "\r\n".utf8
    bytes = text
    guard framing == .chunked else { return }
    chunksEnd += "0\r\n".utf8
    for field in head.trailers.fields {
      chunksEnd.append(field.name.rawName, value: field.valueBytes)
    }
    chunksEnd += "\r\n".utf8
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ name: String, value: String) {
    append(name, value: Array(value.utf8))
  }

  fileprivate mutating func append(_ name: String, value: [UInt8]) {
    self += name.utf8
    self += ": ".utf8
    self += value
    self += "\r\n".utf8
  }
}

/// The framing of a response, and the fields that the head needs for it, found in one pass.
private struct FramingChoice {
  var framing = EncodedHead.BodyFraming.plain
  var keepsAlive: Bool
  var hasDate = false
  var addedLength: Int?
  var addsChunking = false
  var addedConnection: String?
  private var dropsTransferEncoding = false
  /// Whether the connection would become a tunnel, whose head has no length (RFC 9110 §9.3.6).
  private let isTunnel: Bool

  init(_ head: ResponseHead, _ context: EncodedHead.Context) {
    keepsAlive = context.keepsAlive
    var isChunked = false
    var hasCodings = false
    var hasConnection = false
    var lengths: [String] = []
    for field in head.headers.fields {
      switch field.name {
      case .date: hasDate = true
      case .contentLength: lengths.append(field.value)
      case .transferEncoding:
        hasCodings = true
        isChunked = field.value.lowercasedASCII().hasSuffix("chunked")
      case .connection:
        hasConnection = true
        if field.value.lowercasedASCII().contains("close") { keepsAlive = false }
      default: break
      }
    }
    let status = head.status.rawValue
    isTunnel = context.method == .connect && (200..<300).contains(status)
    let isBodiless = head.status.forbidsContent || context.method == .head || isTunnel
    if context.isHTTP10, hasCodings {
      dropsTransferEncoding = true
      if lengths.isEmpty { keepsAlive = keepsAlive && isBodiless }
    } else if hasCodings {
      framing = isChunked ? .chunked : .plain
      // Unless the last coding is chunked, the body ends when the connection is closed.
      if !isChunked, !isBodiless { keepsAlive = false }
    } else if lengths.isEmpty, !head.status.forbidsContent, !isTunnel {
      // A plan without a body does not tell the length of the body that a GET would get.
      let isUnknown = context.method == .head && context.bodyCount == 0
      addedLength = isUnknown ? nil : context.bodyCount
      if context.bodyCount == nil, !isBodiless { delimitUnknownBody(isHTTP10: context.isHTTP10) }
    }
    if isBodiless {
      framing = .none
    } else if framing == .plain, let count = context.bodyCount,
      lengths.contains(where: { Int($0) != count })
    {
      // The client would wait for missing bytes, or take leftover bytes for the next response.
      keepsAlive = false
    }
    if status < 200 || isTunnel { keepsAlive = false }
    guard !hasConnection, status >= 200 else { return }
    if !keepsAlive {
      addedConnection = "close"
    } else if context.isHTTP10 {
      addedConnection = "keep-alive"
    }
  }

  private mutating func delimitUnknownBody(isHTTP10: Bool) {
    if isHTTP10 {
      keepsAlive = false
    } else {
      framing = .chunked
      addsChunking = true
    }
  }

  func drops(_ name: HTTPHeaderName) -> Bool {
    (dropsTransferEncoding || isTunnel) && name == .transferEncoding
      || isTunnel && name == .contentLength
  }
}

/// The error for a planned head that cannot be sent without changing the meaning of the response.
struct HeadFault: Error, Sendable, Hashable, CustomStringConvertible {
  let description: String

  /// Checks the status, the names and the values of a head.
  ///
  /// A line end or NUL in one of them would split the response.
  static func check(_ head: ResponseHead) throws(HeadFault) {
    guard (100...999).contains(head.status.rawValue) else {
      throw HeadFault(
        description: "a status must be from 100 to 999, not \(head.status.rawValue)")
    }
    if let problem = head.problem { throw HeadFault(description: problem) }
  }
}
