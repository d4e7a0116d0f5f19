import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

/// A plan goes out in one piece where it can; these bytes are those of its steps.
@Suite struct WholeAnswerTests {
  private static let plans: [ResponsePlan] = [
    .ok("hello"),
    ResponsePlan(head: ResponseHead(status: .noContent)),
    ResponsePlan(head: ResponseHead(headers: ["Transfer-Encoding": "chunked"])),
    ResponsePlan(
      head: ResponseHead(headers: ["Transfer-Encoding": "chunked"]), body: .data(Data("abc".utf8))),
    ResponsePlan(
      head: ResponseHead(reason: "Fine", headers: ["Date": "then", "Content-Length": "9"]),
      body: .data(Data("abc".utf8))),
    ResponsePlan(head: ResponseHead(headers: ["Connection": "close"])),
    ResponsePlan(head: ResponseHead(headers: ["X-A": "1\r\nX-B: 2"])),
    ResponsePlan(head: ResponseHead(), body: .data(Data(count: 100_000))),
    ResponsePlan(head: ResponseHead(), body: .data(Data(repeating: 0x61, count: 20_000))),
    ResponsePlan(
      head: ResponseHead(headers: ["Date": "then", "Transfer-Encoding": "chunked"]),
      body: .data(Data(repeating: 0x62, count: 20_000))),
    ResponsePlan(
      head: ResponseHead(), body: .data(Data("late".utf8)),
      timing: ResponseTiming(beforeHead: .milliseconds(1))),
  ]

  /// All that a connection brings for these requests, without the values of dates.
  private func bytes(_ plan: ResponsePlan, _ requests: String) async throws -> String {
    var text = ""
    try await withListener(handler: answering(plan)) { listener in
      let client = try WireClient(port: listener.port)
      try await client.send(requests)
      text = String(decoding: try await client.rest(), as: UTF8.self)
    }
    return text.replacing(/Date: \w{3}, [^\r]* GMT/, with: "Date: now")
  }

  @Test(
    "A response in one piece is byte for byte equal to its steps, on every kind of connection",
    arguments: plans,
    [
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nHEAD / HTTP/1.0\r\n\r\n",
      "CONNECT a:1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ])
  func sameBytes(_ plan: ResponsePlan, _ requests: String) async throws {
    let kept = plan.kept()
    #expect(kept == plan)
    var stepwise = plan
    // What has to wait is played step by step, unless it answers many requests.
    stepwise.timing.beforeHead = .milliseconds(1)
    let expected = try await bytes(stepwise, requests)
    #expect(expected.hasPrefix("HTTP/1.1 "))
    #expect(try await bytes(plan, requests) == expected)
    // The second time what was made before is used.
    for _ in 0..<2 { #expect(try await bytes(kept, requests) == expected) }
  }

  @Test(
    "Over HTTP/2 it has the same status, body and frames",
    arguments: plans.filter { $0.body.count < 50_000 })
  func sameFrames(_ plan: ResponsePlan) async throws {
    func answers(_ plan: ResponsePlan) async throws -> [FrameResponse] {
      var answers: [FrameResponse] = []
      try await withListener(handler: answering(plan)) { listener in
        let client = try await FrameClient(port: listener.port)
        for _ in 0..<2 {
          try await client.request("GET", "/")
          answers.append(try await client.response())
        }
      }
      return answers
    }
    #expect(try await answers(plan.kept()) == answers(plan))
  }

  @Test("A changed plan is encoded again")
  func changed() async throws {
    var plan = ResponsePlan.ok("one").kept()
    let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    #expect(try await bytes(plan, request).hasSuffix("one"))
    plan.body = .data(Data("two".utf8))
    #expect(try await bytes(plan, request).hasSuffix("two"))
  }
}
