public import StubPlatform

extension FaultKind<HTTPStubFault> {
  /// The catalogue of faults of responses, with an entry for each fault that rule files can name.
  package static var all: [Self] {
    [
      .neverAnswer, .emptyResponse, .reset, .close, .halfClose, .garbage, .malformedChunk,
      .wrongLength, .slowHead, .stall, .duplicateLength, .invalidHeader, .resetStream, .goAway,
    ]
  }
}

extension HTTPStubFault {
  /// Adds a second `Content-Length` with the value 1, which RFC 9112 §6.3 forbids.
  ///
  /// `URLSession` accepts the response and uses the last value.
  public static let duplicateLength = badHead(
    "duplicateLength", line: "Content-Length: 1", clientError: nil)

  /// Sends an invalid line among the header fields.
  public static let invalidHeader = badHead(
    "invalidHeader", line: "this is no header field", clientError: .forInvalidHead)

  private static func badHead(
    _ name: String, line: String, clientError: NetworkErrorCode?
  ) -> HTTPStubFault {
    HTTPStubFault(
      name, steps: [.head, .body(.all), .finish],
      headEdit: HeadEdit(rawLines: Data("\(line)\r\n".utf8)), clientError: clientError)
  }
}

extension FaultKind<HTTPStubFault> {
  static var duplicateLength: Self {
    Self(
      "duplicateLength", "Sends a second, different Content-Length."
    ) { _ in .duplicateLength }
  }

  static var invalidHeader: Self {
    Self(
      "invalidHeader", "Sends a line among the header fields that is no field."
    ) { _ in .invalidHeader }
  }
}

extension HTTPStubFault {
  /// Closes the connection regularly (TCP FIN) after `share` of the body, as if the body had ended.
  public static func close(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "close", steps: [.head, .body(share), .end(.close)], clientError: .forCutBody)
  }

  /// Sends `share` of the body and ends its side of the connection; the client can still send.
  public static func halfClose(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "halfClose", steps: [.head, .body(share), .end(.halfClose)],
      clientError: .forCutBody)
  }
}

extension FaultKind<HTTPStubFault> {
  static var close: Self {
    Self(
      "close", "Closes the connection in order when that much of the body is out.", [.after],
      samples: [FaultArguments(after: .bytes(4)), FaultArguments(after: .percent(50))]
    ) { .close(after: $0.after ?? .bytes(0)) }
  }

  static var halfClose: Self {
    Self(
      "halfClose", "Sends that much of the body and no more, but stays open to the client.",
      [.after], samples: [FaultArguments(after: .bytes(4))]
    ) { .halfClose(after: $0.after ?? .bytes(0)) }
  }
}

extension HTTPStubFault {
  /// Closes the connection without sending a byte.
  public static let emptyResponse = HTTPStubFault(
    "emptyResponse", steps: [.end(.close)], clientError: .forNoResponse)
}

extension FaultKind<HTTPStubFault> {
  static var emptyResponse: Self {
    Self(
      "emptyResponse", "Closes the connection without a byte."
    ) { _ in .emptyResponse }
  }
}

extension HTTPStubFault {
  /// The bytes of ``garbage``: 32 bytes that are neither HTTP nor text.
  package static let garbageBytes = Data(
    (0..<32).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) })

  /// Sends 32 bytes that are not HTTP instead of a response, and closes the connection.
  public static let garbage = garbage(garbageBytes)

  /// Sends `bytes` instead of a response, and closes the connection.
  public static func garbage(_ bytes: Data) -> HTTPStubFault {
    HTTPStubFault(
      "garbage", steps: [.raw(bytes), .end(.close)], clientError: .forGarbage)
  }
}

extension FaultKind<HTTPStubFault> {
  static var garbage: Self {
    Self(
      "garbage", "Sends bytes that are no HTTP in place of a response, and closes.", [.base64]
    ) { $0.base64.map { .garbage($0) } ?? .garbage }
  }
}

extension HTTPStubFault {
  /// Sends a valid head that announces chunks, then an invalid chunk size, and closes
  /// the connection.
  public static let malformedChunk = HTTPStubFault(
    "malformedChunk", steps: [.head, .raw(Data("not a chunk size\r\n".utf8)), .end(.close)],
    headEdit: HeadEdit(announcesChunks: true), clientError: .forCutBody)
}

extension FaultKind<HTTPStubFault> {
  static var malformedChunk: Self {
    Self(
      "malformedChunk", "Announces chunks, sends a line that is none, and closes."
    ) { _ in .malformedChunk }
  }
}

extension HTTPStubFault {
  /// Accepts the request and never answers, so that clients run into their timeout.
  public static let neverAnswer = HTTPStubFault(
    "neverAnswer", steps: [.end(.stall)], clientError: .timedOut)
}

