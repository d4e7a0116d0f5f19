import StubCore
import Testing

@Suite("Targets of webhooks")
struct WebhookTargetsTests {
  private func isAllowed(
    _ url: String, at address: String, _ change: (inout WebhookTargets) throws -> Void = { _ in }
  ) throws -> Bool {
    var targets = WebhookTargets()
    try change(&targets)
    let address = try #require(IPAddress(address))
    return targets.refusal(of: RequestURL(url), at: address) == nil
  }

  @Test(
    "Unasked only this machine is allowed, by whatever name it is found",
    arguments: [
      ("http://127.0.0.1:9/", "127.0.0.1", true), ("http://localhost/", "::1", true),
      ("http://any.example/", "127.8.9.1", true), ("http://[::1]:9/", "::1", true),
      ("http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", true),
      ("http://localhost/", "10.0.0.1", false), ("http://127.0.0.1.example/", "8.8.8.8", false),
      ("http://0.0.0.0/", "0.0.0.0", true), ("http://[::]/", "::", true),
      ("http://0.0.0.1/", "0.0.0.1", false), ("http://128.0.0.0/", "128.0.0.0", false),
      ("http://169.254.169.254/", "169.254.169.254", false),
      ("http://[fe80::1]/", "fe80::1", false),
    ])
  func defaults(url: String, address: String, expected: Bool) throws {
    #expect(try isAllowed(url, at: address) == expected)
  }

  @Test(
    "Hosts are allowed by name, pattern, address, range and port",
    arguments: [
      ("*", "http://a.example/", "8.8.8.8", true),
      ("a.example", "http://A.example/", "8.8.8.8", true),
      ("a.example", "http://a.example./x", "8.8.8.8", true),
      ("a.example", "http://b.a.example/", "8.8.8.8", false),
      ("*.example", "http://b.a.example/", "8.8.8.8", true),
      ("*.example", "http://example/", "8.8.8.8", false),
      ("a*c.d", "http://abc.d/", "8.8.8.8", true), ("a*c.d", "http://abc.e/", "8.8.8.8", false),
      ("a.example:81", "http://a.example:81/", "8.8.8.8", true),
      ("a.example:81", "http://a.example/", "8.8.8.8", false),
      ("a.example:443", "https://a.example/", "8.8.8.8", true),
      ("10.0.0.7", "http://any.example/", "10.0.0.7", true),
      ("10.0.0.7:80", "http://10.0.0.7/", "10.0.0.7", true),
      ("10.0.0.7:81", "http://10.0.0.7/", "10.0.0.7", false),
      ("10.0.0.7-10.0.1.2", "http://x/", "10.0.1.0", true),
      ("10.0.0.7-10.0.1.2", "http://x/", "10.0.1.3", false),
      ("[fd00::1]:80", "http://[fd00::1]/", "fd00::1", true),
      ("fd00::1", "http://x/", "fd00::1", true),
    ])
  func allowed(rule: String, url: String, address: String, expected: Bool) throws {
    #expect(try isAllowed(url, at: address) { try $0.allow(rule) } == expected)
    #expect(try isAllowed("http://localhost/", at: "127.0.0.1") { try $0.allow(rule) })
  }

  @Test("What is denied stays so, whatever is allowed")
  func denied() throws {
    func deny(_ rule: String) -> (inout WebhookTargets) throws -> Void {
      {
        try $0.deny(rule)
        try $0.allow("*")
      }
    }
    #expect(try !isAllowed("http://a.example/", at: "8.8.8.8", deny("*.example")))
    #expect(try !isAllowed("http://a.example/", at: "8.8.8.8", deny("8.8.8.8")))
    #expect(try !isAllowed("http://localhost/", at: "127.0.0.1", deny("127.0.0.1")))
    #expect(try isAllowed("http://a.example/", at: "8.8.8.8", deny("8.8.8.9")))
    #expect(try !isAllowed("http://0.0.0.0/", at: "0.0.0.0", deny("127.0.0.0-127.255.255.255")))
    #expect(try !isAllowed("http://[::]/", at: "::", deny("::1")))
    #expect(try !isAllowed("http://0.0.0.0/", at: "0.0.0.0", deny("0.0.0.0")))
  }

  @Test("This machine can be left out of what is allowed")
  func none() throws {
    var targets = WebhookTargets.none
    try targets.allow("*.example")
    for (host, address, isAllowed) in [
      ("localhost", "127.0.0.1", false), ("[::1]", "::1", false), ("0.0.0.0", "0.0.0.0", false),
      ("a.example", "127.0.0.1", true),
    ] {
      let address = try #require(IPAddress(address))
      #expect(
        (targets.refusal(of: RequestURL("http://\(host)/"), at: address) == nil) == isAllowed)
    }
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "", ":80", "a b", "http://a", "a/b", "a:0", "a:x", "a:", "u@a", "a:99999", "[::1",
      "10.0.0.9-10.0.0.1",
    ])
  func refused(text: String) {
    var targets = WebhookTargets()
    let error = #expect(throws: WebhookTargetError.self) { try targets.allow(text) }
    #expect(
      error?.description
        == "\"\(text)\" is not a host; use HOST, HOST:PORT, an address, or * for all")
  }

  @Test("A refusal names the host, its address, and what to do")
  func refusal() throws {
    let address = try #require(IPAddress("10.0.0.1"))
    let targets = WebhookTargets()
    #expect(
      targets.refusal(of: RequestURL("http://a.example:81/x"), at: address)
        == "a.example (10.0.0.1) is not an allowed target; use --allow-webhook a.example:81")
    #expect(
      targets.refusal(of: RequestURL("http://10.0.0.1/x"), at: address)
        == "10.0.0.1 is not an allowed target; use --allow-webhook 10.0.0.1")
  }

  @Test(
    "Addresses are read, and written in their usual form",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("::FFFF:10.1.2.3", "10.1.2.3"), ("0:0:0::1", "::1"),
      ("1.2.3", nil), ("localhost", nil), ("", nil), ("::1%lo", nil),
    ])
  func addresses(text: String, expected: String?) {
    #expect(IPAddress(text).map { "\($0)" } == expected)
  }
}
