import StubCore
import StubPlatform

/// The local authority (CA), which issues certificates for the stub servers of this machine.
///
/// It is created once. A program must be configured to trust it.
package struct LocalAuthority: Sendable {
  /// The validity of the authority in seconds: ten years of 365 days.
  static let validity = 3_650 * 86_400

  let folder: AuthorityFolder
  let certificate: Certificate
  let key: PrivateKey
  /// Whether this initializer created the authority.
  package let isNew: Bool

  /// Opens the authority in a folder, and creates one if there is none.
  ///
  /// Without a folder, the user's default folder is used. Any number of processes may do this at
  /// once; all get the same authority.
  ///
  /// - Throws: `TLSConfigurationError` with the file, the problem and the remedy.
  package init(directory: String? = nil) throws(TLSConfigurationError) {
    OpenSSLLibrary.prepare
    let folder =
      if let directory { AuthorityFolder(directory) } else { try AuthorityFolder.standard() }
    if let found = try Self(existingIn: folder) {
      self = found
      return
    }
    let made = try NewAuthority(folder).install()
    guard let found = try Self(existingIn: folder, isNew: made) else {
      throw TLSConfigurationError(
        "local CA \(folder.path)", "its new files are gone; does another program remove them?")
    }
    self = found
  }

  /// Opens the authority in the folder; `nil` if there is neither a certificate nor a key.
  private init?(existingIn folder: AuthorityFolder, isNew: Bool = false)
    throws(TLSConfigurationError)
  {
    var (hasCertificate, hasKey) = folder.contents
    if hasCertificate != hasKey, let lock = try? FolderLock(folder.path) {
      // Another process may have been about to add the other file; the lock waits for it.
      (hasCertificate, hasKey) = folder.contents
      lock.release()
    }
    guard hasCertificate || hasKey else { return nil }
    guard hasCertificate, hasKey else {
      throw TLSConfigurationError(
        "local CA \(folder.path)",
        "\(hasCertificate ? "key.pem" : "certificate.pem") is missing",
        try: "put it back, or remove the folder to create a new CA")
    }
    let identity = try CertificateFiles.identity(
      certificate: folder.certificatePath, key: folder.keyPath)
    self.folder = folder
    certificate = identity.certificate
    key = identity.key
    self.isNew = isNew
    guard !certificate.isExpired else {
      throw TLSConfigurationError(
        "local CA \(folder.path)", "it expired on \(expiryText)",
        try: "remove the folder to create a new CA, and trust that")
    }
  }

  /// The path of the authority's folder.
  package var directory: String { folder.path }

  /// The certificate file for clients, such as for `curl --cacert`.
  package var certificatePath: String { folder.certificatePath }

  /// The file of the private key, which must stay secret.
  package var keyPath: String { folder.keyPath }

  /// The subject of the authority's certificate in the form of RFC 2253.
  package var subject: String { certificate.subject }

  /// The SHA-256 hash of the certificate in pairs of hexadecimal digits.
  package var fingerprint: String { certificate.fingerprint }

  /// The time when the authority's certificate expires, in the form of HTTP dates.
  package var expiryText: String {
    HTTPDate.text(secondsSince1970: max(0, certificate.expiry))
  }

  /// Writes the certificate to a file or a pipe; a file is replaced in one step.
  package func export(to path: String) throws(TLSConfigurationError) {
    let pem = Array(try pem().utf8)
    do throws(FileProblem) {
      try DurableFile.replace(path, with: pem, mode: 0o644, ofAnyKind: true)
    } catch {
      throw TLSConfigurationError(
        "cannot write \(path)", "\(error)")
    }
  }

  /// Returns the certificate in PEM, with a line end after its last line.
  package func pem() throws(TLSConfigurationError) -> String {
    do throws(OpenSSLProblem) {
      return String(decoding: try certificate.pem(), as: UTF8.self)
    } catch {
      throw TLSConfigurationError(
        "local CA \(folder.path)", "cannot write its certificate: \(error)",
        try: "remove the folder to create a new CA")
    }
  }
}

/// The folder of a local authority, with its certificate and its key.
struct AuthorityFolder: Sendable, Hashable {
  static let variable = "STUBBER_CA_DIRECTORY"

  /// The path, absolute or relative to the current folder.
  let path: String

  var certificatePath: String { "\(path)/certificate.pem" }

  var keyPath: String { "\(path)/key.pem" }

  /// Whether each of the two files exists: the certificate file and the key file.
  var contents: (hasCertificate: Bool, hasKey: Bool) {
    (FileIdentity(path: certificatePath) != nil, FileIdentity(path: keyPath) != nil)
  }

  init(_ path: String) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the folder named by the variable `STUBBER_CA_DIRECTORY`,
  /// otherwise the user's default folder.
  ///
  /// - Throws: `TLSConfigurationError` if the user has no home folder.
  static func standard() throws(TLSConfigurationError) -> AuthorityFolder {
    if let path = environment(variable) { return AuthorityFolder(path) }
    #if canImport(Darwin)
    if let home = home { return AuthorityFolder("\(home)/Library/Application Support/stubber/ca") }
    #else
    // The XDG specification says to ignore a path that is not absolute.
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") {
      return AuthorityFolder("\(data)/stubber/ca")
    }
    if let home = home { return AuthorityFolder("\(home)/.local/share/stubber/ca") }
    #endif
    throw TLSConfigurationError(
      "local CA", "you have no home folder", try: "set \(variable) to a folder")
  }

  private static var home: String? {
    environment("HOME") ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
  }

  /// Returns the value of an environment variable; `nil` if it is not set or empty.
  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// Creates the parent folders.
  func makeParents() throws(FileProblem) {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      guard mkdir(String(path[..<slash]), 0o755) == 0 || errno == EEXIST || errno == EROFS
      else { throw .last }
      end = slash
    }
  }

  /// The folder that contains this one.
  var parent: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
