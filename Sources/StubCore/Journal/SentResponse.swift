/// The part of a response that a host has actually sent, which may be less than the stub planned.
///
/// ```swift
/// let sent = stubber.journal.entries.last?.sent
/// print(sent?.description ?? "waiting")  // 5 of 10 bytes sent; the connection was reset
/// ```
public struct SentResponse: Sendable, Hashable {
  /// The stage of a response.
  enum Stage: Sendable, Hashable {
    case sending
    /// Nothing more is sent, and the client still waits for more.
    case silent
    /// The client has left after nothing more was sent.
    case left
    case over
  }

  private var code: UInt16
  private var planned: Int
  /// The number of bytes of the body that were sent, without the framing of HTTP.
  public private(set) var bodyCount: Int
  /// The end of the response from the client's view; `nil` while it is being sent.
  public let ending: ResponseEnding?
  /// The end of the connection or stream, if a fault or failure ended it before the response was
  /// complete.
  ///
  /// Otherwise it is `nil`, also if the client left.
  package let connectionEnding: FaultEnding?
  private(set) var stage: Stage
  /// Whether any byte was sent, even if only a part of the head or bytes that are not HTTP.
  private(set) var hasBegun: Bool
  /// Whether a host has counted the bytes.
  ///
  /// If not, a completed response counts as sent in full.
  let isMeasured: Bool
  // Times in nanoseconds since 1970; 0 if unknown.
  private var arrival: Int64 = 0
  package let firstByte: Int64
  private var end: Int64 = 0

  /// Creates a report on the part of a response that has been sent, until now or until its end.
  ///
  /// - Parameters:
  /// - status: The status of the head, if the whole head has been sent.
  /// - count: The number of bytes of the body that have been sent.
  /// - planned: The number of bytes of the body to send; `nil` if only a real server knows it.
  /// - hasBegun: Whether any byte has been sent.
  /// - firstByte: The time of the first byte, in nanoseconds since 1970; 0 if it was sent at once.
  /// - ending: The end of the response; `nil` while it is being sent.
  /// - connectionEnding: The end of the connection or stream, if it came too early.
  /// - isSilent: Whether the client still waits for more, although nothing more is sent.
  package init(
    status: HTTPStatusCode?, count: Int, of planned: Int?, hasBegun: Bool, firstByte: Int64 = 0,
    ending: ResponseEnding? = nil, connectionEnding: FaultEnding? = nil, isSilent: Bool = false
  ) {
    code = status.map { UInt16(clamping: $0.rawValue) } ?? 0
    bodyCount = count
    self.planned = planned ?? -1
    self.hasBegun = hasBegun
    self.firstByte = firstByte
    self.ending = ending
    self.connectionEnding = connectionEnding
    stage = ending == nil ? .sending : isSilent ? .silent : .over
    isMeasured = true
  }

  /// Creates a report on the end of a response, without counts of bytes.
  package init(_ ending: ResponseEnding) {
    (code, bodyCount, planned, firstByte) = (0, 0, -1, 0)
    (hasBegun, isMeasured) = (ending == .completed, false)
    (self.ending, connectionEnding, stage) = (ending, nil, .over)
  }

  /// The status of the head; `nil` until the whole head has been sent.
  public var status: HTTPStatusCode? { code == 0 ? nil : HTTPStatusCode(rawValue: Int(code)) }

  /// The number of bytes of the body to send; `nil` if only a real server knows it.
  public var plannedBodyCount: Int? { planned < 0 ? nil : planned }

  /// Whether the response has ended, and the client either has it or has left.
  package var isOver: Bool { stage == .over || stage == .left }

  /// Whether the complete response was sent to the client.
  package var isComplete: Bool { ending == .completed }

  /// The time from the arrival of the request to the first byte, or to the end if no byte was sent.
  ///
  /// It is `nil` before that time.
  public var wait: Duration? {
    hasBegun ? .nanoseconds(firstByte == 0 ? 0 : max(0, firstByte - arrival)) : duration
  }

  /// The time from the arrival of the request until the response ended or the client left; `nil`
  /// before.
  public var duration: Duration? { nanoseconds.map { .nanoseconds($0) } }

