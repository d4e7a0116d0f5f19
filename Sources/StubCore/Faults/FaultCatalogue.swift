#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPStubFault {
  /// Sends a second `Content-Length` of 1, which RFC 9112 §6.3 forbids.
  ///
  /// `URLSession` does not mind and goes by the last one.
  public static let duplicateLength = badHead(
    "duplicateLength", line: "Content-Length: 1", clientError: nil)

  /// Sends a line among the header fields that is no field.
  public static let invalidHeader = badHead(
    "invalidHeader", line: "this is no header field", clientError: .forInvalidHead)

  private static func badHead(
    _ name: String, line: String, clientError: NetworkErrorCode?
  ) -> HTTPStubFault {
    HTTPStubFault(
      name, steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(rawLines: Data("\(line)\r\n".utf8)), clientError: clientError)
  }
}

extension HTTPStubFault {
  /// Closes the connection in order when that much of the body is out, as if it had ended.
  public static func close(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "close", steps: [.head, .body(share), .end(.close)], clientError: .forCutBody)
  }

  /// Sends that much of the body and then no more, but keeps the connection open to the client.
  public static func halfClose(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "halfClose", steps: [.head, .body(share), .end(.halfClose)],
      clientError: .forCutBody)
  }
}

extension HTTPStubFault {
  /// Closes the connection without a byte.
  public static let emptyResponse = HTTPStubFault(
    "emptyResponse", steps: [.end(.close)], clientError: .forNoResponse)
}

extension HTTPStubFault {
  /// What ``garbage`` sends: 32 bytes that are neither HTTP nor text.
  public static let garbageBytes = Data(
    (0..<32).map { UInt8(truncatingIfNeeded: 0x80 &+ $0 &* 37) })

  /// Sends 32 bytes that are no HTTP in place of a response, and closes the connection.
  public static let garbage = garbage(garbageBytes)

  /// Sends these bytes in place of a response, and closes the connection.
  public static func garbage(_ bytes: Data) -> HTTPStubFault {
    HTTPStubFault(
      "garbage", steps: [.raw(bytes), .end(.close)], clientError: .forGarbage)
  }
}

extension HTTPStubFault {
  /// Every fault there is, each once or with each kind of parameter: for tables and tests.
  package static let samples: [HTTPStubFault] = [
    .neverAnswer,
    .emptyResponse,
    .reset,
    .reset(insideHead: 20),
    .reset(after: .bytes(4)),
    .reset(after: .percent(50)),
    .close(after: .bytes(4)),
    .close(after: .percent(50)),
    .halfClose(after: .bytes(4)),
    .stall(insideHead: 20),
    .stall(after: .bytes(4)),
    .slowHead(every: .milliseconds(1)),
    .garbage,
    .malformedChunk,
    .wrongLength(by: 3),
    .wrongLength(by: -3),
    .duplicateLength,
    .invalidHeader,
    .resetStream(code: 2, after: .bytes(4)),
    .goAway(code: 2),
  ]
}

extension HTTPStubFault {
  /// A sound head that announces chunks, then a line that is no chunk size, then the end.
  public static let malformedChunk = HTTPStubFault(
    "malformedChunk", steps: [.head, .raw(Data("not a chunk size\r\n".utf8)), .end(.close)],
    headEdit: HeadEdit(announcesChunks: true), clientError: .forCutBody)
}

/// What `URLSession` reports for what a server does wrong.
///
/// On Linux the codes are measured, by a test that plays every fault on a socket. Those of Apple's
/// platforms are from experience and not measured: `-1005` for a connection that ends too early,
/// `-1017` for what is no HTTP.
extension NetworkErrorCode {
  #if canImport(Darwin)
  /// The connection ends before the body is whole.
  static let forCutBody = networkConnectionLost
  /// The connection ends without a byte.
  static let forNoResponse = networkConnectionLost
  /// What comes is no HTTP.
  static let forGarbage = cannotParseResponse
  /// The head has a line that is no header field.
  static let forInvalidHead = cannotParseResponse
  #else
  /// The connection ends before the body is whole.
  static let forCutBody = unknown
  /// The connection ends without a byte.
  static let forNoResponse = badServerResponse
  /// What comes is no HTTP; it is taken for HTTP/0.9, which is not supported.
  static let forGarbage = unsupportedURL
  /// The head has a line that is no header field.
  static let forInvalidHead = unknown
  #endif
}

extension HTTPStubFault {
  /// Takes the request and never answers: clients run into their timeout.
  public static let neverAnswer = HTTPStubFault(
    "neverAnswer", steps: [.end(.stall)], clientError: .timedOut)
}

extension HTTPStubFault {
  /// Resets the connection before the first byte.
  public static let reset = HTTPStubFault(
    "reset", steps: [.end(.reset)], clientError: .networkConnectionLost)

  /// Resets the connection within the head, after that many of its bytes.
  public static func reset(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "resetInHead", steps: [.headBytes(count), .end(.reset)],
      clientError: .networkConnectionLost)
  }

  /// Resets the connection when that much of the body is out.
  public static func reset(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "resetInBody", steps: [.head, .body(share), .end(.reset)],
      clientError: .networkConnectionLost)
  }
}

extension HTTPStubFault {
  /// Sends the head byte by byte, this far apart, and then the response as it is.
  public static func slowHead(every interval: Duration) -> HTTPStubFault {
    HTTPStubFault(
      "slowHead", steps: [.dribbledHead(every: interval), .head, .body(.all), .finish],
      clientError: nil)
  }

  /// Stops for good within the head, after that many of its bytes.
  public static func stall(insideHead count: Int) -> HTTPStubFault {
    HTTPStubFault(
      "stallInHead", steps: [.headBytes(count), .end(.stall)], clientError: .timedOut)
  }

  /// Stops for good when that much of the body is out.
  public static func stall(after share: BodyShare) -> HTTPStubFault {
    HTTPStubFault(
      "stallInBody", steps: [.head, .body(share), .end(.stall)], clientError: .timedOut)
  }
}

extension HTTPStubFault {
  /// Resets the stream with an HTTP/2 error code (RFC 9113 §7) when that much of the body is out.
  ///
  /// Before HTTP/2 the connection is reset.
  public static func resetStream(
    code: UInt32, after share: BodyShare = .bytes(0)
  ) -> HTTPStubFault {
    HTTPStubFault(
      "resetStream", steps: [.head, .body(share), .end(.resetStream(code))],
      clientError: .networkConnectionLost)
  }

  /// Ends the connection by GOAWAY with an HTTP/2 error code; before HTTP/2 it is closed.
  public static func goAway(code: UInt32) -> HTTPStubFault {
    HTTPStubFault(
      "goAway", steps: [.end(.goAway(code))], clientError: .forNoResponse)
  }
}

extension HTTPStubFault {
  /// Announces that many bytes more than the body has (fewer, when negative), sends all, closes.
  public static func wrongLength(by offset: Int) -> HTTPStubFault {
    HTTPStubFault(
      "wrongLength", steps: [.head, .body(.all), .end(.close)],
      headEdit: HeadEdit(lengthOffset: offset),
      clientError: offset > 0 ? .forCutBody : nil)
  }
}
