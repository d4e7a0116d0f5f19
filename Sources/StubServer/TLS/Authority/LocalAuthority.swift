import StubCore

/// The authority that certificates of this machine's stub servers come from: created once, and
/// trusted by those who are told to.
package struct LocalAuthority: Sendable {
  /// Seconds: ten years of 365 days.
  static let validity = 3_650 * 86_400

  let folder: AuthorityFolder
  let certificate: Certificate
  let key: PrivateKey
  /// Whether it was made by this call, and not found.
  package let isNew: Bool

  /// Opens the one in a folder, `nil` for the user's own, and creates it if there is none.
  ///
  /// Any number of processes may do this at once; all get the same one.
  ///
  /// - Throws: `TLSConfigurationError` naming the file, what is wrong with it and the remedy.
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

  /// `nil` when there is neither a certificate nor a key.
  private init?(existingIn folder: AuthorityFolder, isNew: Bool = false)
    throws(TLSConfigurationError)
  {
    let hasCertificate = FileIdentity(path: folder.certificatePath) != nil
    let hasKey = FileIdentity(path: folder.keyPath) != nil
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

  /// The folder it is kept in.
  package var directory: String { folder.path }

  /// The file to give to clients, such as `curl --cacert`.
  package var certificatePath: String { folder.certificatePath }

  /// The file that nobody else should have.
  package var keyPath: String { folder.keyPath }

  /// Its name, as RFC 2253 writes it.
  package var subject: String { certificate.subject }

  /// The SHA-256 of the certificate in pairs of hexadecimal digits.
  package var fingerprint: String { certificate.fingerprint }

  /// When it ends, in the form of HTTP dates.
  package var expiryText: String {
    HTTPDate.text(secondsSince1970: max(0, certificate.expiry))
  }

  /// Writes the certificate to a file, which is there as a whole or not at all.
  package func export(to path: String) throws(TLSConfigurationError) {
    let pem = Array(try pem().utf8)
    do throws(FileProblem) {
      try DurableFile.replace(path, with: pem, mode: 0o644)
    } catch {
      throw TLSConfigurationError(
        "cannot write \(path)", "\(error)")
    }
  }

  /// The certificate in PEM, with a line end after its last line.
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
