import COpenSSL

/// Lets OpenSSL read from and write to the buffers of a connection.
enum WireBIO {
  /// Made once for the process and never changed, so any thread may use it.
  nonisolated(unsafe) private static let method: OpaquePointer? = {
    guard
      let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire")
    else {
      return nil
    }
    _ = BIO_meth_set_create(method) { bio in
      BIO_set_init(bio, 1)
      return 1
    }
    _ = BIO_meth_set_read(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      let taken = stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
      if taken > 0 { return Int32(taken) }
      BIO_retry_read(bio)
      return -1
    }
    _ = BIO_meth_set_write(method) { bio, bytes, count in
      guard let bio, let bytes, count > 0, let stream = stream(of: bio) else { return -1 }
      BIO_clear_retry(bio)
      stream.write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    _ = BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return method
  }()

  /// Makes one for a stream that must outlive it.
  static func make(_ stream: WireStream) -> OpaquePointer? {
    guard let method, let bio = BIO_new(method) else { return nil }
    BIO_set_data(bio, Unmanaged.passUnretained(stream).toOpaque())
    return bio
  }

  private static func stream(of bio: OpaquePointer) -> WireStream? {
    BIO_get_data(bio).map { Unmanaged<WireStream>.fromOpaque($0).takeUnretainedValue() }
  }
}
