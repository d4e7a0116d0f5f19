import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSHandshakeTests {
    /// Connects with `openssl s_client`, which shows what was agreed on; `nil` when there is none.
    private func connect(_ port: Int, _ arguments: [String] = []) async throws -> ChildProcess
      .Result?
    {
      try await Tool.openssl?.run(
        ["s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", TestAuthority.certificate]
          + arguments)
    }

    @Test("curl trusts an issued certificate by name and by address, over each version of TLS")
    func minted() async throws {
      try await withSecureListener { listener in
        let port = listener.port
        #expect(listener.url == "https://127.0.0.1:\(port)")
        #expect(listener.certificateToTrust == TestAuthority.certificate)
        let cases: [[String]] = [
          ["https://127.0.0.1:\(port)/x"], ["https://localhost:\(port)/x"],
          ["--tls-max", "1.2", "https://localhost:\(port)/x"],
          ["--tlsv1.3", "https://localhost:\(port)/x"],
          ["--resolve", "a.example:\(port):127.0.0.1", "https://A.example:\(port)/x"],
        ]
        for arguments in cases {
          guard
            let result = try await Tool.curl(arguments, trusting: TestAuthority.certificate)
          else { return }
          #expect(result.output == "GET /x ", "\(arguments): \(result.errors)")
        }
      }
    }

    @Test("Every server name gets a certificate of its own")
    func serverNames() async throws {
      try await withSecureListener { listener in
        for name in ["a.example", "b.c.example", "with_underscore.example"] {
          guard
            let result = try await connect(
              listener.port, ["-servername", name, "-verify_hostname", name])
          else { return }
          #expect(result.output.contains("subject=O = stubber, CN = \(name)\n"))
          #expect(result.output.contains("Verify return code: 0 (ok)"), "\(result.output)")
        }
        let nameless = try await connect(
          listener.port, ["-noservername", "-verify_ip", "127.0.0.1"])
        #expect(nameless?.output.contains("Verify return code: 0 (ok)") == true)
      }
    }

    @Test("Versions below the minimum and above the maximum are refused")
    func versions() async throws {
      var modern = TLSConfiguration.forTests
      modern.minimumVersion = .tls13
      try await withSecureListener(modern) { listener in
        guard let refused = try await connect(listener.port, ["-tls1_2"]) else { return }
        #expect(refused.errors.contains("alert protocol version"))
        #expect(try await connect(listener.port, ["-tls1_3"])?.output.contains("TLSv1.3") == true)
      }
      var old = TLSConfiguration.forTests
      old.maximumVersion = .tls12
      try await withSecureListener(old) { listener in
        guard let refused = try await connect(listener.port, ["-tls1_3"]) else { return }
        #expect(refused.errors.contains("alert protocol version"))
        #expect(try await connect(listener.port, [])?.output.contains("TLSv1.2") == true)
      }
    }

    @Test(
      "The server's most wanted protocol among the offered ones is agreed on, or the client refused",
      arguments: [
        (["http/1.1"], "http/1.1", "ALPN protocol: http/1.1"),
        (["http/1.1"], "h2,http/1.1", "ALPN protocol: http/1.1"),
        (["h2", "http/1.1"], "http/1.1,h2", "ALPN protocol: h2"),
        (["h2", "http/1.1"], "http/1.1", "ALPN protocol: http/1.1"),
        ([], "h2", "No ALPN negotiated"),
        (["http/1.1"], nil, "No ALPN negotiated"),
        (["http/1.1"], "h2", "alert no application protocol"),
        (TLSConfiguration().applicationProtocols, "http/1.0", "ALPN protocol: http/1.0"),
        (TLSConfiguration().applicationProtocols, "http/1.0,h2", "ALPN protocol: h2"),
      ] as [([String], String?, String)])
    func protocols(wanted: [String], offer: String?, expected: String) async throws {
      var configuration = TLSConfiguration.forTests
      configuration.applicationProtocols = wanted
      try await withSecureListener(configuration) { listener in
        let arguments = offer.map { ["-alpn", $0] } ?? []
        guard let result = try await connect(listener.port, arguments) else { return }
        #expect((result.output + result.errors).contains(expected))
      }
    }

    @Test("Two hundred clients that shake hands at once all get their answers", .needs("curl"))
    func concurrent() async throws {
      try await withSecureListener { listener in
        guard
          let result = try await Tool.curl(
            [
              "--parallel", "--parallel-immediate", "--parallel-max", "200", "--no-progress-meter",
              "--header", "Connection: close", "https://127.0.0.1:\(listener.port)/[1-200]?",
            ], trusting: TestAuthority.certificate)
        else { return }
        // The answers come in any order; each ends with a blank.
        let answers = Set(result.output.split(separator: "GET ").map { $0.dropLast() })
        #expect(answers == Set((1...200).map { "/\($0)?" }), "\(result.errors.prefix(500))")
      }
    }

    @Test(
      "A client that sends plain HTTP gets a response that says so, and the problem is reported",
      arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "p",
      ])
    func plainClient(request: String) async throws {
      let problems = Problems()
      try await withSecureListener(onProblem: problems.note) { listener in
        let client = try WireClient(port: listener.port)
        try await client.send(request)
        let response = try await client.response()
        #expect(response.status == 400)
        #expect(
          response.text
            == "this port speaks HTTPS; use https://\n")
        #expect(try await client.rest().isEmpty)
        let problem = await problems.next()
        #expect(problem == "a client sent plain HTTP to the HTTPS port")
      }
    }

    @Test("A client that does not trust the CA is reported", .needs("curl"))
    func untrusting() async throws {
      let problems = Problems()
      try await withSecureListener(onProblem: problems.note) { listener in
        guard
          let result = try await Tool.curl?.run(
            ["--noproxy", "*", "https://127.0.0.1:\(listener.port)/"])
        else { return }
        // Another end would leave the listener with nothing to tell.
        try #require(result.code == 60, "\(result.errors)")
        #expect(
          await problems.next()
            == "a client does not trust the CA; for the local CA, see: stubber ca")
      }
    }

    @Test("Bytes that are not a handshake get an alert, however they are split")
    func garbage() async throws {
      try await withSecureListener { listener in
        let client = try WireClient(port: listener.port)
        for byte in [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0xFF, 0xFF, 0xFF, 0xFF] as [UInt8] {
          try await client.send([byte])
        }
        client.finishSending()
        let bytes = try await client.rest()
        #expect(bytes.isEmpty || bytes.first == 0x15)
        var configuration = ListenerConfiguration.forTests
        configuration.timeouts.idle = .milliseconds(30)
        try await withSecureListener(.forTests, configuration) { impatient in
          let client = try WireClient(port: impatient.port)
          #expect(try await client.rest().isEmpty)
        }
      }
    }

    @Test(
      "A listener serves plain and TLS addresses side by side, with the scheme known over TLS",
      .needs("curl"))
    func sideBySide() async throws {
      let listener = try Listener(
        addresses: [
          .tcp(host: "127.0.0.1", port: 0),
          .tls(host: "localhost", port: 0, configuration: .forTests),
        ], configuration: .forTests
      ) { request in
        ListenerResponse(
          .ready(.ok("\(request.target.scheme ?? "-") \(request.target.absoluteString)")))
      }
      try listener.start()
      defer { listener.stop() }
      #expect(listener.addresses.count == 2)
      let secure = try #require(listener.addresses.last)
      #expect(secure.url == "https://localhost:\(secure.port ?? 0)")
      let urls = ["\(listener.url)/x", "\(secure.url)/x"]
      guard let result = try await Tool.curl(urls, trusting: TestAuthority.certificate) else {
        return
      }
      #expect(result.output == "- \(urls[0])https \(urls[1])")
    }

    @Test(
      "Over TLS a request has the scheme https, and no port where it is the scheme's",
      arguments: [
        ("a", "https://a/x"), ("a:443", "https://a/x"), ("a:8080", "https://a:8080/x"),
        ("a:80", "https://a:80/x"),
      ])
    func targets(host: String, url: String) {
      let input = Array("GET /x HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
      let found = events(of: input, piece: input.count, isSecure: true)
      #expect(found.first?.request?.target.absoluteString == url)
      #expect(found.first?.request?.target.scheme == "https")
    }

    @Test(
      "A handshake that does not end in time is given up, and reported if it has begun",
      arguments: [0, 1, 40, .max])
    func tooSlow(count: Int) async throws {
      var configuration = ListenerConfiguration.forTests
      configuration.timeouts.handshake = .milliseconds(50)
      let problems = Problems()
      try await withSecureListener(.forTests, configuration, onProblem: problems.note) {
        let client = try WireClient(port: $0.port)
        try await client.send(Array(ClientHelloBytes.asking(for: "a.example").prefix(count)))
        _ = try await client.untilEnd()
        guard count > 0 else { return }
        #expect(
          await problems.next() == "a client did not finish the TLS handshake within 0.05 seconds")
      }
    }
  }
}