extension FaultKind<HTTPStubFault> {
  static var neverAnswer: Self {
    Self(
      "neverAnswer", "Takes the request and never answers."
    ) { _ in .neverAnswer }
  }
}

extension HTTPStubFault {
  /// Resets the connection before the first byte.
  public static let reset = HTTPStubFault(
    "reset", steps: [.end(.reset)], clientError: .networkConnectionLost)

  /// Resets the connection after the first `count` bytes of the head.
  public static func reset(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "resetInHead", steps: [.headBytes(count), .end(.reset)],
      clientError: .networkConnectionLost)
  }

  /// Resets the connection after `share` of the body.
  public static func reset(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "resetInBody", steps: [.head, .body(share), .end(.reset)],
      clientError: .networkConnectionLost)
  }
}

extension FaultKind<HTTPStubFault> {
  static var reset: Self {
    Self(
      "reset", "Resets the connection: at once, within the head, or within the body.",
      [.insideHead, .after],
      samples: [
        FaultArguments(), FaultArguments(insideHead: 20), FaultArguments(after: .bytes(4)),
        FaultArguments(after: .percent(50)),
      ]
    ) { arguments in
      if let count = arguments.insideHead { return .reset(insideHead: count) }
      return arguments.after.map { .reset(after: $0) } ?? .reset
    }
  }
}

extension HTTPStubFault {
  /// Sends one byte of the head per interval, and then the rest of the response as usual.
  public static func slowHead(every interval: Duration) -> HTTPStubFault {
    HTTPStubFault(
      "slowHead", steps: [.dribbledHead(every: interval), .head, .body(.all), .finish],
      clientError: nil)
  }

  /// Stops sending after the first `count` bytes of the head, and keeps the connection open.
  public static func stall(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "stallInHead", steps: [.headBytes(count), .end(.stall)], clientError: .timedOut)
  }

  /// Stops sending after `share` of the body, and keeps the connection open.
  public static func stall(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "stallInBody", steps: [.head, .body(share), .end(.stall)], clientError: .timedOut)
  }
}

extension FaultKind<HTTPStubFault> {
  static var stall: Self {
    Self(
      "stall", "Stops for good within the head, or when that much of the body is out.",
      [.insideHead, .after],
      samples: [FaultArguments(insideHead: 20), FaultArguments(after: .bytes(4))]
    ) { arguments in
      if let count = arguments.insideHead { return .stall(insideHead: count) }
      return .stall(after: arguments.after ?? .bytes(0))
    }
  }

  static var slowHead: Self {
    Self(
      "slowHead", "Sends the head byte by byte, then the body as it is.", [.every],
      required: [.every], samples: [FaultArguments(every: .milliseconds(1))]
    ) { $0.every.map { .slowHead(every: $0) } }
  }
}

extension HTTPStubFault {
  /// Resets the stream with an HTTP/2 error code (RFC 9113 §7) after `share` of the body.
  ///
  /// With HTTP/1, the connection is reset.
  public static func resetStream(
    code: UInt32, after share: BodyShare = .bytes(0)
  ) -> HTTPStubFault {
    HTTPStubFault(
      "resetStream", steps: [.head, .body(share), .end(.resetStream(code))],
      clientError: .networkConnectionLost)
  }

  /// Ends the connection with GOAWAY and an HTTP/2 error code; with HTTP/1, the
  /// connection is closed.
  public static func goAway(code: UInt32) -> HTTPStubFault {
    HTTPStubFault(
      "goAway", steps: [.end(.goAway(code))], clientError: .forNoResponse)
  }
}

extension FaultKind<HTTPStubFault> {
  static var resetStream: Self {
    Self(
      "resetStream", "Resets the HTTP/2 stream when that much of the body is out.",
      [.code, .after], samples: [FaultArguments(after: .bytes(4), code: 2)]
    ) { .resetStream(code: $0.code ?? 2, after: $0.after ?? .bytes(0)) }
  }

  static var goAway: Self {
    Self(
      "goAway", "Ends the HTTP/2 connection by GOAWAY.", [.code],
      samples: [FaultArguments(code: 2)]
    ) { .goAway(code: $0.code ?? 0) }
  }
}

extension HTTPStubFault {
  /// Announces a length that exceeds the body's by `offset` bytes, sends the body, and closes the
  /// connection.
  public static func wrongLength(by offset: Int) -> HTTPStubFault {
    HTTPStubFault(
      "wrongLength", steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(lengthOffset: offset),
      clientError: offset > 0 ? .forCutBody : nil)
  }
}

extension FaultKind<HTTPStubFault> {
  static var wrongLength: Self {
    Self(
      "wrongLength", "Announces a wrong length, sends the whole body, and closes.", [.by],
      required: [.by], samples: [FaultArguments(by: 3), FaultArguments(by: -3)]
    ) { $0.by.map { .wrongLength(by: $0) } }
  }
}
