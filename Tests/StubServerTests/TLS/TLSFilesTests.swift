import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSFilesTests {
    /// What a listener with these files says when it is started; `nil` when it starts.
    private func problem(certificate: String, key: String) throws -> String? {
      var configuration = TLSConfiguration()
      configuration.certificate = .files(certificate: certificate, key: key)
      return problem(configuration)
    }

    private func problem(_ configuration: TLSConfiguration) -> String? {
      do {
        let listener = try Listener(
          addresses: [.tls(host: "127.0.0.1", port: 0, configuration: configuration)],
          configuration: .forTests, handler: describing)
        try listener.start()
        listener.stop()
        return nil
      } catch {
        return "\(error)"
      }
    }

    /// A certificate for localhost and its key, in files.
    private func files(
      in folder: TemporaryFolder, name: String = "a", flaw: CertificateFlaw? = nil
    ) throws -> (certificate: String, key: String) {
      let mint = try CertificateMint(LocalAuthority(directory: TestAuthority.directory))
      let identity = try mint.identity(for: "localhost", flaw: flaw)
      return (
        try folder.write(
          String(decoding: identity.certificate.pem(), as: UTF8.self), to: "\(name).pem"),
        try folder.write(String(decoding: identity.key.pem(), as: UTF8.self), to: "\(name)-key.pem")
      )
    }

    @Test("A certificate and its key are served from two files or from one")
    func serves() async throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try files(in: folder)
      let both = try folder.write(
        String(contentsOfFile: key, encoding: .utf8)
          + String(contentsOfFile: certificate, encoding: .utf8), to: "both.pem")
      for (first, second) in [(certificate, key), (both, both)] {
        var configuration = TLSConfiguration()
        configuration.certificate = .files(certificate: first, key: second)
        // Not touched, as there is nothing to mint.
        configuration.authorityDirectory = "/no/such/folder"
        try await withSecureListener(configuration) { listener in
          #expect(listener.warnings.isEmpty)
          #expect(listener.certificateToTrust == first)
          let result = try await Tool.curl(
            ["https://localhost:\(listener.port)/x"], trusting: TestAuthority.certificate)
          guard let result else { return }
          #expect(result.output == "GET /x ", "\(result.errors)")
        }
      }
    }

    @Test("An expired certificate is served with a warning")
    func expired() async throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try files(in: folder, flaw: .expired)
      var configuration = TLSConfiguration()
      configuration.certificate = .files(certificate: certificate, key: key)
      try await withSecureListener(configuration) { listener in
        let warning = try #require(listener.warnings.first)
        #expect(warning.hasPrefix("certificate \(certificate) expired on "))
        #expect(warning.hasSuffix("; clients will reject it"))
      }
    }

    @Test("The authority issues a bad certificate even if files are configured", .needs("curl"))
    func faultWithFiles() async throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try files(in: folder)
      var configuration = TLSConfiguration.failing(.expiredCertificate)
      configuration.certificate = .files(certificate: certificate, key: key)
      try await withSecureListener(configuration) { listener in
        let result = try await Tool.curl(
          ["https://localhost:\(listener.port)/"], trusting: TestAuthority.certificate)
        guard let result else { return }
        #expect(result.code == 60)
        #expect(result.errors.contains("certificate has expired"), "\(result.errors)")
      }
    }

    @Test("Files with errors are named with the error and a remedy")
    func wrongFiles() throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try files(in: folder)
      let (_, otherKey) = try files(in: folder, name: "b")
      let missing = "\(folder.path)/missing.pem"
      let text = try folder.write("hello", to: "text.pem")
      let empty = try folder.write("", to: "empty.pem")
      let chain = try folder.write(
        String(contentsOfFile: TestAuthority.certificate, encoding: .utf8)
          + String(contentsOfFile: certificate, encoding: .utf8), to: "chain.pem")
      let der = try folder.write("0\u{1}\u{2}", to: "der.pem")
      let pfx = try folder.write("0\u{3}\u{2}\u{1}\u{3}", to: "server.p12")
      let broken = try folder.write(
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", to: "broken.pem")
      let expectations: [(String, String, String)] = [
        (missing, key, "certificate \(missing): no such file or folder"),
        (folder.path, key, "certificate \(folder.path): it is a folder"),
        (
          text, key,
          "certificate \(text): not a certificate in PEM: it has no line -----BEGIN …-----"
        ),
        (
          empty, key,
          "certificate \(empty): not a certificate in PEM: the file is empty"
        ),
        (
          der, key,
          "certificate \(der): not a certificate in PEM: it may be DER; convert it: "
            + "openssl x509 -in \(der) -inform DER -out certificate.pem"
        ),
        (
          certificate, certificate,
          "key \(certificate): not a private key in PEM: it starts with -----BEGIN CERTIFICATE-----; "
            + "name the file of the key (--key)"
        ),
        (
          key, key,
          "certificate \(key): not a certificate in PEM: it starts with -----BEGIN PRIVATE KEY-----; "
            + "name the file of the certificate"
        ),
        (
          pfx, key,
          "certificate \(pfx): not a certificate in PEM: it is PKCS #12; convert it: "
            + "openssl pkcs12 -in \(pfx) -nodes -out server.pem"
        ),
        (certificate, missing, "key \(missing): no such file or folder"),
        (
          certificate, otherKey,
          "key \(otherKey): it belongs to another certificate than \(certificate)"
        ),
        (
          chain, key,
          "key \(key): it belongs to certificate 2 in \(chain), not to the first; put the server's "
            + "certificate first, and those of its CAs after it"
        ),
      ]
      for (first, second, expected) in expectations {
        #expect(try problem(certificate: first, key: second) == expected)
      }
      let brokenProblem = try problem(certificate: broken, key: key)
      #expect(brokenProblem?.contains("it is damaged (") == true)
    }

    @Test("A key with a passphrase is refused without asking anybody", .needs("openssl"))
    func encryptedKey() async throws {
      let folder = try TemporaryFolder()
      let (certificate, key) = try files(in: folder)
      let locked = "\(folder.path)/locked.pem"
      guard
        let result = try await Tool.openssl?.run([
          "pkey", "-in", key, "-aes128", "-passout", "pass:secret", "-out", locked,
        ])
      else { return }
      try #require(result.code == 0, "\(result.errors)")
      #expect(
        try problem(certificate: certificate, key: locked)
          == "key \(locked): it is encrypted; decrypt it: openssl pkey -in \(locked) -out plain.pem"
      )
    }

    @Test("Versions, protocols and authorities that make no sense are refused at the start")
    func nonsense() throws {
      var versions = TLSConfiguration.forTests
      versions.minimumVersion = .tls13
      versions.maximumVersion = .tls12
      #expect(
        problem(versions)
          == "TLS versions: the minimum 1.3 is higher than the maximum 1.2")
      var protocols = TLSConfiguration.forTests
      protocols.applicationProtocols = [""]
      #expect(
        problem(protocols)
          == "application protocols: a name must have 1 to 255 bytes, not 0; use http/1.1 or h2")
      var clients = TLSConfiguration.forTests
      clients.clientCertificates = .required(authorities: "/no/such/file.pem")
      #expect(
        problem(clients) == "certificate /no/such/file.pem: no such file or folder")
    }
  }
}
