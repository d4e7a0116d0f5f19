import CCurl

/// Whether libcurl, which Linux loads when it is first used, is there.
enum CurlLibrary {
  /// Loads it, unless it is loaded.
  ///
  /// - Throws: `CurlLibraryError` when the system cannot find it, or not all that is needed of it.
  static func load() throws(CurlLibraryError) {
    if let problem = stubCurlProblem() { throw CurlLibraryError(String(cString: problem)) }
  }
}

/// That libcurl could not be loaded.
package struct CurlLibraryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// In the system's words.
  let problem: String

  init(_ problem: String) { self.problem = problem }

  package var description: String {
    "expected libcurl, which requests to real servers are made with, found: \(problem); install it, "
      + "such as by `apt-get install libcurl4`"
  }
}
