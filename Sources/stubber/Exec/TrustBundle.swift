import StubCore
import StubPlatform
import StubServer

/// A temporary PEM file with the system's authorities and the local one, for one program.
final class TrustBundle {
  /// The places where systems keep their bundle.
  private static let systemFiles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
  ]

  /// The file with all authorities.
  var path: String { "\(folder)/bundle.pem" }
  /// The settings of wget, which has no variable for authorities: the user's own, and this bundle.
  var wgetSettings: String { "\(folder)/wgetrc" }
  private let folder: String

  /// Writes the file into a new temporary folder.
  ///
  /// - Throws: `TLSConfigurationError` if the local authority cannot be read, or `FileProblem` if
  ///   the file cannot be written.
  init(adding authority: LocalAuthority) throws {
    let own = getenv("SSL_CERT_FILE").map { String(cString: $0) }
    let system =
      ([own].compactMap(\.self) + Self.systemFiles).lazy
      .compactMap { try? DurableFile.read($0) }.first ?? []
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/stubber-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileProblem.last }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let gap = system.isEmpty || system.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
    do {
      try DurableFile.replace(
        path, with: system + gap + Array(try authority.pem().utf8), mode: 0o644)
      try DurableFile.replace(
        wgetSettings, with: Self.ownWgetSettings + Array("ca_certificate = \(path)\n".utf8),
        mode: 0o600)
    } catch {
      remove()
      throw error
    }
  }

  /// The user's settings of wget, with a line end; empty if there are none.
  private static var ownWgetSettings: [UInt8] {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let file = variable("WGETRC") ?? variable("HOME").map { "\($0)/.wgetrc" }
    let settings = file.flatMap { try? DurableFile.read($0) } ?? []
    return settings.isEmpty ? [] : settings + [UInt8(ascii: "\n")]
  }

  /// Removes the files and their folder.
  func remove() {
    unlink(wgetSettings)
    unlink(path)
    rmdir(folder)
  }
}
