import COpenSSL
import Testing

@testable import StubServer

@Suite("OpenSSL") struct OpenSSLLibraryTests {
  @Test("It is loaded with all functions that are called")
  func found() throws { try OpenSSLLibrary.prepare() }

  #if os(Linux)
  @Test(
    "A library that is missing, or lacks a function, is told with what to install",
    arguments: [
      ("libnone.so.3", "libnone.so.3: cannot open shared object file: No such file or directory"),
      ("libz.so.1", "undefined symbol: ASN1_INTEGER_set_uint64"),
    ])
  func missing(file: String, found: String) throws {
    let error = try #require(throws: TLSConfigurationError.self) {
      try OpenSSLLibrary.check(StubOpenSSLLoaded(file).problem)
    }
    #expect(
      error.description.hasPrefix("TLS: expected OpenSSL, which HTTPS is spoken with, found "))
    #expect(
      error.description.hasSuffix(
        "\(found); install it, such as by `apt-get install libssl\(OPENSSL_SHLIB_VERSION)`"))
  }
  #endif
}
