import Foundation
import StubCore

/// Rules about networks: what a client gets through them, and how long that takes at least.
enum NetworkCases {
  /// 500 KB/s in one direction.
  private static let speed = HTTPConnectionSpeed(bytesPerSecond: 500_000)
  private static let download = NetworkProfile(name: "download", download: speed)
  private static let upload = NetworkProfile(name: "upload", upload: speed)

  /// In periods of 20 ms of work and a stall of 60 ms: work of 40 ms meets one whole stall.
  private static let stalls = NetworkProfile.Stalls(
    every: .milliseconds(80), lasting: .milliseconds(60))

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
      "a response is late by the latency", NetworkProfile(name: "", latency: .milliseconds(60)),
      { response(10) }, gets: text(10), after: .milliseconds(60)),
    NetworkCase(
      "a body comes as fast as the download", download, { response(30_000) }, gets: text(30_000),
      after: .milliseconds(60)),
    NetworkCase(
      "latency and download add up",
      NetworkProfile(name: "", download: speed, latency: .milliseconds(30)), { response(20_000) },
      gets: text(20_000), after: .milliseconds(70)),
    NetworkCase(
      "a request's body comes as fast as the upload", upload, { response(10) },
      ContractRequest.post("/", body: text(30_000)), gets: text(10), after: .milliseconds(60)),
    NetworkCase(
      "a body waits for the end of a stall",
      NetworkProfile(name: "", download: speed, stalls: stalls), { response(20_000) },
      gets: text(20_000), after: .milliseconds(100)),
    NetworkCase(
      "a request's body waits for the end of a stall",
      NetworkProfile(name: "", upload: speed, stalls: stalls), { response(10) },
      ContractRequest.post("/", body: text(20_000)), gets: text(10), after: .milliseconds(100)),
    NetworkCase(
      "an outage takes the place of the response, as late as that",
      NetworkProfile(name: "", latency: .milliseconds(40), outage: .reset), { response(10) },
      gets: nil, after: .milliseconds(40)),
    NetworkCase(
      "what comes after a pause counts from the pause's end", download,
      { chunks(HTTPStubChunk("first"), HTTPStubChunk(text(20_000), after: .milliseconds(30))) },
      gets: "first" + text(20_000), after: .milliseconds(70)),
    NetworkCase(
      "pauses between the chunks of a body count", download,
      { response(20_000, .dribble(chunks: 4, over: .milliseconds(60))) }, gets: text(20_000),
      after: .milliseconds(70)),
    NetworkCase(
      "three that share a link take three times as long", download, { response(10_000) },
      gets: text(10_000), atOnce: 3, after: .milliseconds(60)),
    NetworkCase(
      "three uploads that share a link take three times as long", upload, { response(10) },
      ContractRequest.post("/", body: text(10_000)), gets: text(10), atOnce: 3,
      after: .milliseconds(60)),
    NetworkCase(
      "a response that is slower than the link is as slow as it says", download,
      { response(20_000, .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 250_000))) },
      gets: text(20_000), after: .milliseconds(80)),
    NetworkCase(
      "a response that is faster than the link is as slow as the link", download,
      { response(30_000, .withSpeed(HTTPConnectionSpeed(bytesPerSecond: 1_000_000))) },
      gets: text(30_000), after: .milliseconds(60)),
  ]
}
