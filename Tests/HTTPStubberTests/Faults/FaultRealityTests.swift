import CoreTestSupport
import Foundation
import HTTPStubber
import StubCore
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What `URLSession` makes of each fault when a server plays its script on a socket, and in-process.
@Suite struct FaultRealityTests {
  /// What a client sees in the end.
  enum Outcome: Hashable, CustomTestStringConvertible {
    case success(status: Int, bytes: Int)
    case failure(URLError.Code)
    case other(String)

    var testDescription: String {
      switch self {
      case .success(let status, let bytes): "status \(status), \(bytes) bytes"
      case .failure(let code): "error \(code.rawValue)"
      case .other(let text): text
      }
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: HTTPStubFault
    let outcome: Outcome

    init(_ name: String, _ fault: HTTPStubFault, _ outcome: Outcome) {
      self.name = name
      self.fault = fault
      self.outcome = outcome
    }

    var testDescription: String { name }
  }

  #if canImport(Darwin)
  // Not measured.
  static let cutBody = URLError.networkConnectionLost
  static let noResponse = URLError.networkConnectionLost
  static let garbage = URLError.cannotParseResponse
  static let invalidHead = URLError.cannotParseResponse
  #else
  static let cutBody = URLError.unknown
  static let noResponse = URLError.badServerResponse
  static let garbage = URLError.unsupportedURL
  static let invalidHead = URLError.unknown
  #endif

  static let body = Data(String(repeating: "0123456789", count: 100).utf8)

  static let atOnce: [Row] = [
    Row("reset", .reset, .failure(.networkConnectionLost)),
    Row("reset inside the head", .reset(insideHead: 20), .failure(.networkConnectionLost)),
    Row("reset after 0 bytes", .reset(after: .bytes(0)), .failure(.networkConnectionLost)),
    Row("reset after 50 %", .reset(after: .percent(50)), .failure(.networkConnectionLost)),
    Row("close after 0 bytes", .close(after: .bytes(0)), .failure(cutBody)),
    Row("close after 400 bytes", .close(after: .bytes(400)), .failure(cutBody)),
    Row("close after all", .close(after: .all), .success(status: 200, bytes: 1_000)),
    Row("half-close", .halfClose(after: .bytes(400)), .failure(cutBody)),
    Row("empty response", .emptyResponse, .failure(noResponse)),
    Row("garbage", .garbage, .failure(garbage)),
    Row("malformed chunk", .malformedChunk, .failure(cutBody)),
    Row("length too great", .wrongLength(by: 10), .failure(cutBody)),
    Row("length too small", .wrongLength(by: -10), .success(status: 200, bytes: 990)),
    Row("length 0", .wrongLength(by: -5_000), .success(status: 200, bytes: 0)),
    Row("duplicate length", .duplicateLength, .success(status: 200, bytes: 1)),
    Row("invalid header", .invalidHeader, .failure(invalidHead)),
    Row("slow head", .slowHead(every: .milliseconds(1)), .success(status: 200, bytes: 1_000)),
    Row("reset stream", .resetStream(code: 2), .failure(.networkConnectionLost)),
    Row("go away", .goAway(code: 0), .failure(noResponse)),
  ]

  static let stalls: [Row] = [
    Row("never answer", .neverAnswer, .failure(.timedOut)),
    Row("stall inside the head", .stall(insideHead: 20), .failure(.timedOut)),
    Row("stall in the body", .stall(after: .bytes(400)), .failure(.timedOut)),
  ]

  @Test("the wire and the stubber give a client the same", arguments: atOnce)
  func sameOutcome(row: Row) async throws {
    try await check(row, timeout: 300)
  }

  @Test("a stall times out on the wire and in-process", arguments: stalls)
  func stall(row: Row) async throws {
    try await check(row, timeout: 1)
  }

  private func check(_ row: Row, timeout: TimeInterval) async throws {
    let server = try ScriptServer(
      ResponsePlan(
        head: ResponseHead(headers: ["Content-Length": "1000", "Content-Type": "text/plain"]),
        body: .data(Self.body)
      ).with(row.fault))
    let onWire = try await outcome(
      of: .init(configuration: .ephemeral), at: "http://127.0.0.1:\(server.port)/",
      timeout: timeout)
    let clock = VirtualClock()
    let stubber = HTTPStubber(clock: clock)
    stubber.add(stub: HTTPStubRequest().stub(for: .get, .body(Self.body).failing(with: row.fault)))
    let inProcess = try await clock.advancing {
      try await outcome(of: stubber.session, at: "http://one.example/", timeout: timeout)
    }
    #expect(onWire == row.outcome)
    #expect(inProcess == row.outcome)
  }

  private func outcome(
    of session: URLSession, at address: String, timeout: TimeInterval
  ) async throws -> Outcome {
    var request = try request(.get, address)
    request.timeoutInterval = timeout
    do {
      let (data, response) = try await session.data(for: request)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      return Self.body.starts(with: data)
        ? .success(status: status, bytes: data.count)
        : .other("status \(status), other bytes: \(data.count)")
    } catch let error as URLError {
      return .failure(error.code)
    } catch {
      return .other("\(error)")
    }
  }
}
