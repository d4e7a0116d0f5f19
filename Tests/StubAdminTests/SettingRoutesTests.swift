import StubCore
import StubLanguages
import Testing

@testable import StubAdmin

@Suite("Settings hold for all stubs")
struct SettingRoutesTests {
  private let client = AdminClient()

  private func wait(_ path: String) -> Duration? {
    client.receive(.get, path)
    return client.stubs.journal.entries.last?.plan?.timing.beforeHead
  }

  /// Adds a mapping for `/a` without a delay, and one for `/b` with 7 ms.
  private func addMappings() async {
    await client(.post, "/mappings", #"{"request": {"url": "/a"}}"#)
    await client(
      .post, "/mappings",
      #"{"request": {"url": "/b"}, "response": {"fixedDelayMilliseconds": 7}}"#)
  }

  @Test("A fixed delay is that of responses without one of their own")
  func fixedDelay() async {
    await addMappings()
    #expect(await client(.post, "/settings", #"{"fixedDelay": 100}"#).status == 200)
    #expect(await client(.get, "/settings").json == ["settings": ["fixedDelay": 100]])
    #expect(wait("/a") == .milliseconds(100))
    #expect(wait("/b") == .milliseconds(7))
    #expect(await client(.put, "/settings", "{}").status == 200)
    #expect(await client(.get, "/settings").json == ["settings": [:]])
    #expect(wait("/a") == .zero)
  }

  @Test("A distribution is drawn from, in addition to a fixed delay")
  func distribution() async {
    await client(.post, "/mappings", #"{"request": {"url": "/a"}}"#)
    await client(
      .post, "/settings",
      #"{"settings": {"fixedDelay": 5, "delayDistribution": "#
        + #"{"type": "uniform", "lower": 10, "upper": 10}}}"#)
    #expect(wait("/a") == .milliseconds(15))
  }

  @Test("A response with a delay of one kind waits for the common one of the other kind too")
  func kinds() async {
    let own = [
      #""fixedDelayMilliseconds": 7"#,
      #""delayDistribution": {"type": "uniform", "lower": 3, "upper": 3}"#,
      #""delayDistribution": {"type": "fixed", "milliseconds": 0}"#,
    ]
    for (place, delay) in own.enumerated() {
      await client(
        .post, "/mappings", #"{"request": {"url": "/\#(place)"}, "response": {\#(delay)}}"#)
    }
    let common = #"{"type": "uniform", "lower": 20, "upper": 20}"#
    await client(.post, "/settings", #"{"fixedDelay": 100, "delayDistribution": \#(common)}"#)
    #expect(wait("/0") == .milliseconds(27))
    #expect(wait("/1") == .milliseconds(103))
    #expect(wait("/2") == .milliseconds(100))
  }

  @Test("Delays of all responses come in addition to the latency of a network")
  func network() async {
    await addMappings()
    await client(.post, "/settings", #"{"fixedDelay": 100}"#)
    client.stubs.network = NetworkProfile(name: "late", latency: .milliseconds(1_000))
    #expect(wait("/a") == .milliseconds(1_100))
    #expect(wait("/b") == .milliseconds(1_007))
  }

  @Test("Other settings are kept, and added to")
  func extended() async {
    await client(.post, "/settings", #"{"extended": {"a": 1, "b": 2}}"#)
    #expect(
      await client(.patch, "/settings/extended", #"{"extended": {"b": 3, "c": 4}}"#).status == 200)
    #expect(
      await client(.get, "/settings").json == ["settings": ["extended": ["a": 1, "b": 3, "c": 4]]])
  }

  @Test(
    "Unmatched requests go to the server of --proxy-all, as they always do",
    arguments: ["true", "null"])
  func passThrough(value: String) async {
    let settings = #"{"fixedDelay": 1, "proxyPassThrough": \#(value)}"#
    #expect(await client(.post, "/settings", settings).status == 200)
  }

  @Test(
    "What is wrong is refused, and nothing changes",
    arguments: [
      (#"{"fixedDelay": "x"}"#, "/fixedDelay"), (#"{"fixedDelay": -1}"#, "/fixedDelay"),
      (#"{"nope": 1}"#, "/nope"), (#"{"proxyPassThrough": false}"#, "/proxyPassThrough"),
      (#"{"delayDistribution": {"type": "x"}}"#, "/delayDistribution/type"),
    ])
  func refusals(body: String, pointer: String) async {
    await client(.post, "/settings", #"{"fixedDelay": 1}"#)
    let reply = await client(.post, "/settings", body)
    #expect(reply.status == 422)
    #expect(reply.json["errors"]?[0]?["source"]?["pointer"]?.string == pointer)
    #expect(await client(.get, "/settings").json == ["settings": ["fixedDelay": 1]])
    #expect(await client(.patch, "/settings/extended", "{}").status == 422)
  }
}
