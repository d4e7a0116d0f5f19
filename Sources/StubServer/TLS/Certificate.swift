import COpenSSL
import StubPlatform

/// An X.509 certificate.
///
/// A certificate owns its OpenSSL handle, which never changes, so any thread may use it.
final class Certificate: @unchecked Sendable {
  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { X509_free(handle) }

  /// Reads all certificates of a PEM text in their order; empty if there are none.
  ///
  /// - Throws: `OpenSSLProblem` if one of them is invalid.
  static func all(inPEM pem: [UInt8]) throws(OpenSSLProblem) -> [Certificate] {
    let memory = try MemoryBIO(pem)
    var certificates: [Certificate] = []
    while true {
      guard let handle = PEM_read_bio_X509(memory.handle, nil, nil, nil) else { break }
      certificates.append(Certificate(owning: handle))
    }
    // The end of the text is an error as well; the error code tells it from an invalid certificate.
    let isEnd = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    let problem = OpenSSLProblem.take()
    if !isEnd { throw problem }
    return certificates
  }

  func pem() throws(OpenSSLProblem) -> [UInt8] {
    let memory = try MemoryBIO()
    guard PEM_write_bio_X509(memory.handle, handle) == 1 else { throw .take() }
    return memory.bytes
  }

  func fits(_ key: PrivateKey) -> Bool {
    defer { OpenSSLProblem.clear() }
    return X509_check_private_key(handle, key.handle) == 1
  }

  /// The certificate's subject in the form of RFC 2253: `CN=client,O=example`.
  var subject: String {
    guard let memory = try? MemoryBIO(), let name = X509_get_subject_name(handle),
      X509_NAME_print_rfc2253(memory.handle, name) >= 0
    else { return "" }
    return String(decoding: memory.bytes, as: UTF8.self)
  }

  /// The SHA-256 hash of the certificate in pairs of hexadecimal digits: `AB:CD:…`.
  var fingerprint: String {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard X509_digest(handle, EVP_sha256(), &bytes, &count) == 1 else { return "" }
    return bytes.prefix(Int(count)).map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined(separator: ":")
  }

  /// The time of expiry, in seconds since 1970; 0 if it cannot be read.
  var expiry: Int {
    var date = tm()
    guard ASN1_TIME_to_tm(X509_get0_notAfter(handle), &date) == 1 else { return 0 }
    return timegm(&date)
  }

  var isExpired: Bool { expiry <= MonotonicClock.secondsSince1970 }
}

/// The identity of a server: its certificate, the intermediate certificates, and the private key.
struct TLSIdentity: Sendable {
  var certificate: Certificate
  var intermediates: [Certificate] = []
  var key: PrivateKey
}

/// A private key.
///
/// A key owns its OpenSSL handle, which never changes and has an atomic reference count, so any
/// thread may use it.
final class PrivateKey: @unchecked Sendable {
  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { EVP_PKEY_free(handle) }

  /// Creates a key on the curve P-256.
  static func make() throws(OpenSSLProblem) -> PrivateKey {
    guard let handle = EVP_PKEY_make_p256() else { throw .take() }
    return PrivateKey(owning: handle)
  }

  /// Reads the first unencrypted key of a PEM text.
  init(pem: [UInt8]) throws(OpenSSLProblem) {
    let memory = try MemoryBIO(pem)
    // Without this callback, OpenSSL would ask for the passphrase of an encrypted key on the
    // terminal, and wait.
    let handle = PEM_read_bio_PrivateKey(memory.handle, nil, { _, _, _, _ in -1 }, nil)
    guard let handle else { throw .take() }
    self.handle = handle
  }

  /// Returns the key as unencrypted PEM.
  func pem() throws(OpenSSLProblem) -> [UInt8] {
    let memory = try MemoryBIO()
    guard PEM_write_bio_PrivateKey(memory.handle, handle, nil, nil, 0, nil, nil) == 1 else {
      throw .take()
    }
    return memory.bytes
  }
}

/// A memory buffer for OpenSSL to read or write.
struct MemoryBIO: ~Copyable {
  let handle: OpaquePointer

  /// Creates an empty buffer for writing.
  init() throws(OpenSSLProblem) {
    guard let handle = BIO_new(BIO_s_mem()) else { throw .take() }
    self.handle = handle
  }

  /// Creates a buffer with a copy of the bytes.
  init(_ bytes: [UInt8]) throws(OpenSSLProblem) {
    guard let handle = BIO_new(BIO_s_mem()) else { throw .take() }
    var written = 0
    guard bytes.isEmpty || BIO_write_ex(handle, bytes, bytes.count, &written) == 1 else {
      _ = BIO_free(handle)
      throw .take()
    }
    self.handle = handle
  }

  deinit { _ = BIO_free(handle) }

  /// The bytes that have been written and not yet read.
  var bytes: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    let count = BIO_get_memory(handle, &start)
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
