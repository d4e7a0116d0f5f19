import StubCore

/// Reads a server's certificate and key from PEM files.
enum CertificateFiles {
  /// Reads a certificate and its key.
  ///
  /// - Throws: `TLSConfigurationError` with the file, the problem and the remedy.
  static func identity(
    certificate: String, key: String
  ) throws(TLSConfigurationError) -> TLSIdentity {
    let chain = try certificates(in: certificate)
    let key = try privateKey(in: key)
    guard let leaf = chain.first else { throw noCertificate(certificate, []) }
    guard leaf.fits(key.key) else { throw misfit(chain, certificate, key.key, key.path) }
    return TLSIdentity(
      certificate: leaf, intermediates: Array(chain.dropFirst()), key: key.key)
  }

  /// Returns warnings about a certificate that can be used although it has a problem.
  static func warnings(_ identity: TLSIdentity, file: String) -> [String] {
    guard identity.certificate.isExpired else { return [] }
    let date = HTTPDate.text(secondsSince1970: max(0, identity.certificate.expiry))
    return [
      "certificate \(file) expired on \(date); clients will reject it"
    ]
  }

  /// Returns all certificates in a file, at least one.
  static func certificates(in path: String) throws(TLSConfigurationError) -> [Certificate] {
    let bytes = try read(path, "certificate")
    do {
      let found = try Certificate.all(inPEM: bytes)
      guard !found.isEmpty else { throw noCertificate(path, bytes) }
      return found
    } catch let error as TLSConfigurationError {
      throw error
    } catch {
      throw TLSConfigurationError(
        "certificate \(path)", "not a certificate in PEM: it is damaged (\(error))",
        try: "get the file again, or make a certificate anew")
    }
  }

  private static func privateKey(
    in path: String
  ) throws(TLSConfigurationError) -> (key: PrivateKey, path: String) {
    let bytes = try read(path, "key")
    do throws(OpenSSLProblem) {
      return (try PrivateKey(pem: bytes), path)
    } catch {
      if error.needsPassphrase {
        throw TLSConfigurationError(
          "key \(path)", "it is encrypted",
          try: "decrypt it: openssl pkey -in \(path) -out plain.pem")
      }
      throw TLSConfigurationError(
        "key \(path)", "not a private key in PEM: \(describe(bytes))",
        try: remedy(bytes, path, "openssl pkey -in \(path) -inform DER -out key.pem"))
    }
  }

  private static func read(_ path: String, _ kind: String) throws(TLSConfigurationError) -> [UInt8]
  {
    do throws(FileProblem) {
      return try DurableFile.read(path)
    } catch {
      throw TLSConfigurationError("\(kind) \(path)", error.description)
    }
  }

  private static func noCertificate(_ path: String, _ bytes: [UInt8]) -> TLSConfigurationError {
    TLSConfigurationError(
      "certificate \(path)", "not a certificate in PEM: \(describe(bytes))",
      try: remedy(bytes, path, "openssl x509 -in \(path) -inform DER -out certificate.pem"))
  }

  /// Returns the remedy for a file in another format than PEM, or `nil`.
  ///
  /// `fromDER` is the command that converts DER.
  private static func remedy(_ bytes: [UInt8], _ path: String, _ fromDER: String) -> String? {
    if let line = firstLine(bytes) {
      if line.contains("TRUSTED CERTIFICATE") {
        return "convert it: openssl x509 -in \(path) -out certificate.pem"
      }
      return line.contains("CERTIFICATE-")
        ? "name the file of the key (--key)"
        : line.contains("PRIVATE KEY") ? "name the file of the certificate" : nil
    }
    guard bytes.first == 0x30 else { return nil }
    return isPKCS12(bytes)
      ? "convert it: openssl pkcs12 -in \(path) -nodes -out server.pem" : "convert it: \(fromDER)"
  }

  /// Whether the bytes begin like PKCS #12: a sequence with the version 3 (RFC 7292 §4).
  private static func isPKCS12(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    let lengthSize = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7f)
    return bytes.dropFirst(2 + lengthSize).starts(with: [2, 1, 3])
  }

  private static func misfit(
    _ chain: [Certificate], _ certificate: String, _ key: PrivateKey, _ keyPath: String
  ) -> TLSConfigurationError {
    let place = chain.firstIndex { $0.fits(key) }
    return TLSConfigurationError(
      "key \(keyPath)",
      "it belongs to "
        + (place.map { "certificate \($0 + 1) in \(certificate), not to the first" }
          ?? "another certificate than \(certificate)"),
      try: place == nil ? nil : "put the server's certificate first, and those of its CAs after it")
  }

  /// Returns a short description of the contents of a file that is not PEM.
  private static func describe(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "the file is empty" }
    if let line = firstLine(bytes) { return "it starts with \(line.prefix(60))" }
    if isPKCS12(bytes) { return "it is PKCS #12" }
    return bytes[0] == 0x30 ? "it may be DER" : "it has no line -----BEGIN …-----"
  }

  /// Returns the first line that begins a PEM block; `nil` if there is none near the start of the
  /// file.
  private static func firstLine(_ bytes: [UInt8]) -> Substring? {
    String(decoding: bytes.prefix(65_536), as: UTF8.self).split(whereSeparator: \.isNewline)
      .first { $0.hasPrefix("-----BEGIN ") }
  }
}
