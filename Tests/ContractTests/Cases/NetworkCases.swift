import Foundation
import StubCore

/// Rules about networks: what a client gets through them, and how long that takes at least.
enum NetworkCases {
  /// 100 KB/s in one direction.
  private static let speed = HTTPConnectionSpeed(bytesPerSecond: 100_000)
  private static let download = NetworkProfile(name: "download", download: speed)
  private static let upload = NetworkProfile(name: "upload", upload: speed)

  /// In periods of 100 ms of work and a stall of 300 ms: work of 200 ms meets one whole stall.
  private static let stalls = NetworkProfile.Stalls(
    every: .milliseconds(400), lasting: .milliseconds(300))

  private static func text(_ count: Int) -> String {
    String(repeating: "0123456789", count: count / 10)
  }

  private static func response(
    _ count: Int, _ time: HTTPStubResponseInterval = .immediate
  ) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.body = text(count)
    response.responseTime = time
    return response
  }

  private static func chunks(_ chunks: HTTPStubChunk...) -> HTTPStubResponse {
    let response = HTTPStubResponse()
    response.chunks = chunks
    return response
  }

  static let all = [
    NetworkCase(
      "a response is late by the latency", NetworkProfile(name: "", latency: .milliseconds(300)),
      { response(10) }, gets: text(10), after: .milliseconds(300)),
    NetworkCase(
      "a body comes as fast as the download", download, { response(30_000) }, gets: text(30_000),
      after: .milliseconds(300)),
    NetworkCase(
      "latency and download add up",
      NetworkProfile(name: "", download: speed, latency: .milliseconds(150)), { response(20_000) },
      gets: text(20_000), after: .milliseconds(350)),
    NetworkCase(
      "a request's body comes as fast as the upload", upload, { response(10) },
      ContractRequest.post("/", body: text(30_000)), gets: text(10), after: .milliseconds(300)),
    NetworkCase(
      "a body waits for the end of a stall",
      NetworkProfile(name: "", download: speed, stalls: stalls), { response(20_000) },
      gets: text(20_000), after: .milliseconds(500)),
    NetworkCase(
      "a request's body waits for the end of a stall",
      NetworkProfile(name: "", upload: speed, stalls: stalls), { response(10) },
      ContractRequest.post("/", body: text(20_000)), gets: text(10), after: .milliseconds(500)),
    NetworkCase(
      "an outage takes the place of the response, as late as that",
      NetworkProfile(name: "", latency: .milliseconds(200), outage: .reset), { response(10) },
      gets: nil, after: .milliseconds(200)),
    NetworkCase(
      "what comes after a pause counts from the pause's end", download,
      { chunks(HTTPStubChunk("first"), HTTPStubChunk(text(20_000), after: .milliseconds(150))) },
      gets: "first" + text(20_000), after: .milliseconds(350)),
    NetworkCase(
      "pauses between the chunks of a body count", download,
      { response(20_000, .dribble(chunks: 4, over: .milliseconds(300))) }, gets: text(20_000),
      after: .milliseconds(350)),
    NetworkCase(
      "three that share a link take three times as long", download, { response(10_000) },
      gets: text(10_000), atOnce: 3, after: .milliseconds(300)),
    NetworkCase(
      "three uploads that share a link take three times as long", upload, { response(10) },
      ContractRequest.post("/", body: text(10_000)), gets: text(10), atOnce: 3,
      after: .milliseconds(300)),
    NetworkCase(
      "a response that is slower than the link is as slow as it says", download,
      { response(20_000, .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 50_000))) },
      gets: text(20_000), after: .milliseconds(400)),
    NetworkCase(
      "a response that is faster than the link is as slow as the link", download,
      { response(30_000, .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 200_000))) },
      gets: text(30_000), after: .milliseconds(300)),
  ]
}
