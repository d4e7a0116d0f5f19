import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSClientCertificateTests {
    /// Answers with the subject of the client's certificate.
    private let naming: RequestHandler = { request in
      ListenerResponse(.ready(.ok(request.clientCertificateSubject ?? "nobody")))
    }

    /// Makes a key and a certificate, which is its own authority if no other one signs it; `nil`
    /// without openssl.
    private func client(
      _ name: String, by issuer: [String]? = nil, in folder: TemporaryFolder
    ) async throws -> [String]? {
      let (certificate, key) = ("\(folder.path)/\(name).pem", "\(folder.path)/\(name)-key.pem")
      let result = try await Tool.openssl?.run(
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
          "1", "-subj", "/O=example/CN=\(name)", "-keyout", key, "-out", certificate,
        ] + (issuer.map { ["-CA", $0[1], "-CAkey", $0[3]] } ?? []))
      guard let result else { return nil }
      try #require(result.code == 0, "\(result.errors)")
      return ["--cert", certificate, "--key", key]
    }

    private func ask(_ listener: Listener, _ arguments: [String]) async throws -> ChildProcess
      .Result?
    {
      try await Tool.curl(
        arguments + ["https://localhost:\(listener.port)/"], trusting: TestAuthority.certificate)
    }

    @Test(
      "A required certificate must come from the authority, and stubs see its subject",
      arguments: ["1.2", "1.3"])
    func required(version: String) async throws {
      let folder = try TemporaryFolder()
      guard let known = try await client("known", in: folder),
        let stranger = try await client("stranger", in: folder)
      else { return }
      var configuration = TLSConfiguration.forTests
      configuration.clientCertificates = .required(authorities: known[1])
      try await withSecureListener(configuration, handler: naming) { listener in
        let options = ["--tls-max", version]
        let welcome = try await ask(listener, options + known)
        #expect(welcome?.output == "CN=known,O=example", "\(welcome?.errors ?? "")")
        let nobody = try await ask(listener, options)
        #expect(nobody?.code != 0)
        // TLS 1.2 has no alert of its own for this (RFC 8446 §6.2).
        let alert = version == "1.3" ? "alert certificate required" : "alert handshake failure"
        #expect(nobody?.errors.contains(alert) == true, "\(nobody?.errors ?? "")")
        let refused = try await ask(listener, options + stranger)
        #expect(refused?.code != 0)
        #expect(refused?.errors.contains("alert unknown ca") == true, "\(refused?.errors ?? "")")
      }
    }

    @Test("An authority below another one is enough, and the reason of a rejection is reported")
    func intermediate() async throws {
      let folder = try TemporaryFolder()
      guard let root = try await client("root", in: folder),
        let middle = try await client("middle", by: root, in: folder),
        let leaf = try await client("leaf", by: middle, in: folder)
      else { return }
      var configuration = TLSConfiguration.forTests
      configuration.clientCertificates = .required(authorities: middle[1])
      let problems = Problems()
      try await withSecureListener(configuration, onProblem: problems.note, handler: naming) {
        listener in
        let welcome = try await ask(listener, leaf)
        #expect(welcome?.output == "CN=leaf,O=example", "\(welcome?.errors ?? "")")
        let refused = try await ask(listener, root)
        #expect(refused?.code != 0)
        #expect(
          await problems.next()?.hasPrefix("a client's certificate was rejected: self") == true)
      }
    }

    @Test("A requested certificate may be missing, but not come from elsewhere")
    func requested() async throws {
      let folder = try TemporaryFolder()
      guard let known = try await client("known", in: folder),
        let stranger = try await client("stranger", in: folder)
      else { return }
      var configuration = TLSConfiguration.forTests
      configuration.clientCertificates = .requested(authorities: known[1])
      try await withSecureListener(configuration, handler: naming) { listener in
        let welcome = try await ask(listener, known)
        #expect(welcome?.output == "CN=known,O=example")
        let nobody = try await ask(listener, [])
        #expect(nobody?.output == "nobody")
        let refused = try await ask(listener, stranger)
        #expect(refused?.code != 0)
      }
    }
  }
}
