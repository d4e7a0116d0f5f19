import COpenSSL
import StubCore

/// The functions of OpenSSL, to be called when `OpenSSLLibrary.prepare` has succeeded.
var openSSL: StubOpenSSL { @inline(__always) get { StubOpenSSLFunctions().pointee } }

/// The library as a whole, which Linux loads when it is first used.
enum OpenSSLLibrary {
  /// To be called before anything else of it is used; any thread may do so.
  ///
  /// - Throws: `TLSConfigurationError` when the system cannot find it, or not all that is needed of
  ///   it.
  static func prepare() throws(TLSConfigurationError) { try isReady.get() }

  /// Set up once; what keeps it from being taken down at the process's end, when threads of
  /// listeners may still use it.
  private static let isReady = Result { () throws(TLSConfigurationError) in
    try check(StubOpenSSLLoad())
    _ = openSSL.OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }

  static func check(_ problem: UnsafePointer<CChar>?) throws(TLSConfigurationError) {
    if let missing = MissingLibrary(
      "OpenSSL, which HTTPS is spoken with", problem: problem,
      package: "libssl\(OPENSSL_SHLIB_VERSION)")
    {
      throw TLSConfigurationError(
        "TLS", expected: missing.expected, found: missing.found, try: missing.remedy)
    }
  }
}
