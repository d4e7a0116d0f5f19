public import StubPlatform

/// An intended fault of a response, exact to the byte.
///
/// A fault is a list of steps that replaces "head, body, end". The response's delay comes first,
/// and the body keeps its pace. You can make your own fault from steps:
///
/// ```swift
/// extension HTTPStubFault {
///   static let hiccup = HTTPStubFault(
///     "hiccup", steps: [.head, .body(.percent(50)), .wait(.seconds(2)), .body(.all), .finish],
///     clientError: nil)
/// }
/// ```
public struct HTTPStubFault: Sendable, Hashable {
  /// The name in listings and reports.
  public let name: String
  /// The steps to take, in order, in place of the usual head, body and end.
  package let steps: [FaultStep]
  /// Changes to the head before it is sent.
  package var headEdit: HeadEdit
  /// The error that `URLSession` reports when a server has this fault; `nil` if it reports none.
  package let clientError: NetworkErrorCode?

  /// Creates a fault from its steps.
  ///
  /// `clientError` is the error that `URLSession` reports when a server has the fault.
  public init(_ name: String, steps: [FaultStep], clientError: NetworkErrorCode?) {
    self.init(name, steps: steps, headEdit: HeadEdit(), clientError: clientError)
  }

  /// Creates a fault that also changes the head.
  package init(
    _ name: String, steps: [FaultStep], headEdit: HeadEdit, clientError: NetworkErrorCode?
  ) {
    self.name = name
    self.steps = steps
    self.headEdit = headEdit
    self.clientError = clientError
  }

  /// Changes that make a head invalid or false.
  package struct HeadEdit: Sendable, Hashable {
    /// A number that is added to the value of `Content-Length`.
    package var lengthOffset = 0
    /// Whether the head announces a chunked body, even if none follows.
    package var announcesChunks = false
    /// Lines to add unchanged at the end of the head, each with its own line end.
    package var rawLines = Data()

    /// Creates changes to the head (default: none).
    package init(
      lengthOffset: Int = 0, announcesChunks: Bool = false, rawLines: Data = Data()
    ) {
      self.lengthOffset = lengthOffset
      self.announcesChunks = announcesChunks
      self.rawLines = rawLines
    }
  }
}

/// One step of a fault.
public enum FaultStep: Sendable, Hashable {
  /// A pause.
  ///
  /// The times of later steps count from the end of the pause.
  case wait(Duration)
  /// The head, or the part of it that has not been sent yet.
  case head
  /// The encoded head up to this offset in bytes, without the part that has already been sent.
  case headBytes(Int)
  /// The rest of the head, sent one byte per interval.
  case dribbledHead(every: Duration)
  /// The body up to this share, counted from its start.
  case body(BodyShare)
  /// Bytes that are sent unchanged.
  case raw(Data)
  /// The end of a complete response.
  case finish
  /// The end of the connection or stream; the body may be incomplete.
  case end(FaultEnding)
}

/// A share of a body.
public enum BodyShare: Sendable, Hashable {
  /// The first bytes, or the whole body if it is shorter.
  case bytes(Int)
  /// A percentage from 0 to 100.
  case percent(Double)
  /// The bytes that the body's pace allows in this time after the head.
  case time(Duration)
  /// The whole body.
  case all
}

/// The way in which a fault leaves the connection.
public enum FaultEnding: Sendable, Hashable {
  /// The connection is closed regularly (TCP FIN), even if the response is not complete.
  case close
  /// The sending side is closed; the client can still send.
  case halfClose
  /// The connection is reset (TCP RST).
  case reset
  /// Nothing more is sent, and the connection stays open.
  case stall
  /// The stream is reset with an HTTP/2 error code (RFC 9113 §7); with HTTP/1, a ``reset``.
  case resetStream(UInt32)
  /// The connection ends with GOAWAY and an HTTP/2 error code; with HTTP/1, a ``close``.
  case goAway(UInt32)
}

