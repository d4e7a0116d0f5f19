import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSFaultTests {
    @Test(
      "A fault looks to curl like the trouble it stands for", .needs("curl"),
      arguments: [
        ("handshakeFailure", 35, "alert handshake failure"),
        ("resetInHandshake", 35, "reset by peer"),
        ("closedInHandshake", 35, "in connection to"),
        ("plainText", 35, "wrong version number"),
        // How curl words it depends on how far it got in its time.
        ("noHandshake", 28, "(28)"),
        ("expiredCertificate", 60, "certificate has expired"),
        ("notYetValidCertificate", 60, "certificate is not yet valid"),
        ("wrongHostCertificate", 60, "no alternative certificate subject name matches"),
        ("untrustedCertificate", 60, "self-signed certificate"),
      ] as [(String, Int32, String)])
    func curl(name: String, code: Int32, message: String) async throws {
      let kind = try #require(FaultKind<TLSFault>.all.first { $0.name == name })
      let fault = try #require(kind.make(FaultArguments()))
      for version in ["1.2", "1.3"] {
        try await withSecureListener(.failing(fault)) { listener in
          guard
            let result = try await Tool.curl(
              [
                "--tls-max", version, "--max-time", name == "noHandshake" ? "0.2" : "300",
                "https://localhost:\(listener.port)/",
              ], trusting: TestAuthority.certificate)
          else { return }
          #expect(result.code == code, "TLS \(version): \(result.errors)")
          #expect(result.errors.contains(message), "TLS \(version): \(result.errors)")
          #expect(result.bytes.isEmpty)
        }
      }
    }

    @Test("openssl shows the number of the alert", .needs("openssl"))
    func alertNumber() async throws {
      try await withSecureListener(.failing(.handshakeFailure)) { listener in
        guard
          let result = try await Tool.openssl?.run(
            ["s_client", "-connect", "127.0.0.1:\(listener.port)"])
        else { return }
        #expect(result.code == 1)
        #expect(result.errors.contains("SSL alert number 40"))
      }
    }

    @Test(
      "The bytes that replace a handshake are exact",
      arguments: [
        (TLSFault.handshakeFailure, [0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]),
        (.closedInHandshake, []),
        (
          .plainText,
          Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        ),
      ] as [(TLSFault, [UInt8])])
    func bytes(fault: TLSFault, expected: [UInt8]) async throws {
      try await withSecureListener(.failing(fault)) { listener in
        let client = try WireClient(port: listener.port)
        try await client.send(ClientHelloBytes.asking(for: "a.example"))
        #expect(try await client.rest() == expected)
      }
    }

    @Test("A reset in the handshake comes without a byte before it")
    func reset() async throws {
      try await withSecureListener(.failing(.resetInHandshake)) { listener in
        let client = try WireClient(port: listener.port)
        try await client.send(ClientHelloBytes.asking(for: "a.example"))
        await #expect(throws: WireError.reset(after: [])) { try await client.rest() }
      }
    }

    @Test("A slow handshake takes as long as it should and then goes on as usual", .needs("curl"))
    func slow() async throws {
      try await withSecureListener(.failing(.slowHandshake(.milliseconds(150)))) { listener in
        let start = ContinuousClock.now
        guard
          let result = try await Tool.curl(
            ["--write-out", " %{time_appconnect}", "https://localhost:\(listener.port)/x"],
            trusting: TestAuthority.certificate)
        else { return }
        #expect(result.output.hasPrefix("GET /x "), "\(result.errors)")
        let seconds = result.output.split(separator: " ").last.flatMap { Double($0) } ?? 0
        #expect(seconds >= 0.15)
        #expect(ContinuousClock.now - start >= .milliseconds(150))
      }
    }

    @Test("A slow handshake waits for the listener's clock", .timeLimit(.minutes(5)))
    func clock() async throws {
      let fault = TLSFault.slowHandshake(.seconds(3_600))
      try await withSecureListener(.failing(fault)) { listener in
        let client = try WireClient(port: listener.port)
        try await client.send(ClientHelloBytes.asking(for: "a.example"))
        while client.unreadCount == 0 {
          listener.clock.advance(by: .seconds(3_600))
          try await Task.sleep(for: .milliseconds(5))
        }
        // The record of a handshake (RFC 8446 §5.1).
        #expect(try await client.bytes(1) == [22])
      }
    }

    @Test("A slow or missing handshake ends with the listener, or with a client that goes away")
    func leaving() async throws {
      var configuration = ListenerConfiguration.forTests
      configuration.timeouts.stop = .milliseconds(50)
      for fault in [TLSFault.slowHandshake(.seconds(3_600)), .noHandshake] {
        let listener = try Listener(
          addresses: [.tls(host: "127.0.0.1", port: 0, configuration: .failing(fault))],
          configuration: configuration, handler: describing)
        try listener.start()
        let hello = ClientHelloBytes.asking(for: "a.example")
        let gone = try WireClient(port: listener.port)
        try await gone.send(hello)
        gone.finishSending()
        #expect(try await gone.rest().isEmpty)
        let waiting = try WireClient(port: listener.port)
        try await waiting.send(hello)
        listener.stop()
        #expect(try await waiting.rest().isEmpty)
        listener.waitUntilStopped()
      }
    }

    @Test("A fault for one server name leaves the others alone, and replaces the one for all")
    func byServerName() async throws {
      var configuration = TLSConfiguration.forTests
      configuration.faultsByServerName = ["Broken.example": .handshakeFailure]
      try await withSecureListener(configuration) { listener in
        let port = listener.port
        for (name, code) in [("broken.example", 35), ("sound.example", 0)] as [(String, Int32)] {
          guard
            let result = try await Tool.curl(
              ["--resolve", "\(name):\(port):127.0.0.1", "https://\(name):\(port)/"],
              trusting: TestAuthority.certificate)
          else { return }
          #expect(result.code == code, "\(name): \(result.errors)")
        }
      }
      configuration.fault = .resetInHandshake
      #expect(configuration.fault(forServerName: "broken.example") == .handshakeFailure)
      #expect(configuration.fault(forServerName: "other.example") == .resetInHandshake)
      #expect(configuration.fault(forServerName: nil) == .resetInHandshake)
    }
  }
}
