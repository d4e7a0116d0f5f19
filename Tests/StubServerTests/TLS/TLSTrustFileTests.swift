import Foundation
import StubCore
import TestSupport
import Testing

@testable import StubServer

@Suite struct TLSTrustFileTests {
  private static let other =
    "# Other\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"

  private func authority(_ folder: TemporaryFolder, _ name: String = "ca") throws -> LocalAuthority
  {
    try LocalAuthority(directory: "\(folder.path)/\(name)")
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("Installing adds the authority once, and removing restores the file")
  func installs() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.other, to: "bundle.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let authority = try authority(folder)
    #expect(try TrustFile(file).install(authority))
    let installed = try text(file)
    #expect(
      installed == Self.other
        + "# stubber local CA: begin (`stubber ca remove FILE` takes it out)\n"
        + (try authority.pem()) + "# stubber local CA: end\n")
    #expect(try !TrustFile(file).install(authority))
    #expect(try text(file) == installed)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try TrustFile(file).remove())
    #expect(try text(file) == Self.other)
    #expect(try !TrustFile(file).remove())
  }

  @Test("A new authority takes the place of an older one")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.other, to: "bundle.pem")
    let (old, new) = (try authority(folder, "old"), try authority(folder, "new"))
    #expect(try TrustFile(file).install(old))
    #expect(try TrustFile(file).install(new))
    #expect(try !text(file).contains(old.pem()))
    #expect(try text(file).contains(new.pem()))
  }

  @Test("A symbolic link stays one, and a last line without its end gets it")
  func links() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(String(Self.other.dropLast()), to: "bundle.pem")
    let link = "\(folder.path)/link.pem"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try TrustFile(link).install(authority(folder)))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try text(file).hasPrefix(Self.other + "# stubber"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["bundle.pem", "ca", "link.pem"])
  }

  @Test("A missing file, one that is not PEM and a damaged one are not changed")
  func refuses() throws {
    let folder = try TemporaryFolder()
    let authority = try authority(folder)
    let missing = "\(folder.path)/missing.pem"
    let noFile = #expect(throws: TLSConfigurationError.self) {
      try TrustFile(missing).install(authority)
    }
    #expect(
      noFile?.description
        == "\(missing): no such file or folder; name a bundle such as "
        + "/etc/ssl/certs/ca-certificates.crt; to write only the certificate: stubber ca export FILE"
    )
    #expect(!FileManager.default.fileExists(atPath: missing))
    let binary = try folder.write("\u{1}\u{2}", to: "keystore")
    #expect(throws: TLSConfigurationError.self) { try TrustFile(binary).install(authority) }
    #expect(try text(binary) == "\u{1}\u{2}")
    let damaged = try folder.write(
      Self.other + "# stubber local CA: begin (`stubber ca remove FILE` takes it out)\n"
        + Self.other, to: "damaged.pem")
    let before = try text(damaged)
    for change in [
      { try TrustFile(damaged).remove() }, { try TrustFile(damaged).install(authority) },
    ] {
      let error = #expect(throws: TLSConfigurationError.self) { try change() }
      #expect(error?.description.contains("nothing was changed") == true)
    }
    #expect(try text(damaged) == before)
  }
}
