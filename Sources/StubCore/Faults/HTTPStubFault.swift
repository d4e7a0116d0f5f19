#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that goes wrong with a response on purpose, exact to the byte.
///
/// A fault is a script that takes the place of "head, body, end". The response's delay comes before
/// it, and the bytes of its body keep the response's pace. Make one of your own from steps:
///
/// ```swift
/// extension HTTPStubFault {
///   static let hiccup = HTTPStubFault(
///     "hiccup", steps: [.head, .body(.percent(50)), .wait(.seconds(2)), .body(.all), .finish],
///     clientError: nil)
/// }
/// ```
public struct HTTPStubFault: Sendable, Hashable {
  /// What listings and reports call it.
  public let name: String
  /// What is sent, in order, in place of head, body and end.
  package let steps: [FaultStep]
  /// Changes to the head before it is sent.
  package var headEdit: HeadEdit
  /// What `URLSession` reports when this happens on the wire; `nil` when it notices nothing.
  package let clientError: NetworkErrorCode?

  /// A fault of your own; give the error that `URLSession` reports when it happens on the wire.
  public init(_ name: String, steps: [FaultStep], clientError: NetworkErrorCode?) {
    self.init(name, steps: steps, headEdit: HeadEdit(), clientError: clientError)
  }

  /// A fault that changes the head too.
  package init(
    _ name: String, steps: [FaultStep], headEdit: HeadEdit, clientError: NetworkErrorCode?
  ) {
    self.name = name
    self.steps = steps
    self.headEdit = headEdit
    self.clientError = clientError
  }

  /// Changes to a head that a sound response would not have.
  package struct HeadEdit: Sendable, Hashable {
    /// Added to the length of the body in `Content-Length`.
    package var lengthOffset = 0
    /// Whether the body is announced as chunked, whatever follows.
    package var announcesChunks = false
    /// Lines, each with its own end, that go before the empty line as they are.
    package var rawLines = Data()

    /// Changes to the head; none by default.
    package init(
      lengthOffset: Int = 0, announcesChunks: Bool = false, rawLines: Data = Data()
    ) {
      self.lengthOffset = lengthOffset
      self.announcesChunks = announcesChunks
      self.rawLines = rawLines
    }
  }
}

/// One step of a fault's script.
public enum FaultStep: Sendable, Hashable {
  /// A pause; later steps count from its end.
  case wait(Duration)
  /// The head, or what is left of it.
  case head
  /// The first bytes of the encoded head, counted from its start.
  case headBytes(Int)
  /// The head byte by byte, this far apart.
  case dribbledHead(every: Duration)
  /// The body up to this much of it, counted from its start.
  case body(BodyShare)
  /// Bytes that go on the wire as they are.
  case raw(Data)
  /// The end of a whole response.
  case finish
  /// The end of the connection or stream, before or after the end of the body.
  case end(FaultEnding)
}

/// How much of a body.
public enum BodyShare: Sendable, Hashable {
  /// That many, or all if the body is shorter.
  case bytes(Int)
  /// From 0 to 100.
  case percent(Double)
  /// What is due by then at the pace of the body, counted from the head.
  case time(Duration)
  /// The whole body.
  case all
}

/// How a fault leaves the connection.
public enum FaultEnding: Sendable, Hashable {
  /// The connection is closed in order, whatever the response still lacks.
  case close
  /// No more is sent, but the connection stays open for the client to send.
  case halfClose
  /// The connection is reset (TCP RST).
  case reset
  /// Nothing more ever happens.
  case stall
  /// The stream is reset with an HTTP/2 error code (RFC 9113 §7); before HTTP/2 a ``reset``.
  case resetStream(UInt32)
  /// The connection is ended by GOAWAY with an HTTP/2 error code; before HTTP/2 a ``close``.
  case goAway(UInt32)
}

extension FaultEnding {
  /// What is done to a connection on which there are no streams.
  package var onHTTP1: FaultEnding {
    switch self {
    case .resetStream: .reset
    case .goAway: .close
    case .close, .halfClose, .reset, .stall: self
    }
  }
}

extension HTTPStubFault {
  /// Whether a client gets something of the response's head.
  package var sendsHead: Bool {
    steps.contains {
      switch $0 {
      case .head, .headBytes, .dribbledHead: true
      case .wait, .body, .raw, .finish, .end: false
      }
    }
  }

  /// Whether its script ends before the end of a response, however much of the body is out.
  var breaksOff: Bool {
    switch steps.last {
    case .end(.close), .end(.halfClose): false
    case .end: true
    default: false
    }
  }
}

extension ResponsePlan {
  /// The plan with the fault in it, and no other: the head edited, the script in place.
  package func with(_ fault: HTTPStubFault) -> ResponsePlan {
    var plan = self
    plan.fault = fault
    guard var head else { return plan }
    if let soundFraming { head.headers.framing = soundFraming }
    plan.soundFraming = head.headers.framing
    if fault.headEdit.lengthOffset != 0 {
      head.headers.remove(.transferEncoding)
      // An answer to HEAD announces a body that it does not have.
      let length = head.headers[.contentLength].flatMap { Int($0) }
      // Of a body that is on its way, the length is known when all of it has come.
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
  /// What `Content-Length` says of a body of so many bytes.
  package func announcedLength(of count: Int) -> Int {
    let sum = count.addingReportingOverflow(lengthOffset)
    return sum.overflow ? .max : max(0, sum.partialValue)
  }
}

extension HTTPHeaders {
  /// The fields that say where the body ends.
  fileprivate var framing: HTTPHeaders {
    get { HTTPHeaders(fields.filter(Self.isFraming)) }
    set {
      // Others keep their places, and so do these where nothing changes.
      guard newValue != framing else { return }
      self = HTTPHeaders(fields.filter { !Self.isFraming($0) } + newValue.fields)
    }
  }

  private static func isFraming(_ field: Field) -> Bool {
    field.name == .contentLength || field.name == .transferEncoding
  }
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
  /// The head has an invalid header line.
  static let forInvalidHead = cannotParseResponse
  #else
  /// The connection ends before the body is whole.
  static let forCutBody = unknown
  /// The connection ends without a byte.
  static let forNoResponse = badServerResponse
  /// What comes is no HTTP; it is taken for HTTP/0.9, which is not supported.
  static let forGarbage = unsupportedURL
  /// The head has an invalid header line.
  static let forInvalidHead = unknown
  #endif
}
