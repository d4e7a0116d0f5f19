import CCurl
import StubCore
import Testing

@testable import StubServer

@Suite("libcurl") struct CurlLibraryTests {
  @Test("It is loaded with all functions that are called")
  func found() throws { try CurlLibrary.load() }

  #if os(Linux)
  @Test(
    "A library that is missing, or lacks a function, is told with what to install",
    arguments: [
      ("libnone.so.4", "libnone.so.4: cannot open shared object file: No such file or directory"),
      ("libz.so.1", "undefined symbol: curl_easy_cleanup"),
    ])
  func missing(file: String, found: String) throws {
    let error = try #require(throws: MissingLibrary.self) {
      try CurlLibrary.check(StubCurlLoaded(file).problem)
    }
    #expect(
      error.description.hasPrefix(
        "expected libcurl, which requests to real servers are made with, found: "))
    #expect(
      error.description.hasSuffix("\(found); install it, such as by `apt-get install libcurl4`"))
  }
  #endif
}
