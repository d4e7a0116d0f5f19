import StubCore

/// Reads a server's certificate and key from PEM files.
enum CertificateFiles {
  /// - Throws: `TLSConfigurationError` naming the file, what is wrong with it and the remedy.
  static func identity(
    certificate: String, key: String
  ) throws(TLSConfigurationError) -> TLSIdentity {
    let chain = try certificates(in: certificate)
    let key = try privateKey(in: key)
    guard let leaf = chain.first else { throw noCertificate(certificate, found: "none") }
    guard leaf.fits(key.key) else { throw misfit(chain, certificate, key.key, key.path) }
    return TLSIdentity(
      certificate: leaf, intermediates: Array(chain.dropFirst()), key: key.key)
  }

  /// What a user should know about certificates that can be used all the same.
  static func warnings(_ identity: TLSIdentity, file: String) -> [String] {
    guard identity.certificate.isExpired else { return [] }
    let date = HTTPDate.text(secondsSince1970: max(0, identity.certificate.expiry))
    return [
      "certificate \(file): expected one that is still valid, found that it expired on \(date); "
        + "clients will refuse it unless that is what is being tested"
    ]
  }

  /// All certificates in a file, at least one.
  static func certificates(in path: String) throws(TLSConfigurationError) -> [Certificate] {
    let bytes = try read(path, "certificate")
    do {
      let found = try Certificate.all(inPEM: bytes)
      guard !found.isEmpty else { throw noCertificate(path, found: describe(bytes)) }
      return found
    } catch let error as TLSConfigurationError {
      throw error
    } catch {
      throw noCertificate(path, found: "a broken one (\(error))")
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
          "key \(path)", expected: "a key that is not encrypted", found: "one with a passphrase",
          try: "write it without: openssl pkey -in \(path) -out plain.pem")
      }
      throw TLSConfigurationError(
        "key \(path)",
        expected: "a private key in PEM, which starts with "
          + "-----BEGIN PRIVATE KEY-----", found: describe(bytes),
        try: "convert it: openssl pkey -in \(path) -inform DER -out key.pem")
    }
  }

  private static func read(_ path: String, _ kind: String) throws(TLSConfigurationError) -> [UInt8]
  {
    do throws(FileProblem) {
      return try DurableFile.read(path)
    } catch {
      throw TLSConfigurationError(
        "\(kind) \(path)", expected: "a PEM file", found: error.description,
        try: "check the path and who may read it")
    }
  }

  private static func noCertificate(_ path: String, found: String) -> TLSConfigurationError {
    TLSConfigurationError(
      "certificate \(path)",
      expected: "a certificate in PEM, which starts with "
        + "-----BEGIN CERTIFICATE-----", found: found,
      try: "convert it: openssl x509 -in \(path) -inform DER -out certificate.pem")
  }

  private static func misfit(
    _ chain: [Certificate], _ certificate: String, _ key: PrivateKey, _ keyPath: String
  ) -> TLSConfigurationError {
    let place = chain.firstIndex { $0.fits(key) }
    return TLSConfigurationError(
      "key \(keyPath)", expected: "the key of the first certificate in \(certificate)",
      found: place.map { "the key of certificate \($0 + 1) in it" } ?? "another one",
      try: place == nil
        ? "give the two files that were made together"
        : "put the server's certificate first and those of its authorities after it")
  }

  /// What a file holds instead, in a few words.
  private static func describe(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty file" }
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    if let line = lines.first(where: { $0.hasPrefix("-----BEGIN ") }) {
      return "`\(line.prefix(60))`"
    }
    return bytes[0] == 0x30 ? "binary data, perhaps DER" : "no PEM"
  }
}
