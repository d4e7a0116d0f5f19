import Foundation
import StubCore
import TestSupport
import Testing

/// A fault, with what a client gets for `GET /` where the sound response has the body `0123456789`.
struct FaultCase: Sendable, CustomTestStringConvertible {
  /// How the connection stands when all bytes have come.
  enum End: Sendable, Equatable {
    /// Both sides have ended.
    case closed
    /// No more comes, but the server takes what the client sends.
    case halfClosed
    case reset
    case open
  }

  let fault: HTTPStubFault
  /// Without the field `Date`.
  let bytes: [UInt8]
  let end: End

  init(_ fault: HTTPStubFault, _ text: String, _ end: End) {
    self.init(fault, Array(text.utf8), end)
  }

  init(_ fault: HTTPStubFault, _ bytes: [UInt8], _ end: End) {
    self.fault = fault
    self.bytes = bytes
    self.end = end
  }

  var testDescription: String { fault.name }

  private static func head(length: Int? = 10, last: String = "") -> String {
    let framing = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
    return "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\(framing)\r\n"
      + "Connection: close\r\n\(last)\r\n"
  }

  static let all: [FaultCase] = [
    FaultCase(.neverAnswer, "", .open),
    FaultCase(.emptyResponse, "", .closed),
    FaultCase(.reset, "", .reset),
    FaultCase(.reset(insideHead: 20), "HTTP/1.1 200 OK\r\nCon", .reset),
    FaultCase(.reset(after: .bytes(4)), head() + "0123", .reset),
    FaultCase(.reset(after: .percent(50)), head() + "01234", .reset),
    FaultCase(.close(after: .bytes(4)), head() + "0123", .closed),
    FaultCase(.close(after: .percent(50)), head() + "01234", .closed),
    FaultCase(.halfClose(after: .bytes(4)), head() + "0123", .halfClosed),
    FaultCase(.stall(insideHead: 20), "HTTP/1.1 200 OK\r\nCon", .open),
    FaultCase(.stall(after: .bytes(4)), head() + "0123", .open),
    FaultCase(.slowHead(every: .milliseconds(1)), head() + "0123456789", .closed),
    FaultCase(.garbage, Array(HTTPStubFault.garbageBytes), .closed),
    FaultCase(.malformedChunk, head(length: nil) + "not a chunk size\r\n", .closed),
    FaultCase(.wrongLength(by: 3), head(length: 13) + "0123456789", .closed),
    FaultCase(.wrongLength(by: -3), head(length: 7) + "0123456789", .closed),
    FaultCase(.duplicateLength, head(last: "Content-Length: 1\r\n") + "0123456789", .closed),
    FaultCase(.invalidHeader, head(last: "this is no header field\r\n") + "0123456789", .closed),
    FaultCase(.resetStream(code: 2, after: .bytes(4)), head() + "0123", .reset),
    FaultCase(.goAway(code: 2), "", .closed),
  ]
}
