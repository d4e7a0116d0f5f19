import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

extension TLSTests {
  @Suite struct TLSAuthorityTests {
    private func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.posixPermissions] as? Int)
    }

    private func contents(_ path: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    @Test("An authority is created once, with a private key, valid for ten years")
    func creates() throws {
      let folder = try TemporaryFolder()
      let directory = "\(folder.path)/new/ca/"
      let first = try LocalAuthority(directory: directory)
      #expect(first.isNew)
      #expect(first.directory == "\(folder.path)/new/ca")
      #expect(try contents(first.directory) == ["certificate.pem", "key.pem"])
      #expect(try contents("\(folder.path)/new") == ["ca"])
      #expect(try mode(first.keyPath) == 0o600)
      #expect(try mode(first.certificatePath) == 0o644)
      #expect(try mode(first.directory) == 0o700)
      #expect(first.subject.hasPrefix("CN=stubber local CA ("))
      let years = 3_650 * 86_400
      #expect(abs(first.certificate.expiry - Int(Date.now.timeIntervalSince1970) - years) < 60)
      let second = try LocalAuthority(directory: directory)
      #expect(!second.isNew)
      #expect(second.fingerprint == first.fingerprint)
    }

    @Test("Many that create it at once all get the same one and leave nothing else behind")
    func createsAtOnce() async throws {
      let folder = try TemporaryFolder()
      let directory = "\(folder.path)/ca"
      let made = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
        for _ in 0..<32 {
          group.addTask {
            let authority = try LocalAuthority(directory: directory)
            return (authority.fingerprint, authority.isNew)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(made.map(\.0)).count == 1)
      #expect(made.count { $0.1 } == 1)
      #expect(try contents(folder.path) == ["ca"])
    }

    @Test("An empty folder is used; one with other things is left alone")
    func folders() throws {
      let empty = try TemporaryFolder()
      #expect(try LocalAuthority(directory: empty.path).isNew)
      let disk = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: "\(disk.path)/lost+found", withIntermediateDirectories: false)
      #expect(try LocalAuthority(directory: disk.path).isNew)
      let other = try TemporaryFolder()
      try other.write("precious", to: "file")
      let error = #expect(throws: TLSConfigurationError.self) {
        try LocalAuthority(directory: other.path)
      }
      #expect(
        error?.description
          == "local CA \(other.path): the folder contains other files; use another folder, for "
          + "example with STUBBER_CA_DIRECTORY")
      #expect(try contents(other.path) == ["file"])
      let file = "\(other.path)/file"
      let misuse = #expect(throws: TLSConfigurationError.self) {
        try LocalAuthority(directory: file)
      }
      #expect(misuse?.description.hasPrefix("local CA \(file): it is not a folder; use") == true)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    @Test("An empty folder that cannot be replaced is filled, also by many at once")
    func linkedFolder() async throws {
      let folder = try TemporaryFolder()
      let (target, link) = (folder.file("target"), folder.file("link"))
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      let made = try await withThrowingTaskGroup(of: (String, Bool).self) { group in
        for _ in 0..<32 {
          group.addTask {
            let authority = try LocalAuthority(directory: link)
            return (authority.fingerprint, authority.isNew)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(made.map(\.0)).count == 1)
      #expect(made.count { $0.1 } == 1)
      #expect(try contents(target) == ["certificate.pem", "key.pem"])
      #expect(try contents(folder.path) == ["link", "target"])
      #expect(try mode("\(target)/key.pem") == 0o600)
    }

    @Test("An incomplete authority is reported, not replaced")
    func half() throws {
      let folder = try TemporaryFolder()
      let authority = try LocalAuthority(directory: folder.path)
      try FileManager.default.removeItem(atPath: authority.keyPath)
      let error = #expect(throws: TLSConfigurationError.self) {
        try LocalAuthority(directory: folder.path)
      }
      #expect(
        error?.description
          == "local CA \(folder.path): key.pem is missing; put it back, or remove the folder to "
          + "create a new CA")
    }

    @Test("openssl accepts issued certificates, which are valid for at most 398 days")
    func mints() async throws {
      let folder = try TemporaryFolder()
      let authority = try LocalAuthority(directory: "\(folder.path)/ca")
      let mint = try CertificateMint(authority)
      let long = String(repeating: "a", count: 60) + ".example"
      for name in ["a.example", "127.0.0.1", "::1", "localhost", long] {
        let identity = try mint.identity(for: name)
        #expect(identity.certificate.fits(identity.key))
        let lifetime = identity.certificate.expiry - Int(Date.now.timeIntervalSince1970)
        #expect(lifetime <= 397 * 86_400 && lifetime > 300 * 86_400)
        let file = try folder.write(
          String(decoding: identity.certificate.pem(), as: UTF8.self), to: "leaf.pem")
        let check = name.contains("1") ? "-verify_ip" : "-verify_hostname"
        guard
          let result = try await Tool.openssl?.run([
            "verify", "-x509_strict", "-purpose", "sslserver", check, name, "-CAfile",
            authority.certificatePath, file,
          ])
        else { return }
        #expect(result.code == 0, "\(name): \(result.output)\(result.errors)")
      }
    }

    @Test("A name's certificate is issued once, and the number of kept names is limited")
    func bounded() throws {
      let mint = try CertificateMint(LocalAuthority(directory: TestAuthority.directory))
      let first = try mint.identity(for: "0.example").certificate
      #expect(try mint.identity(for: "0.example").certificate === first)
      #expect(try mint.identity(for: "0.example", flaw: .expired).certificate !== first)
      for number in 1...CertificateMint.capacity {
        _ = try mint.identity(for: "\(number).example")
      }
      #expect(try mint.identity(for: "0.example").certificate !== first)
    }

    @Test(
      "A server name is read from its extension, and invalid bytes are not a name",
      arguments: [
        ([0, 6, 0, 0, 3, 0x41, 0x2E, 0x62], "a.b"), ([0, 5, 0, 0, 2, 0x61, 0x2E], "a"),
        ([], nil), ([0, 3, 0, 0, 0], nil), ([0, 6, 0, 0, 9, 0x61, 0x2E, 0x62], nil),
        ([0, 4, 1, 0, 1, 0x61], nil), ([0, 4, 0, 0, 1, 0x2C], nil), ([0, 4, 0, 0, 1, 0x00], nil),
        ([0, 4, 0, 0xFF, 0xFF, 0x61], nil), ([0, 4, 0, 0, 1, 0x2E], nil),
        ([0, 4, 0, 0, 1, 0x3A], nil), ([0, 4, 0, 0, 1, 0xC3], nil),
      ] as [([UInt8], String?)])
    func serverNames(bytes: [UInt8], name: String?) {
      #expect(ClientHello.serverName(in: bytes.span) == name)
    }
  }
}