  /// The value of ``duration`` in nanoseconds.
  var nanoseconds: Int64? { end == 0 ? nil : end - arrival }

  /// The time from the first byte to the end; `nil` before the end.
  public var sending: Duration? { duration.map { max(.zero, $0 - (wait ?? .zero)) } }

  /// The ending of the response; `nil` if an earlier report already had it.
  package var newEnding: ResponseEnding? { stage == .left ? nil : ending }

  /// This report, changed to say that the client left while it was still waiting.
  package var afterClientLeft: SentResponse {
    var sent = self
    sent.stage = .left
    return sent
  }

  /// Returns this report with the time when the client left, in nanoseconds since 1970.
  ///
  /// With 0, the journal sets the time when it gets the report. If the first byte was sent later
  /// than `time`, nothing counts as sent.
  package func left(at time: Int64) -> SentResponse {
    var sent = self
    sent.end = time
    if time > 0, firstByte > time { (sent.code, sent.bodyCount, sent.hasBegun) = (0, 0, false) }
    return sent
  }

  /// Sets the time of arrival and, if the response has ended, the time of the end.
  mutating func note(arrival: Int64, now: Int64) {
    self.arrival = arrival
    if isOver { end = max(arrival, end == 0 ? now : end) }
  }

  /// Fills in the planned status and body size for a complete response whose bytes were not
  /// counted.
  mutating func assume(_ status: HTTPStatusCode?, count: Int?) {
    planned = count ?? -1
    guard isComplete else { return }
    code = status.map { UInt16(clamping: $0.rawValue) } ?? 0
    bodyCount = max(0, planned)
  }
}

extension SentResponse: CustomStringConvertible {
  /// The sent number of bytes and the end of the response, in words.
  public var description: String {
    if isComplete { return "complete" }
    let bytes = plannedBodyCount.map { "\(bodyCount) of \($0) bytes" } ?? "\(bodyCount) bytes"
    guard ending != nil else {
      if status != nil { return "sending \(bytes)" }
      return hasBegun ? "sending the head" : "waiting"
    }
    let what = status != nil ? bytes : hasBegun ? "no whole head" : "no response"
    return "\(what) sent; \(end(in: duration.map { " after \($0.inWords)" } ?? ""))"
  }

  private func end(in time: String) -> String {
    switch (stage, connectionEnding, ending) {
    case (.silent, _, _): "nothing more is sent"
    case (.left, _, _), (_, _, .cancelled): "the client left\(time)"
    case (_, _, .failed(.network(.timedOut))): "timed out\(time)"
    case (_, .close?, _): "the connection was closed"
    case (_, .halfClose?, _): "the sending side of the connection was closed"
    case (_, .reset?, _): "the connection was reset"
    case (_, .resetStream(let code)?, _): "the stream was reset with code \(code)"
    case (_, .goAway(let code)?, _): "the connection was ended by GOAWAY with code \(code)"
    case (_, _, .failed(.network(let code))): "failed with \(code)"
    case (_, _, .failed(.error)): "failed with an error"
    case (_, _, .completed), (_, _, nil): "complete"
    }
  }

  /// The state of the response as one word, for programs.
  package var state: String {
    switch (stage, connectionEnding, ending) {
    case (.sending, _, _): hasBegun ? "sending" : "waiting"
    case (_, _, .completed): "complete"
    case (.silent, _, _): "silent"
    case (.left, _, _), (_, _, .cancelled): "clientLeft"
    case (_, _, .failed(.network(.timedOut))): "timedOut"
    case (_, .close?, _): "closed"
    case (_, .halfClose?, _): "halfClosed"
    case (_, .reset?, _): "reset"
    case (_, .resetStream?, _): "streamReset"
    case (_, .goAway?, _): "goAway"
    case (_, _, .failed), (_, _, nil): "failed"
    }
  }
}

extension Duration {
  /// The duration in words, such as `350 ms` or `2.1 s`.
  fileprivate var inWords: String {
    let milliseconds = Int(max(0, min(self / .milliseconds(1), 1e15)))
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    let tenths = milliseconds / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
