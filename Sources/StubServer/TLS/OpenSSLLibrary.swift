import COpenSSL

enum OpenSSLLibrary {
  /// Sets OpenSSL up, once; to be read before each first use of it, also by libcurl.
  ///
  /// Otherwise it would be taken down when the process ends, while threads may still use it.
  static let prepare: Void = {
    OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }()
}
