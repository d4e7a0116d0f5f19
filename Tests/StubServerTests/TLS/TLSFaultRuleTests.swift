import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  /// Faults that are set on the listener, while it serves.
  @Suite struct TLSFaultRuleTests {
    /// The exit codes of curl, asking one after the other; `nil` when there is no curl.
    private func ask(
      _ listener: Listener, _ names: String..., trusting file: String = TestAuthority.certificate
    ) async throws -> [Int32]? {
      var codes: [Int32] = []
      for name in names {
        let result = try await Tool.curl(
          [
            "--connect-to", "\(name):443:127.0.0.1:\(listener.port)", "--output", "/dev/null",
            "https://\(name)/",
          ], trusting: file)
        guard let result else { return nil }
        codes.append(result.code)
      }
      return codes
    }

    @Test("The first rule that fits a client is the one it meets, as often as it says")
    func rules() async throws {
      try await withSecureListener { listener in
        guard let sound = try await ask(listener, "a.example") else { return }
        #expect(sound == [0])
        listener.faults.tls = [
          TLSFaultRule(.expiredCertificate, serverName: "Old.example"),
          TLSFaultRule(.handshakeFailure, first: 2),
        ]
        let names = try await ask(
          listener, "old.example", "a.example", "old.example", "b.example", "a.example",
          "old.example")
        #expect(names == [60, 35, 60, 35, 0, 60])
        listener.faults.tls = []
        #expect(try await ask(listener, "old.example") == [0])
      }
    }

    @Test("A rule comes before the fault of the configuration")
    func precedence() async throws {
      try await withSecureListener(.failing(.expiredCertificate)) { listener in
        listener.faults.tls = [TLSFaultRule(.resetInHandshake, first: 1)]
        guard let codes = try await ask(listener, "a.example", "a.example") else { return }
        #expect(codes == [35, 60])
      }
    }

    @Test("Faults that begin anew count again, even if they are the same")
    func again() async throws {
      try await withSecureListener { listener in
        for _ in 0..<2 {
          listener.begin([TLSFaultRule(.resetInHandshake, first: 1)])
          guard let codes = try await ask(listener, "a.example", "a.example") else { return }
          #expect(codes == [35, 0])
        }
      }
    }

    @Test("A bad certificate is shown to clients that would go on with an earlier session")
    func resumption() async throws {
      let current = Lock<Listener?>(nil)
      let handler: RequestHandler = { request in
        if request.target.path == "/break" {
          // The same rule would go on counting.
          current.withLock { $0 }?.faults.tls = []
          current.withLock { $0 }?.faults.tls = [TLSFaultRule(.expiredCertificate, first: 2)]
        }
        return ListenerResponse(.ready(.ok("")))
      }
      try await withSecureListener(handler: handler) { listener in
        current.withLock { $0 = listener }
        defer { current.withLock { $0 = nil } }
        let output = try await Tool.secureSockets(
          listener.port,
          """
          def ask(path, session=None):
            try: client = connect(session)
            except ssl.SSLCertVerificationError as error: return print(error.verify_message)
            client.sendall(b"GET %s HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n" % path)
            rest(client)
            print("resumed" if client.tls.session_reused else "new")
            return client.tls.session
          for version in ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3:
            context.maximum_version = version
            session = ask(b"/break", ask(b"/"))
            ask(b"/", session)
            ask(b"/", session)
            ask(b"/")
          """)
        guard let output else { return }
        let lines = ["new", "resumed", "certificate has expired", "certificate has expired", "new"]
        #expect(output.split(separator: "\n").map(String.init) == lines + lines)
      }
    }

    @Test(
      "A bad certificate is issued even for a listener with a certificate file", .needs("openssl"))
    func mintedLater() async throws {
      guard let openssl = Tool.openssl else { return }
      let folder = try TemporaryFolder()
      let (certificate, key) = ("\(folder.path)/a.pem", "\(folder.path)/a.key")
      let made = try await openssl.run([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=a.example",
        "-addext", "subjectAltName=DNS:a.example",
      ])
      #expect(made.code == 0, "\(made.errors)")
      var tls = TLSConfiguration.forTests
      tls.certificate = .files(certificate: certificate, key: key)
      try await withSecureListener(tls) { listener in
        listener.faults.tls = [TLSFaultRule(.expiredCertificate, first: 1)]
        guard
          let expired = try await ask(listener, "a.example"),
          let sound = try await ask(listener, "a.example", trusting: certificate)
        else { return }
        #expect(expired == [60])
        #expect(sound == [0])
      }
    }
  }
}
