#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One thing a host does while it plays a plan.
public enum PlanStep: Sendable, Hashable {
  /// Goes on when the gate opens; the times of later steps count on from then.
  case hold(HTTPStubGate)
  /// The head, or what is left of it.
  case head(ResponseHead)
  /// The head as encoded, up to this number of bytes from its start.
  case headBytes(ResponseHead, upTo: Int)
  /// Bytes of the plan's body.
  case bytes(Range<Int>)
  /// Bytes that go on the wire as they are, in no framing.
  case raw(Data)
  /// The end of a whole response.
  case finish
  /// A failure; on the wire, where nothing says more, a reset of the connection.
  case fail(StubFailure)
  /// An end that only a connection can show.
  case end(FaultEnding)
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

/// A step with its time, counted from the start of the plan; later steps never have earlier times.
public struct TimedStep: Sendable, Hashable {
  public let at: Duration
  public let step: PlanStep

  public init(at: Duration, step: PlanStep) {
    self.at = at
    self.step = step
  }
}
