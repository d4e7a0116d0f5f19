import COpenSSL

/// Bytes that OpenSSL reads or writes.
struct MemoryBIO: ~Copyable {
  let handle: OpaquePointer

  /// An empty one, to be written.
  init() throws(OpenSSLProblem) {
    guard let handle = BIO_new(BIO_s_mem()) else { throw .take() }
    self.handle = handle
  }

  /// One that holds a copy of the bytes.
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

  /// What has been written and not been read.
  var bytes: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    let count = BIO_get_memory(handle, &start)
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
