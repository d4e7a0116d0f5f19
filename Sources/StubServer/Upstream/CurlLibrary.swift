import CCurl
import StubCore

/// Whether libcurl, which Linux loads when it is first used, is there.
enum CurlLibrary {
  /// Loads it, unless it is loaded; to be called before anything of it is used.
  ///
  /// - Throws: `MissingLibrary` when the system cannot find it, or not all that is needed of it.
  static func load() throws(MissingLibrary) { try isReady.get() }

  private static let isReady = Result { () throws(MissingLibrary) in try check(StubCurlLoad()) }

  static func check(_ problem: UnsafePointer<CChar>?) throws(MissingLibrary) {
    if let missing = MissingLibrary(
      "libcurl, which requests to real servers are made with", problem: problem,
      package: "libcurl4")
    {
      throw missing
    }
  }
}
