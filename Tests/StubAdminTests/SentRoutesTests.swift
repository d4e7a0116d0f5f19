import Foundation
import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Requests are shown with what was sent of their responses, not with what was planned")
struct SentRoutesTests {
  private let client = AdminClient()

  /// Lets a request be received of whose response that is sent.
  @discardableResult
  private func receive(_ sent: SentResponse...) -> String {
    let report = client.stubs.receive(ReceivedRequest(.get, "http://127.0.0.1:8080/a")).finish
    for sent in sent { report(sent) }
    return client.admin.names.name(.request, client.stubs.journal.receivedCount)
  }

  private func add(_ response: String) async {
    await client(
      .post, "/stubs", "stubs: [{ match: { path: /a }, respond: { GET: { \(response) } } }]")
  }

  private func sent(
    _ count: Int?, _ ending: ResponseEnding? = nil, _ fault: FaultEnding? = nil,
    isSilent: Bool = false
  ) -> SentResponse {
    SentResponse(
      status: count == nil ? nil : 200, count: count ?? 0, of: 10, hasBegun: count != nil,
      ending: ending, connectionEnding: fault, isSilent: isSilent)
  }

  private let lost = ResponseEnding.failed(.network(.networkConnectionLost))

  @Test("A response that was cut off has the bytes that were sent, in all forms")
  func cut() async throws {
    await add("text: '0123456789', fault: { type: reset, after: 50% }")
    let id = receive(sent(5, lost, .reset))
    let row = try #require(await client(.get, "/journal").json["requests"]?[0])
    #expect(row["status"] == 200 && row["bytes"] == 5 && row["plannedBytes"] == 10)
    #expect(row["state"] == "reset" && row["ended"] == true)
    #expect(row["sent"] == "5 of 10 bytes sent; the connection was reset")
    let account = await client(.get, "/requests/\(id)/account").json
    #expect(account["response"]?["body"] == "01234")
    #expect(account["response"]?["bytes"] == 5)
    #expect(account["response"]?["fault"] == "resetInBody")
    let event = await client(.get, "/requests/\(id)").json
    #expect(event["response"]?["status"] == 200)
    #expect(event["response"]?["body"] == "01234")
    #expect(event["response"]?["bodyAsBase64"] == "MDEyMzQ=")
    #expect(event["response"]?["sent"]?["state"] == "reset")
    #expect(event["response"]?["sent"]?["plannedBodyBytes"] == 10)
    #expect(event["wasMatched"] == true)
    #expect(event["responseDefinition"]?["fromConfiguredStub"] != false)
  }

  @Test("A response that was never sent has no status and no body, and says when its client left")
  func never() async throws {
    await add("text: '0123456789', fault: { type: neverAnswer }")
    let silent = sent(nil, .failed(.network(.timedOut)), .stall, isSilent: true)
    let id = receive(silent)
    let open = try #require(await client(.get, "/journal").json["requests"]?[0])
    #expect(open["ended"] == false && open["state"] == "silent" && open["status"] == nil)
    #expect(open["duration"] == nil)
    receive(silent, silent.afterClientLeft)
    let row = try #require(await client(.get, "/journal").json["requests"]?[0])
    #expect(row["ended"] == true && row["state"] == "clientLeft" && row["bytes"] == 0)
    #expect(row["sent"]?.string?.hasPrefix("no response sent; the client left after ") == true)
    #expect(row["wait"] == row["duration"])
    let response = await client(.get, "/requests/\(id)").json["response"]
    #expect(response?["status"] == 0 && response?["body"] == "" && response?["headers"] == [:])
    #expect(response?["sent"]?["description"] == "no response sent; nothing more is sent")
    let account = await client(.get, "/requests/\(id)/account").json
    #expect(account["response"]?["status"] == nil && account["response"]?["headers"] == nil)
  }

  @Test("A cut event stream does not have the events that were not sent")
  func events() async throws {
    await add("events: [{ data: one }, { data: '[DONE]' }], fault: { type: close, after: 11 }")
    let id = receive(sent(11, lost, .close))
    let event = await client(.get, "/requests/\(id)").json
    #expect(event["response"]?["body"] == "data: one\n\n")
  }

  @Test("A response that is being sent shows how far it has come")
  func live() async throws {
    await add("text: '0123456789', delay: 1h, speed: 1kbps")
    receive()
    let waiting = try #require(await client(.get, "/journal").json["requests"]?[0])
    #expect(waiting["state"] == "waiting" && waiting["status"] == nil)
    #expect(waiting["delay"] == 3_600_000)
    receive(sent(5))
    let row = try #require(await client(.get, "/journal").json["requests"]?[0])
    #expect(row["state"] == "sending" && row["sent"] == "sending 5 of 10 bytes")
    #expect(row["status"] == 200 && row["ended"] == false && row["duration"] == nil)
  }

  @Test("What the server says in place of a response that cannot be sent is what is shown")
  func instead() async throws {
    await add("text: '0123456789'")
    let report = client.stubs.receive(ReceivedRequest(.get, "http://127.0.0.1:8080/a")).finish
    report.note(instead: .text("cannot", status: .internalServerError))
    report(
      SentResponse(
        status: .internalServerError, count: 6, of: 6, hasBegun: true, ending: .completed))
    let event = await client(.get, "/requests").json["requests"]?[0]
    #expect(event?["response"]?["status"] == 500)
    #expect(event?["response"]?["body"] == "cannot")
    #expect(event?["response"]?["sent"] == nil)
  }

  @Test("A response is shown as planned after its last byte, until its end is reported")
  func atHand() async throws {
    await add("text: '0123456789'")
    receive()
    let event = await client(.get, "/requests").json["requests"]?[0]
    #expect(event?["response"]?["status"] == 200)
    #expect(event?["response"]?["body"] == "0123456789")
  }

  @Test("The delay of a stub counts as far as it was waited for")
  func timing() async throws {
    await add("text: '0123456789', delay: 1h")
    receive(sent(nil, .cancelled))
    let timing = await client(.get, "/requests").json["requests"]?[0]?["timing"]
    #expect(timing?["addedDelay"] == timing?["totalTime"])
    #expect(timing?["responseSendTime"] == 0)
  }

  @Test("A status is counted when it was sent")
  func metrics() async throws {
    await add("text: '0123456789'")
    receive(sent(10, .completed))
    receive(sent(5, lost, .reset))
    receive(sent(nil, .cancelled))
    let text = await client(.get, "/metrics").text
    #expect(text.contains("stubber_responses_total{status=\"200\"} 2.0\n"))
    #expect(text.contains("stubber_responses_total{status=\"none\"} 1.0\n"))
    #expect(text.contains("stubber_incomplete_responses_total 2.0\n"))
    #expect(text.contains("stubber_response_body_bytes_total 15.0\n"))
  }
}
