import CCurl
import StubCore

/// Whether libcurl, which Linux loads when it is first used, is there.
enum CurlLibrary {
  /// Loads it, unless it is loaded; to be called before anything of it is used.
  ///
  /// - Throws: `MissingLibrary` when the system cannot find it, or not all that is needed of it.
  static func load() throws(MissingLibrary) { try isReady.get() }

  private static let isReady = Result { () throws(MissingLibrary) in
    // First: libcurl would set OpenSSL up to be taken down at the process's end, when the thread of an
    // upstream may still use it. One that was built without OpenSSL does not need it.
    try? OpenSSLLibrary.prepare()
    try check(StubCurlLoad())
  }

  static func check(_ problem: UnsafePointer<CChar>?) throws(MissingLibrary) {
    if let missing = MissingLibrary(
      "libcurl, which requests to real servers are made with", problem: problem,
      package: "libcurl4")
    {
      throw missing
    }
  }
}
