import COpenSSL

/// The library as a whole.
enum OpenSSLLibrary {
  /// Set up once; what keeps it from being taken down at the process's end, when threads of
  /// listeners may still use it.
  private static let isReady =
    OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  /// To be called before anything else of it is used; any thread may do so.
  static func prepare() { _ = isReady }
}
