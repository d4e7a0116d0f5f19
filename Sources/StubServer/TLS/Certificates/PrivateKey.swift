import COpenSSL

/// A private key, owned.
///
/// Nothing changes it after it is made, and OpenSSL counts its uses atomically, so any thread may
/// use it.
final class PrivateKey: @unchecked Sendable {
  let handle: OpaquePointer

  init(owning handle: OpaquePointer) { self.handle = handle }

  deinit { EVP_PKEY_free(handle) }

  /// A new one on the curve P-256.
  static func make() throws(OpenSSLProblem) -> PrivateKey {
    guard let handle = EVP_PKEY_make_p256() else { throw .take() }
    return PrivateKey(owning: handle)
  }

  /// Reads the first key in a PEM text that is not encrypted.
  init(pem: [UInt8]) throws(OpenSSLProblem) {
    let memory = try MemoryBIO(pem)
    // Without this callback, OpenSSL would ask on the terminal for the passphrase of an encrypted key.
    let handle = PEM_read_bio_PrivateKey(memory.handle, nil, { _, _, _, _ in -1 }, nil)
    guard let handle else { throw .take() }
    self.handle = handle
  }

  /// The key in clear text.
  func pem() throws(OpenSSLProblem) -> [UInt8] {
    let memory = try MemoryBIO()
    guard PEM_write_bio_PrivateKey(memory.handle, handle, nil, nil, 0, nil, nil) == 1 else {
      throw .take()
    }
    return memory.bytes
  }
}
