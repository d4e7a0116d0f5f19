import CoreTestSupport
import StubCore
import Testing

@Suite("Unmatched requests for a tunnel")
struct UnmatchedTunnelTests {
  @Test("A stub for any method is none for CONNECT, about which the report advises no stub")
  func tunnels() throws {
    let set = StubSet()
    set.add(stub: HTTPStubRequest(file: "a.yaml", line: 3).stub(.text("any")))
    let request = ReceivedRequest(.connect, "//shop.example:443")
    let report = try #require(set.receive(request).outcome.report)
    #expect(
      report.description == """
        No stub matches CONNECT shop.example:443
        The only stub:

        stub at a.yaml:3
          ✗ method is not CONNECT (got CONNECT)

        The client asks for a tunnel, but this is not a proxy.
        Send requests to this port, without a proxy; only a stub that names CONNECT answers it.

        """)
    #expect(report.json["hint"] != nil)
    for member in ["swift", "rule", "curl"] { #expect(report.json[member] == nil) }
    set.add(stub: HTTPStubRequest().stub(for: .get, .text("get")).stub(.text("other")))
    #expect(set.receive(request).outcome.report != nil)
    for stub in [
      HTTPStubRequest().stub(for: .connect, .text("named")),
      HTTPStubRequest().match(method: .connect, .get).stub(.text("named")),
    ] {
      set.add(stub: stub)
      #expect(set.receive(request).outcome.text == "named")
      set.removeAllStubs()
    }
  }
}