extension FaultEnding {
  /// The equivalent ending in HTTP/1, which has no streams.
  package var onHTTP1: FaultEnding {
    switch self {
    case .resetStream: .reset
    case .goAway: .close
    case .close, .halfClose, .reset, .stall: self
    }
  }
}

extension HTTPStubFault {
  /// Whether a client gets at least part of the response's head.
  package var sendsHead: Bool {
    steps.contains {
      switch $0 {
      case .head, .headBytes, .dribbledHead: true
      case .wait, .body, .raw, .finish, .end: false
      }
    }
  }

  /// Whether the response always ends with a reset, a stall or an HTTP/2 error.
  var breaksOff: Bool {
    switch steps.last {
    case .end(.close), .end(.halfClose): false
    case .end: true
    default: false
    }
  }
}

extension ResponsePlan {
  /// Returns the plan with the steps and the edited head of this fault, which replaces any earlier
  /// one.
  package func with(_ fault: HTTPStubFault) -> ResponsePlan {
    var plan = self
    plan.fault = fault
    guard var head else { return plan }
    if let soundFraming { head.headers.framing = soundFraming }
    plan.soundFraming = head.headers.framing
    if fault.headEdit.lengthOffset != 0 {
      head.headers.remove(.transferEncoding)
      // A response to HEAD announces the length of a body that it does not have.
      let length = head.headers[.contentLength].flatMap { Int($0) }
      // The length of a streamed body is unknown until the whole body has arrived.
      if let length = length ?? (tail == nil ? body.count : nil) {
        head.headers[.contentLength] = String(fault.headEdit.announcedLength(of: length))
      }
    }
    if fault.headEdit.announcesChunks {
      head.headers.remove(.contentLength)
      head.headers[.transferEncoding] = "chunked"
    }
    head.rawLines = fault.headEdit.rawLines
    plan.head = head
    return plan
  }
}

extension HTTPStubFault.HeadEdit {
  /// Returns the `Content-Length` to announce for a body of `count` bytes.
  package func announcedLength(of count: Int) -> Int {
    let sum = count.addingReportingOverflow(lengthOffset)
    return sum.overflow ? .max : max(0, sum.partialValue)
  }
}

extension HTTPHeaders {
  /// The header fields that say where the body ends.
  fileprivate var framing: HTTPHeaders {
    get { HTTPHeaders(fields.filter(Self.isFraming)) }
    set {
      // Other fields keep their places, and so do the framing fields if nothing changes.
      guard newValue != framing else { return }
      self = HTTPHeaders(fields.filter { !Self.isFraming($0) } + newValue.fields)
    }
  }

  private static func isFraming(_ field: Field) -> Bool {
    field.name == .contentLength || field.name == .transferEncoding
  }
}

/// The errors that `URLSession` reports for faults of a server.
///
/// On Linux, the codes were measured by a test that plays every fault on a socket. On Apple's
/// platforms, they were not measured, but are known from experience: `-1005` for a connection that
/// ends too early, and `-1017` for bytes that are not HTTP.
extension NetworkErrorCode {
  #if canImport(Darwin)
  /// The error if the connection ends before the body is complete.
  static let forCutBody = networkConnectionLost
  /// The error if the connection ends without a byte.
  static let forNoResponse = networkConnectionLost
  /// The error if the bytes are not HTTP.
  static let forGarbage = cannotParseResponse
  /// The error if the head has an invalid header line.
  static let forInvalidHead = cannotParseResponse
  #else
  /// The error if the connection ends before the body is complete.
  static let forCutBody = unknown
  /// The error if the connection ends without a byte.
  static let forNoResponse = badServerResponse
  /// The error if the bytes are not HTTP, which the client takes for unsupported HTTP/0.9.
  static let forGarbage = unsupportedURL
  /// The error if the head has an invalid header line.
  static let forInvalidHead = unknown
  #endif
}
